import { describe, expect, test } from "vitest";
import { CHALLENGE_MS } from "../../../server/account/auth/passkey-challenges.ts";
import { listActs } from "../../../server/owner/act-list.ts";
import { invite } from "../../../server/owner/office/users.ts";
import { MAX_PASSKEYS } from "../../../src/account/max-passkeys.ts";
import { browserAt, codeAt, joined, ME, openOffice, PASSWORD } from "../../support/back-office.ts";
import type { OfficeBrowser } from "../../support/back-office.ts";
import { engines } from "../../support/engines.ts";
import type { Engine } from "../../support/engines.ts";
import { vault } from "../../support/payments.ts";
import { softPasskey } from "../../support/soft-authenticator.ts";
import type { SoftPasskey, Wrong } from "../../support/soft-authenticator.ts";

const NOW_MS = Date.UTC(2026, 6, 1, 9);
const STEP_MS = 30_000;
const HERE = "/owner/passkeys/";
const SIGN_IN = "/owner/sign-in/passkey/";

interface Challenge {
  readonly challenge: string;
}

/** Somebody in the office, and the passkeys that they add there. */
async function open(engine: Engine) {
  const office = await openOffice(engine, NOW_MS);
  const { browser, secret } = await joined(office);
  const { id } = await office.store.db
    .selectFrom("office_user")
    .select("id")
    .executeTakeFirstOrThrow();
  const proof = () => {
    // The code that was typed before is used up.
    office.clock.nowMs += STEP_MS;
    return { password: PASSWORD, code: codeAt(secret, office.clock.nowMs) };
  };
  /** What the page that adds one gives the browser to sign. */
  const begun = async (typed: object = {}) => {
    const { text } = await browser.post(HERE, {
      do: "begin",
      name: "Laptop",
      ...proof(),
      ...typed,
    });
    const options = /data-options="([^"]+)"/.exec(text)?.[1] ?? "null";
    return JSON.parse(options.replaceAll("&quot;", '"')) as Challenge | null;
  };
  const add = (answer: string) => browser.post(HERE, { do: "add", name: "Laptop", answer });
  const passkey = softPasskey(office.url, id);
  async function added(): Promise<SoftPasskey> {
    const asked = await begun();
    const { to } = await add(passkey.created(asked as Challenge));
    expect(to).toBe(`${HERE}?done=passkey_added`);
    return passkey;
  }
  return { office, browser, proof, begun, add, passkey, added };
}

/** Signs a new challenge and sends the signature. */
async function signIn(browser: OfficeBrowser, passkey: SoftPasskey, wrong: Wrong = {}) {
  const asked = JSON.parse((await browser.get(SIGN_IN)).text) as Challenge;
  const { status, to } = await browser.post(SIGN_IN, { answer: passkey.signed(asked, wrong) });
  return [status, to];
}

describe.each(engines)("a passkey of the back office on $name", (engine) => {
  test("is added with password and code, and signs in alone, which the trail says", async () => {
    const { office, browser, added } = await open(engine);
    const passkey = await added();
    expect((await browser.get(HERE)).text).toMatch(/Laptop.{0,100}not used yet/s);
    expect((await browser.get(`${HERE}?csv=1`)).text).toContain('"Laptop","2026-07-01T09:00:30Z"');
    const other = browserAt(office);
    expect(await signIn(other, passkey)).toEqual([303, "/owner/"]);
    expect((await other.get("/owner/")).status).toBe(200);
    const acts = await listActs(office.store, 2);
    expect(acts.map(({ action, by, detail }) => [action, by, detail])).toEqual(
      expect.arrayContaining([
        ["passkey_added", ME, { passkey: "Laptop" }],
        ["signed_in", ME, { passkey: "Laptop" }],
      ]),
    );
  });

  test("is added by nobody who has only found an open browser", async () => {
    const { begun, add, passkey, office } = await open(engine);
    for (const typed of [{ password: "a guess at it" }, { code: "000000" }]) {
      expect(await begun(typed)).toBeNull();
    }
    const { status, text } = await add(passkey.created({ challenge: "made-up" }));
    expect([status, text.includes("was not taken")]).toEqual([409, true]);
    expect(await office.store.db.selectFrom("office_passkey").selectAll().execute()).toEqual([]);
  });

  test("is added once for each challenge, within five minutes, and so many at most", async () => {
    const { office, begun, add, passkey } = await open(engine);
    const asked = (await begun()) as Challenge;
    const answers = await Promise.all(Array.from({ length: 4 }, () => add(passkey.created(asked))));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    const late = (await begun()) as Challenge;
    office.clock.nowMs += CHALLENGE_MS + 1;
    expect((await add(softPasskey(office.url, "x").created(late))).status).toBe(409);
    const { user_id: userId } = await office.store.db
      .selectFrom("office_passkey")
      .select("user_id")
      .executeTakeFirstOrThrow();
    const more = { user_id: userId, name: "x", public_key: "", counter: 0, created_at: 1 };
    await office.store.db
      .insertInto("office_passkey")
      .values(
        Array.from({ length: MAX_PASSKEYS - 1 }, (_, i) => ({
          ...more,
          id: `opk_${i}`,
          credential_id: `c${i}`,
          used_at: null,
        })),
      )
      .execute();
    const last = (await begun()) as Challenge;
    const tooMany = await add(softPasskey(office.url, userId).created(last));
    expect(tooMany.text).toContain(`You have ${MAX_PASSKEYS} passkeys.`);
  });

  test.each<[string, Wrong]>([
    ["at another address", { origin: "http://localhost:1" }],
    ["for another domain", { rpId: "evil.example" }],
    ["of another challenge", { challenge: "b3RoZXI" }],
    ["without a look at who holds it", { verifiesUser: false }],
    ["as somebody else", { userHandle: "usr_other" }],
    ["as another passkey", { credentialId: "b3RoZXI" }],
  ])("opens nothing when it has signed %s", async (_, wrong) => {
    const { office, added } = await open(engine);
    const passkey = await added();
    const other = browserAt(office);
    expect(await signIn(other, passkey, wrong)).toEqual([403, null]);
    expect((await other.get("/owner/")).to).toBe("/owner/sign-in/");
  });

  test("that is a copy opens nothing, and the trail says so", async () => {
    const { office, added } = await open(engine);
    const passkey = await added();
    expect(await signIn(browserAt(office), passkey)).toEqual([303, "/owner/"]);
    expect(await signIn(browserAt(office), passkey, { counter: 1 })).toEqual([403, null]);
    const acts = await listActs(office.store, 9);
    expect(acts.filter(({ action }) => action === "passkey_refused")).toHaveLength(1);
  });

  test("signs in once for each challenge, whoever sends it how often", async () => {
    const { office, added } = await open(engine);
    const passkey = await added();
    const browser = browserAt(office);
    const asked = JSON.parse((await browser.get(SIGN_IN)).text) as Challenge;
    const answer = passkey.signed(asked);
    const sent = await Promise.all(
      Array.from({ length: 4 }, () => browser.post(SIGN_IN, { answer })),
    );
    expect(sent.filter(({ status }) => status === 303)).toHaveLength(1);
  });

  test("opens nothing once it is removed, or its owner was invited anew", async () => {
    const { office, browser, added, proof } = await open(engine);
    const passkey = await added();
    const { id } = await office.store.db
      .selectFrom("office_passkey")
      .select("id")
      .executeTakeFirstOrThrow();
    const remove = (typed: object = {}) =>
      browser.post(HERE, { do: "remove", passkey: id, ...proof(), ...typed });
    expect((await remove({ code: "000000" })).status).toBe(409);
    expect((await remove()).to).toBe(`${HERE}?done=passkey_removed`);
    expect(await signIn(browserAt(office), passkey)).toEqual([403, null]);

    const again = await added();
    await invite(office.store, vault, ME, office.clock.nowMs);
    expect(await signIn(browserAt(office), again)).toEqual([403, null]);
    expect(await office.store.db.selectFrom("office_passkey").select("id").execute()).toEqual([]);
  });

  test("is offered where browsers can use it, and elsewhere the way there is shown", async () => {
    const { office } = await open(engine);
    const there = await browserAt(office).get("/owner/sign-in/");
    expect(there.text).toContain("Sign in with a passkey");
    expect(there.headers.get("content-security-policy")).toContain("script-src 'self'");
    const elsewhere = { url: office.url.replace("localhost", "127.0.0.1") };
    const { text } = await browserAt(elsewhere).get("/owner/sign-in/");
    expect(text).not.toContain("Sign in with a passkey");
    expect(text).toContain(`Passkeys work at <a href="${office.url}/owner/">`);
  });
});
