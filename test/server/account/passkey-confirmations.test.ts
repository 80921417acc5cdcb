import { describe, expect, test } from "vitest";
import { CHALLENGE_MS } from "../../../server/account/auth/passkey-challenges.ts";
import { suspend } from "../../../server/owner/suspension.ts";
import { startService, withStoreOf } from "../../support/service.ts";
import { otherKey, softPasskey } from "../../support/soft-authenticator.ts";
import type { SoftPasskey, Wrong } from "../../support/soft-authenticator.ts";
import { newVisitor, PASSWORD, signedInVisitor } from "../../support/visitor.ts";
import type { Visitor } from "../../support/visitor.ts";

const BASE_URL = "https://games.example.com";
const EMAIL = "ann@operator.example";
const FRESH = "tableside.fresh";
const CHALLENGE = "tableside.challenge";
const REVEAL = "/account/key/reveal/";
const ROTATE = "/account/key/rotate/";

async function options(visitor: Visitor, path: string): Promise<{ challenge: string }> {
  return (await visitor.get(path)).json() as Promise<{ challenge: string }>;
}

const toConfirm = (visitor: Visitor, action = REVEAL) =>
  options(visitor, `/account/passkeys/confirm/?${new URLSearchParams({ action })}`);

/** Somebody with a key and a passkey, who typed the password too long ago. */
async function openPage() {
  const service = await startService({ env: { BASE_URL } });
  const actions = () =>
    withStoreOf(service.dataDir, async ({ db }) =>
      (await db.selectFrom("audit").select("action").execute()).map(({ action }) => action),
    );
  const withPasskey = async (visitor: Visitor, email: string) => {
    const { id } = await withStoreOf(service.dataDir, ({ db }) =>
      db
        .selectFrom("account_user")
        .select("id")
        .where("email", "=", email)
        .executeTakeFirstOrThrow(),
    );
    const passkey = softPasskey(BASE_URL, id);
    const answer = passkey.created(await options(visitor, "/account/passkeys/ask/"));
    await visitor.send("security", "/account/passkeys/add/", { name: "Key", answer });
    visitor.cookies.delete(FRESH);
    return passkey;
  };
  const ann = await signedInVisitor(service);
  const { data } = await ann.send("dashboard", "/account/key/trial/");
  const key = data.trial?.id ?? "";
  const passkey = await withPasskey(ann, EMAIL);
  /** Whether this answer shows the key. */
  const shows = async (answer: string, visitor = ann) => {
    const given = await visitor.post(REVEAL, { key, answer });
    return given.status === 303 && given.headers.get("location")?.endsWith("#key") === true;
  };
  return { service, ann, key, passkey, actions, withPasskey, shows };
}

describe("a passkey, instead of the password", () => {
  test("shows a key, once: nothing is remembered, and each action asks anew", async () => {
    const { ann, key, passkey, shows } = await openPage();
    const asked = await ann.send("confirm", REVEAL, { key });
    expect(asked.data).toMatchObject({ action: REVEAL, hasPasskey: true });
    expect(await shows(passkey.signed(await toConfirm(ann)))).toBe(true);
    const shown = await ann.see("dashboard", "/account/");
    expect(shown.data.trial?.keyText).toMatch(/^tbs_live_\w{36}$/);
    expect(ann.cookies.has(FRESH)).toBe(false);
    expect((await ann.send("confirm", REVEAL, { key })).data.action).toBe(REVEAL);
  });

  test.each([
    [ROTATE, { hours: "1" }],
    ["/account/sites/", { origins: "https://a.example" }],
    ["/account/webhooks/rotate/", { endpoint: "end_1" }],
  ])("lets the form of %s go on", async (path, fields) => {
    const { ann, passkey } = await openPage();
    const answer = passkey.signed(await toConfirm(ann, path));
    // The form itself answers, if only that there is no such endpoint; what asks is a page.
    expect((await ann.post(path, { ...fields, answer })).status).not.toBe(200);
  });

  test("is asked for among those of the account, though it does not say whose it is", async () => {
    const { ann, passkey, shows } = await openPage();
    const given = (await toConfirm(ann)) as { challenge: string; allowCredentials?: unknown };
    expect(given.allowCredentials).toMatchObject([{ id: passkey.credentialId }]);
    expect(given).toMatchObject({ userVerification: "required" });
    expect(await shows(passkey.signed(given, { userHandle: null }))).toBe(true);
  });

  test("is offered to nobody who has none, and never for how somebody signs in", async () => {
    const { service, ann, passkey } = await openPage();
    const bob = await signedInVisitor(service, "bob@operator.example");
    bob.cookies.delete(FRESH);
    expect((await bob.send("confirm", REVEAL, { key: "" })).data.hasPasskey).toBe(false);
    for (const path of [
      "/account/two-factor/",
      "/account/passkeys/",
      "/account/passkeys/remove/",
      "/account/address/",
    ]) {
      const answer = passkey.signed(await toConfirm(ann, path));
      const asked = await ann.send("confirm", path, { answer });
      expect([path, asked.data.hasPasskey]).toEqual([path, false]);
    }
  });

  test("works for a suspended account as the password does, which stays suspended", async () => {
    const { service, ann, passkey, shows } = await openPage();
    const order = { email: EMAIL, reason: "abuse" };
    await withStoreOf(service.dataDir, (store) => suspend(store, order, service.clock.nowMs));
    expect(await shows(passkey.signed(await toConfirm(ann)))).toBe(true);
    const { data } = await ann.see("dashboard", "/account/");
    expect(data.suspendedSinceMs).toBe(service.clock.nowMs);
  });
});

describe("a signature is refused", () => {
  const signedBy =
    (wrong: Wrong) =>
    async (ann: Visitor, passkey: SoftPasskey): Promise<string> =>
      passkey.signed(await toConfirm(ann), wrong);

  test.each<[string, (ann: Visitor, passkey: SoftPasskey) => Promise<string>]>([
    ["without a check of who holds it", signedBy({ verifiesUser: false })],
    ["without a touch", signedBy({ isTouched: false })],
    ["for another site", signedBy({ origin: "https://evil.example" })],
    ["for another domain", signedBy({ rpId: "evil.example" })],
    ["of another kind", signedBy({ type: "webauthn.create" })],
    ["by another key", signedBy({ key: otherKey() })],
    ["of an unknown passkey", signedBy({ credentialId: "AAAA" })],
    ["of another challenge", signedBy({ challenge: "AAAA" })],
    ["with a counter that went back", signedBy({ counter: 0 })],
    ["for another action", async (ann, passkey) => passkey.signed(await toConfirm(ann, ROTATE))],
    ["for no action", async (ann, passkey) => passkey.signed(await toConfirm(ann, ""))],
    [
      "to sign in",
      async (ann, passkey) => passkey.signed(await options(ann, "/account/sign-in/passkey/")),
    ],
    [
      "to add a passkey",
      async (ann, passkey) => passkey.signed(await options(ann, "/account/passkeys/ask/")),
    ],
    [
      "without its cookie",
      async (ann, passkey) => {
        const answer = passkey.signed(await toConfirm(ann));
        ann.cookies.delete(CHALLENGE);
        return answer;
      },
    ],
    ["that is junk", async () => "{"],
  ])("%s", async (_, answerOf) => {
    const { ann, key, passkey, actions } = await openPage();
    // One that counts, so that a counter can go back.
    passkey.counter = 5;
    await ann.post(ROTATE, { hours: "1", answer: passkey.signed(await toConfirm(ann, ROTATE)) });
    const answer = await answerOf(ann, passkey);
    const page = await ann.send("confirm", REVEAL, { key, answer });
    expect(page.shell.notice).toEqual({ code: "passkey_refused" });
    expect(await actions()).not.toContain("key_revealed");
  });

  test("the second time, also where both come at once", async () => {
    const { ann, passkey, shows } = await openPage();
    const answer = passkey.signed(await toConfirm(ann));
    const cookie = ann.cookies.get(CHALLENGE) ?? "";
    const both = await Promise.all([shows(answer), shows(answer)]);
    expect(both.toSorted()).toEqual([false, true]);
    ann.cookies.set(CHALLENGE, cookie);
    expect(await shows(answer)).toBe(false);
  });

  test("minutes later", async () => {
    const { service, ann, passkey, shows } = await openPage();
    const answer = passkey.signed(await toConfirm(ann));
    service.clock.nowMs += CHALLENGE_MS + 1;
    expect(await shows(answer)).toBe(false);
  });

  test("once the passkey is removed", async () => {
    const { ann, passkey, shows } = await openPage();
    const answer = passkey.signed(await toConfirm(ann));
    const cookie = ann.cookies.get(CHALLENGE) ?? "";
    const { data } = await ann.see("security", "/account/security/");
    const id = data.passkeys?.[0]?.id ?? "";
    await ann.post("/account/passkeys/remove/", { passkey: id, "confirm-password": PASSWORD });
    ann.cookies.delete(FRESH);
    ann.cookies.set(CHALLENGE, cookie);
    expect(await shows(answer)).toBe(false);
  });

  test("in another session of the account, and by another account's passkey", async () => {
    const { service, ann, passkey, withPasskey, shows } = await openPage();
    const laptop = newVisitor(service);
    const credentials = { email: EMAIL, password: PASSWORD };
    await laptop.send("dashboard", "/account/sign-in/", credentials);
    laptop.cookies.delete(FRESH);
    const answer = passkey.signed(await toConfirm(ann));
    laptop.cookies.set(CHALLENGE, ann.cookies.get(CHALLENGE) ?? "");
    expect(await shows(answer, laptop)).toBe(false);

    const eve = await signedInVisitor(service, "eve@operator.example");
    const evesPasskey = await withPasskey(eve, "eve@operator.example");
    // Whoever took the session has a passkey of an account of their own.
    expect(await shows(evesPasskey.signed(await toConfirm(ann)))).toBe(false);
    const evesAnswer = evesPasskey.signed(await toConfirm(eve));
    ann.cookies.set(CHALLENGE, eve.cookies.get(CHALLENGE) ?? "");
    expect(await shows(evesAnswer)).toBe(false);
  });
});

test("passkeys are tried no more often than passwords, and a true one waits as well", async () => {
  const { ann, key, passkey, shows, actions } = await openPage();
  const codes: unknown[] = [];
  for (let time = 0; time < 11; time++) {
    codes.push((await ann.send("confirm", REVEAL, { key, answer: "{}" })).shell.notice?.code);
  }
  expect(codes).toEqual([...Array(10).fill("passkey_refused"), "slow_down"]);
  const late = { key, "confirm-password": PASSWORD };
  expect((await ann.send("confirm", REVEAL, late)).shell.notice?.code).toBe("slow_down");
  expect(await shows(passkey.signed(await toConfirm(ann)))).toBe(false);
  expect(await actions()).not.toContain("key_revealed");
});

test("whoever is signed in no longer is asked for nothing, and changes nothing", async () => {
  const { service, ann, passkey, key, actions } = await openPage();
  const answer = passkey.signed(await toConfirm(ann));
  await withStoreOf(service.dataDir, ({ db }) => db.deleteFrom("account_session").execute());
  const given = await ann.post(REVEAL, { key, answer });
  expect(given.headers.get("location")).toBe("/account/sign-in/");
  const asked = await newVisitor(service).get("/account/passkeys/confirm/");
  expect(asked.headers.get("location")).toBe("/account/sign-in/");
  expect(await actions()).not.toContain("key_revealed");
});

test("there is nothing to ask for where there are no passkeys", async () => {
  const ann = await signedInVisitor(await startService());
  ann.cookies.delete(FRESH);
  expect((await ann.get("/account/passkeys/confirm/")).status).toBe(404);
  const page = await ann.send("confirm", REVEAL, { key: "", answer: "{}" });
  expect([page.data.hasPasskey, page.shell.notice?.code]).toEqual([false, "passkey_refused"]);
});
