import type { KyselyPlugin } from "kysely";
import { describe, expect, test } from "vitest";
import type { Client } from "../../../server/account/auth/client.ts";
import { CHALLENGE_MS } from "../../../server/account/auth/passkey-challenges.ts";
import { createPasskeys, deleteOldChallenges } from "../../../server/account/auth/passkeys.ts";
import type { Passkeys } from "../../../server/account/auth/passkeys.ts";
import { relyingParty } from "../../../server/account/auth/relying-party.ts";
import type { RelyingParty } from "../../../server/account/auth/relying-party.ts";
import { endSessions } from "../../../server/account/auth/sessions.ts";
import type { SignedIn } from "../../../server/account/auth/sessions.ts";
import { SignedOutError } from "../../../server/account/errors.ts";
import { openStore } from "../../../server/store/open-store.ts";
import type { Store } from "../../../server/store/store.ts";
import { MAX_PASSKEYS } from "../../../src/account/max-passkeys.ts";
import { accountsOn } from "../../support/accounts-on.ts";
import { engines } from "../../support/engines.ts";
import { vault } from "../../support/payments.ts";
import { otherKey, softPasskey } from "../../support/soft-authenticator.ts";
import type { SoftPasskey, Wrong } from "../../support/soft-authenticator.ts";
import { tempStore } from "../../support/temp-store.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
const ORIGIN = "https://games.example.com";
const PARTY = relyingParty(ORIGIN) as RelyingParty;
const PASSWORD = "correct horse";
const STRANGER: Client = { cookie: "", address: "203.0.113.7", userAgent: "Test/1.0" };

const passkeysOf = (store: Store) => createPasskeys({ store, vault, party: PARTY });
const accountsOf = (store: Store) => accountsOn(store, { secure: true, now: () => NOW_MS });

const keeping = (cookies: readonly string[]): Client => ({
  ...STRANGER,
  cookie: cookies.map((cookie) => cookie.split(";")[0]).join("; "),
});

/** Somebody who has registered and signed in. */
async function account(store: Store, email = "ann@operator.example"): Promise<SignedIn> {
  const accounts = accountsOf(store);
  await accounts.register(email, PASSWORD, "en");
  const outcome = await accounts.signIn(email, PASSWORD, STRANGER);
  const client = keeping(outcome.fault === undefined ? outcome.cookies : []);
  return (await accounts.whoIs(client)).who as SignedIn;
}

interface Challenge {
  readonly challenge: string;
}

/** Makes a passkey and adds it. */
async function added(passkeys: Passkeys, who: SignedIn, counts = true): Promise<SoftPasskey> {
  const passkey = softPasskey(ORIGIN, who.accountId, counts);
  const { options, cookie } = await passkeys.askToAdd(who, NOW_MS);
  const text = passkey.created(options as Challenge);
  expect(await passkeys.add(who, { text, cookie, name: "Laptop" }, NOW_MS)).toBe("added");
  return passkey;
}

/** Asks for a challenge, signs it and sends the signature. */
async function signIn(passkeys: Passkeys, passkey: SoftPasskey, wrong: Wrong = {}) {
  const { options, cookie } = await passkeys.askToSignIn(NOW_MS);
  return passkeys.take({ text: passkey.signed(options as Challenge, wrong), cookie }, NOW_MS);
}

/** Fails whatever writes to `table`, as a crash would, until it is told to stop. */
function fails(table: string): { plugin: KyselyPlugin; stop(): void } {
  let isFailing = true;
  return {
    plugin: {
      transformQuery({ node }) {
        if (isFailing && node.kind === "InsertQueryNode" && JSON.stringify(node).includes(table)) {
          throw new Error("It crashes.");
        }
        return node;
      },
      transformResult: async ({ result }) => result,
    },
    stop() {
      isFailing = false;
    },
  };
}

describe("passkeys are bound to", () => {
  test.each([
    ["https://games.example.com", "games.example.com"],
    ["https://games.example.com:8443", "games.example.com"],
    ["http://localhost:3000", "localhost"],
    ["http://games.localhost", "games.localhost"],
    // Browsers make none for these.
    ["http://games.example.com", undefined],
    ["http://notlocalhost", undefined],
    ["https://192.0.2.1", undefined],
    ["http://127.0.0.1:3000", undefined],
    ["https://[2001:db8::1]", undefined],
    [null, undefined],
  ])("the address %s as %s", (baseUrl, id) => {
    expect(relyingParty(baseUrl)?.id).toBe(id);
    expect(relyingParty(baseUrl)?.origin ?? baseUrl).toBe(baseUrl);
  });
});

describe.each(engines)("a passkey in $name", (engine) => {
  async function ann() {
    const place = await engine.place();
    const { store } = await tempStore(place);
    const who = await account(store);
    return { place, store, who, passkeys: passkeysOf(store) };
  }

  const actions = async (store: Store) =>
    (await store.db.selectFrom("audit").select("action").execute()).map(({ action }) => action);

  test("is added, listed, used, renamed and removed", async () => {
    const { store, who, passkeys } = await ann();
    const passkey = await added(passkeys, who);
    const [{ id } = { id: "" }] = await passkeys.list(who.accountId);
    expect(await passkeys.list(who.accountId)).toEqual([
      { id, name: "Laptop", createdAtMs: NOW_MS, usedAtMs: null },
    ]);
    expect(await signIn(passkeys, passkey)).toEqual({
      passkeyId: id,
      accountId: who.accountId,
      name: "Laptop",
    });
    await passkeys.rename(who, id, ` ${"\u{1f511}".repeat(70)} `, NOW_MS);
    expect(await passkeys.list(who.accountId)).toMatchObject([
      { name: "\u{1f511}".repeat(60), usedAtMs: NOW_MS },
    ]);
    expect(await passkeys.remove(who, id, NOW_MS)).toBe(true);
    expect(await passkeys.remove(who, id, NOW_MS)).toBe(false);
    expect(await passkeys.list(who.accountId)).toEqual([]);
    expect(await signIn(passkeys, passkey)).toBeUndefined();
    expect(await passkeys.isThere(id)).toBe(false);
    expect((await actions(store)).toSorted()).toEqual([
      "passkey_added",
      "passkey_removed",
      "passkey_renamed",
    ]);
  });

  test("is refused where its id is none, whatever else it is", async () => {
    // A list of lists of one id reads like that id as text; it came as far as the database, which threw.
    const { who, passkeys } = await ann();
    const passkey = await added(passkeys, who);
    for (const wrap of [(id: unknown) => [id], (id: unknown) => [[id]], () => 5, () => null]) {
      const { options, cookie } = await passkeys.askToSignIn(NOW_MS);
      const signed = JSON.parse(passkey.signed(options as Challenge)) as { readonly id: string };
      const text = JSON.stringify({ ...signed, id: wrap(signed.id) });
      expect(await passkeys.take({ text, cookie }, NOW_MS)).toBeUndefined();
    }
    expect(await signIn(passkeys, passkey)).toBeDefined();
  });

  test("is asked for without naming any, so that nobody learns who has one", async () => {
    const { who, passkeys } = await ann();
    const { options: none } = await passkeys.askToSignIn(NOW_MS);
    await added(passkeys, who);
    const { options } = await passkeys.askToSignIn(NOW_MS);
    const challenge = expect.any(String);
    expect(options).toEqual({ ...(none as object), challenge });
    expect(options).toMatchObject({ rpId: "games.example.com", userVerification: "required" });
    expect((options as { allowCredentials?: unknown[] }).allowCredentials ?? []).toEqual([]);
  });

  test("does not sign in by a signature that is wrong in one thing, and by the next one it does", async () => {
    const { who, passkeys } = await ann();
    const passkey = await added(passkeys, who);
    const wrongs: [string, Wrong][] = [
      ["for another origin", { origin: "https://games.example.com.evil.example" }],
      ["for a page without TLS", { origin: "http://games.example.com" }],
      ["for another port", { origin: "https://games.example.com:444" }],
      ["for another domain", { rpId: "evil.example" }],
      ["for the domain above", { rpId: "example.com" }],
      ["of another challenge", { challenge: "AAAA" }],
      ["of no challenge", { challenge: "" }],
      ["that was made to add a passkey", { type: "webauthn.create" }],
      ["without checking who holds it", { verifiesUser: false }],
      ["that nobody touched", { isTouched: false, verifiesUser: false }],
      ["with another key", { key: otherKey() }],
      ["that does not say whose it is", { userHandle: null }],
      ["that says it is another account's", { userHandle: "nobody" }],
      ["that names no passkey", { credentialId: "" }],
      ["whose names no database takes", { credentialId: "\0", userHandle: "\0" }],
      ["of an unknown passkey", { credentialId: "AAAA" }],
    ];
    for (const [name, wrong] of wrongs) {
      expect([name, await signIn(passkeys, passkey, wrong)]).toEqual([name, undefined]);
    }
    expect(await signIn(passkeys, passkey)).toMatchObject({ accountId: who.accountId });
  });

  test("is not taken for what is none, neither to sign in nor to be added", async () => {
    const { who, passkeys } = await ann();
    for (const text of [
      "",
      "null",
      "[]",
      "[{",
      '{"id":"x"}',
      '{"id":1,"rawId":1,"response":{"userHandle":1}}',
      "[".repeat(5_000),
    ]) {
      const { cookie } = await passkeys.askToSignIn(NOW_MS);
      expect(await passkeys.take({ text, cookie }, NOW_MS)).toBeUndefined();
      const asked = await passkeys.askToAdd(who, NOW_MS);
      const answer = { text, cookie: asked.cookie, name: "x" };
      expect(await passkeys.add(who, answer, NOW_MS)).toBe("refused");
    }
  });

  test("of one account does not sign in to another, nor is it added there", async () => {
    const { store, who, passkeys } = await ann();
    const passkey = await added(passkeys, who);
    const eve = await account(store, "eve@elsewhere.example");
    const hers = await added(passkeys, eve);
    // Eve's own key, under Ann's name and the other way round.
    expect(await signIn(passkeys, hers, { userHandle: who.accountId })).toBeUndefined();
    const { credentialId } = passkey;
    const wrong = { credentialId, userHandle: who.accountId };
    expect(await signIn(passkeys, hers, wrong)).toBeUndefined();
    const { options, cookie } = await passkeys.askToAdd(eve, NOW_MS);
    const copy = softPasskey(ORIGIN, eve.accountId).created(options as Challenge, { credentialId });
    expect(await passkeys.add(eve, { text: copy, cookie, name: "x" }, NOW_MS)).toBe("refused");
    expect(await signIn(passkeys, passkey)).toMatchObject({ accountId: who.accountId });
  });

  describe("is answered for a challenge", () => {
    test("once, here and on another server", async () => {
      const { place, who, passkeys } = await ann();
      const passkey = await added(passkeys, who);
      const other = passkeysOf(await openStore(place));
      const { options, cookie } = await passkeys.askToSignIn(NOW_MS);
      // It does not count, so that only the challenge can refuse it.
      const text = passkey.signed(options as Challenge);
      const both = [passkeys.take({ text, cookie }, NOW_MS), other.take({ text, cookie }, NOW_MS)];
      const taken = (await Promise.all(both)).filter((use) => use !== undefined);
      expect(taken).toHaveLength(1);
      const again = passkey.signed(options as Challenge);
      for (const server of [passkeys, other]) {
        expect(await server.take({ text, cookie }, NOW_MS)).toBeUndefined();
        expect(await server.take({ text: again, cookie }, NOW_MS)).toBeUndefined();
      }
    });

    test("for five minutes", async () => {
      const { who, passkeys } = await ann();
      const passkey = await added(passkeys, who);
      const isTaken = async (afterMs: number) => {
        const { options, cookie } = await passkeys.askToSignIn(NOW_MS);
        const text = passkey.signed(options as Challenge);
        return (await passkeys.take({ text, cookie }, NOW_MS + afterMs)) !== undefined;
      };
      expect(await isTaken(0)).toBe(true);
      expect(await isTaken(CHALLENGE_MS)).toBe(true);
      expect(await isTaken(CHALLENGE_MS + 1)).toBe(false);
      // Made by a server whose clock is ahead.
      expect(await isTaken(-CHALLENGE_MS)).toBe(true);
      expect(await isTaken(-CHALLENGE_MS - 1)).toBe(false);
    });

    test("that this service has made, for this use and this session", async () => {
      const { store, who, passkeys } = await ann();
      const passkey = await added(passkeys, who);
      const elsewhere = await account(store, "eve@elsewhere.example");
      const asked = await passkeys.askToSignIn(NOW_MS);
      const [challenge, at] = asked.cookie.split(".");
      const toAdd = await passkeys.askToAdd(who, NOW_MS);
      const forged = [`${challenge}.${at}.`, `${challenge}.${Number(at) + 1}.x`, "", "..", "x"];
      for (const cookie of [...forged, toAdd.cookie]) {
        const signedFor = (cookie === toAdd.cookie ? toAdd : asked).options as Challenge;
        const text = passkey.signed(signedFor);
        expect(await passkeys.take({ text, cookie }, NOW_MS)).toBeUndefined();
      }
      const made = softPasskey(ORIGIN, elsewhere.accountId);
      for (const { options, cookie } of [asked, toAdd]) {
        const answer = { text: made.created(options as Challenge), cookie, name: "x" };
        expect(await passkeys.add(elsewhere, answer, NOW_MS)).toBe("refused");
      }
    });

    test("that nobody needs to remember for long", async () => {
      const { store, who, passkeys } = await ann();
      await signIn(passkeys, await added(passkeys, who));
      const kept = () => store.db.selectFrom("account_challenge").selectAll().execute();
      await deleteOldChallenges(store, NOW_MS + 2 * CHALLENGE_MS);
      expect(await kept()).toHaveLength(2);
      await deleteOldChallenges(store, NOW_MS + 24 * CHALLENGE_MS);
      expect(await kept()).toEqual([]);
    });
  });

  test("whose counter goes back was copied: it is refused, and its owner is told", async () => {
    const { store, who, passkeys } = await ann();
    const passkey = await added(passkeys, who);
    passkey.counter = 7;
    expect(await signIn(passkeys, passkey)).toBeDefined();
    for (const counter of [8, 7, 0]) {
      expect(await signIn(passkeys, passkey, { counter })).toBeUndefined();
    }
    expect(await signIn(passkeys, passkey, { counter: 9 })).toBeDefined();
    const told = await store.db
      .selectFrom("audit")
      .select("detail")
      .where("action", "=", "passkey_refused")
      .where("unmailed", "=", 1)
      .execute();
    expect(told).toEqual(Array(3).fill({ detail: '{"name":"Laptop"}' }));
  });

  test("that does not count signs in as often as it is asked", async () => {
    const { who, passkeys } = await ann();
    const passkey = await added(passkeys, who, false);
    for (let time = 0; time < 3; time++) {
      expect(await signIn(passkeys, passkey)).toBeDefined();
    }
  });

  test("is one of ten at most", async () => {
    const { who, passkeys } = await ann();
    for (let count = 1; count < MAX_PASSKEYS; count++) {
      await added(passkeys, who);
    }
    const asked = await Promise.all([1, 2].map(() => passkeys.askToAdd(who, NOW_MS)));
    const outcomes = await Promise.all(
      asked.map(({ options, cookie }) => {
        const text = softPasskey(ORIGIN, who.accountId).created(options as Challenge);
        return passkeys.add(who, { text, cookie, name: "x" }, NOW_MS);
      }),
    );
    expect(outcomes.toSorted()).toEqual(["added", "too_many"]);
    expect(await passkeys.list(who.accountId)).toHaveLength(MAX_PASSKEYS);
  });

  test("is not added when it was made for something else", async () => {
    const { who, passkeys } = await ann();
    const wrongs: [string, Wrong][] = [
      ["another origin", { origin: "https://evil.example" }],
      ["another domain", { rpId: "evil.example" }],
      ["another challenge", { challenge: "AAAA" }],
      ["a sign-in", { type: "webauthn.get" }],
      ["nobody it has checked", { verifiesUser: false }],
    ];
    for (const [name, wrong] of wrongs) {
      const { options, cookie } = await passkeys.askToAdd(who, NOW_MS);
      const text = softPasskey(ORIGIN, who.accountId).created(options as Challenge, wrong);
      const outcome = await passkeys.add(who, { text, cookie, name: "x" }, NOW_MS);
      expect([name, outcome]).toEqual([name, "refused"]);
    }
    expect(await passkeys.list(who.accountId)).toEqual([]);
  });

  test("is added, renamed and removed by its owner's session alone", async () => {
    const { store, who, passkeys } = await ann();
    await added(passkeys, who);
    const [{ id } = { id: "" }] = await passkeys.list(who.accountId);
    const eve = await account(store, "eve@elsewhere.example");
    expect(await passkeys.remove(eve, id, NOW_MS)).toBe(false);
    await passkeys.rename(eve, id, "Eve's", NOW_MS);
    const { options, cookie } = await passkeys.askToAdd(who, NOW_MS);
    const text = softPasskey(ORIGIN, who.accountId).created(options as Challenge);
    await endSessions(store.db, who.accountId, { id: who.sessionId });
    for (const act of [
      () => passkeys.add(who, { text, cookie, name: "x" }, NOW_MS),
      () => passkeys.rename(who, id, "x", NOW_MS),
      () => passkeys.remove(who, id, NOW_MS),
    ]) {
      await expect(act()).rejects.toThrow(SignedOutError);
    }
    expect(await passkeys.list(who.accountId)).toMatchObject([{ id, name: "Laptop" }]);
  });

  test("is whole or not there after a crash, and signs in at the next try", async () => {
    const { store, who } = await ann();
    const crash = fails('"audit"');
    const broken = passkeysOf({ ...store, db: store.db.withPlugin(crash.plugin) });
    const { options, cookie } = await broken.askToAdd(who, NOW_MS);
    const passkey = softPasskey(ORIGIN, who.accountId);
    const answer = { text: passkey.created(options as Challenge), cookie, name: "Laptop" };
    await expect(broken.add(who, answer, NOW_MS)).rejects.toThrow("It crashes.");
    expect(await broken.list(who.accountId)).toEqual([]);
    crash.stop();
    // The challenge was not used up.
    expect(await broken.add(who, answer, NOW_MS)).toBe("added");

    // A crash after its signature was taken costs one more touch.
    const passkeys = passkeysOf(store);
    expect(await signIn(passkeys, passkey)).toBeDefined();
    const noSession = fails("account_session");
    const accounts = accountsOf({ ...store, db: store.db.withPlugin(noSession.plugin) });
    const begin = () => accounts.signInWithPasskey(who.accountId, async () => true, STRANGER);
    await expect(begin()).rejects.toThrow("It crashes.");
    noSession.stop();
    expect(await signIn(passkeys, passkey)).toBeDefined();
    const { who: back } = await accounts.whoIs(keeping(await begin()));
    expect(back?.accountId).toBe(who.accountId);
  });

  // The session of an account that was found and then deleted was refused by the database, and answered with 500.
  test("signs nobody in whose account is deleted just then", async () => {
    const { store, who } = await ann();
    let isFound = false;
    const deletes: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!isFound && result.rows.some((row) => row["id"] === who.accountId)) {
          isFound = true;
          await store.db.deleteFrom("account_user").execute();
        }
        return result;
      },
    };
    const accounts = accountsOf({ ...store, db: store.db.withPlugin(deletes) });
    const begun = accounts.signInWithPasskey(who.accountId, async () => true, STRANGER);
    expect([await begun, isFound]).toEqual([[], true]);
  });

  test("that is removed while it signs in leaves no session", async () => {
    const { store, who, passkeys } = await ann();
    const used = await signIn(passkeys, await added(passkeys, who));
    const accounts = accountsOf(store);
    const cookies = await accounts.signInWithPasskey(
      who.accountId,
      async () => {
        await passkeys.remove(who, used?.passkeyId ?? "", NOW_MS);
        return passkeys.isThere(used?.passkeyId ?? "");
      },
      STRANGER,
    );
    expect(cookies).toEqual([]);
    const sessions = await store.db.selectFrom("account_session").select("id").execute();
    expect(sessions).toEqual([{ id: who.sessionId }]);
    await store.db.deleteFrom("account_user").execute();
    expect(await accounts.signInWithPasskey(who.accountId, async () => true, STRANGER)).toEqual([]);
  });
});
