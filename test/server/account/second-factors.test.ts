import type { KyselyPlugin } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Client } from "../../../server/account/auth/auth-call.ts";
import type { AccountMail } from "../../../server/account/auth/better-auth.ts";
import { createSecondFactors } from "../../../server/account/auth/second-factors.ts";
import { SignedOutError } from "../../../server/account/auth/sessions.ts";
import { cookieHeader } from "../../../server/account/cookies.ts";
import type { Store, StorePlace } from "../../../server/store/store.ts";
import { accountsOn, signedIn, STRANGER } from "../../support/accounts-on.ts";
import { engines } from "../../support/engines.ts";
import { codeAt } from "../../support/one-time-codes.ts";
import { vault } from "../../support/payments.ts";
import { tempStore } from "../../support/temp-store.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
const PERIOD_MS = 30_000;
const EMAIL = "ann@operator.example";
const PASSWORD = "correct horse";

// The library reads the machine's clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW_MS }));
afterEach(() => void vi.useRealTimers());

const passes = (ms: number) => vi.setSystemTime(Date.now() + ms);

type Server = ReturnType<typeof serverOf>;

function serverOf(store: Store) {
  const emails: AccountMail[] = [];
  const accounts = accountsOn(store, { sendMail: async (mail) => void emails.push(mail) });
  const factors = createSecondFactors({ store, vault, now: Date.now });
  return { store, accounts, factors, emails };
}

const keeping = (cookies: readonly string[]): Client => ({
  ...STRANGER,
  cookie: cookieHeader(cookies),
});

/** Enters the right password; returns the browser that is asked for a code. */
async function half({ accounts }: Server, password = PASSWORD): Promise<Client> {
  const outcome = await accounts.signIn(EMAIL, password, STRANGER);
  expect(outcome).toMatchObject({ needsCode: true });
  return keeping(outcome.fault === undefined ? outcome.cookies : []);
}

async function enter({ accounts }: Server, client: Client, code: string) {
  const outcome = await accounts.enterCode(code, client);
  return outcome.fault ?? (await accounts.whoIs(keeping(outcome.cookies))).who?.email;
}

const signIn = async (server: Server, code: string) => enter(server, await half(server), code);

function changesPassword(store: Store): KyselyPlugin {
  const sessions = new WeakSet<object>();
  return {
    transformQuery({ node, queryId }) {
      if (node.kind === "InsertQueryNode" && JSON.stringify(node).includes("account_session")) {
        sessions.add(queryId);
      }
      return node;
    },
    async transformResult({ result, queryId }) {
      if (sessions.has(queryId)) {
        await store.db.updateTable("account_credential").set({ password: "another" }).execute();
      }
      return result;
    },
  };
}

describe.each(engines)("on $name", (engine) => {
  /** An account whose second factor is on. Its app shows `code`. */
  async function ann() {
    const place: StorePlace = await engine.place();
    const { store } = await tempStore(place);
    const server = serverOf(store);
    const { accounts, factors } = server;
    await accounts.register(EMAIL, PASSWORD, "en");
    const { client, who } = await signedIn(accounts, EMAIL, PASSWORD);
    await factors.createSecret(who);
    const secret = (await factors.unconfirmedSecret(who.accountId)) ?? "";
    const code = (away = 0) => codeAt(secret, Date.now(), away);
    const on = await factors.switchOn(who, code());
    if (on.fault !== undefined) {
      throw new Error(on.fault);
    }
    // The first code has been used.
    passes(PERIOD_MS);
    const other = async () => serverOf((await tempStore(place)).store);
    return { ...server, server, who, client, code, recovery: on.codes, other };
  }

  /** Enters the password `count` times on two servers in turns, and then the code everywhere at once. */
  async function signInsAtOnce(servers: readonly [Server, Server], count: number, code: string) {
    const begun = await Promise.all(
      Array.from({ length: count }, async (_, i) => {
        const server = servers[i % 2] ?? servers[0];
        return { server, client: await half(server) };
      }),
    );
    const outcomes = begun.map(({ server, client }) => enter(server, client, code));
    return (await Promise.all(outcomes)).filter((outcome) => outcome === EMAIL).length;
  }

  const actions = async ({ store }: Server) =>
    (await store.db.selectFrom("audit").select("action").orderBy("at").execute()).map(
      ({ action }) => action,
    );

  test.each([
    ["a minute ago", "refused", -2, "wrong_code"],
    ["half a minute ago", "refused", -1, "wrong_code"],
    ["this half-minute", "accepted", 0, EMAIL],
    ["the next half-minute", "accepted", 1, EMAIL],
    ["a minute ahead", "refused", 2, "wrong_code"],
  ])("only this half-minute's code or the next works: %s is %s", async (_, __, away, outcome) => {
    const { server, code } = await ann();
    expect(await signIn(server, code(away))).toBe(outcome);
  });

  describe("a code from an authenticator app", () => {
    test("a used code is refused on every server", async () => {
      const { server, code, ...made } = await ann();
      const other = await made.other();
      expect(await signIn(server, code())).toBe(EMAIL);
      expect(await signIn(server, code())).toBe("wrong_code");
      expect(await signIn(other, code())).toBe("wrong_code");
      passes(PERIOD_MS);
      expect(await signIn(other, code())).toBe(EMAIL);
      // A code of an earlier period is refused too.
      expect(await signIn(server, code(-1))).toBe("wrong_code");
    });

    test("a code is accepted only once in ten simultaneous sign-ins", async () => {
      const { server, code, other } = await ann();
      expect(await signInsAtOnce([server, await other()], 10, code())).toBe(1);
    });
  });

  describe("an account's recovery codes", () => {
    test("renewing the recovery codes replaces all of them", async () => {
      const { server, factors, who, code, recovery } = await ann();
      expect(await factors.renewCodes(who, "abcde-23456")).toEqual({ fault: "wrong_code" });
      const renewed = await factors.renewCodes(who, code());
      expect(await signIn(server, recovery[0] ?? "")).toBe("wrong_code");
      expect(await signIn(server, renewed.fault ?? renewed.codes[0] ?? "")).toBe(EMAIL);
    });

    test("a recovery code works only once, even on two servers at the same moment", async () => {
      const { server, recovery, other } = await ann();
      expect(await signInsAtOnce([server, await other()], 2, recovery[0] ?? "")).toBe(1);
    });
  });

  describe("wrong codes at sign-in", () => {
    /** The result of ten wrong codes, in sign-ins of five each, the library's limit. */
    async function tenWrong(server: Server): Promise<unknown[]> {
      const outcomes = [];
      for (let signIns = 0; signIns < 2; signIns++) {
        const client = await half(server);
        for (let codes = 0; codes < 5; codes++) {
          outcomes.push(await enter(server, client, "000000"));
        }
      }
      return outcomes;
    }

    test("ten wrong codes lock all codes for 15 minutes", async () => {
      const { server, code, recovery, ...made } = await ann();
      expect(await tenWrong(server)).toEqual(Array(10).fill("wrong_code"));
      // A server that has just started.
      const other = await made.other();
      const right = code(1);
      expect(await signIn(other, right)).toBe("codes_locked");
      expect(await signIn(other, recovery[0] ?? "")).toBe("codes_locked");
      // The account's owner gets one email.
      expect(await actions(server)).toEqual(["second_factor_on", "codes_locked"]);
      passes(900_000 - 1);
      expect(await signIn(other, code())).toBe("codes_locked");
      passes(1);
      expect(await signIn(other, code())).toBe(EMAIL);
      expect(await signIn(other, recovery[0] ?? "")).toBe(EMAIL);
    });

    test("codes cannot be tried without the password", async () => {
      const { server, accounts, code } = await ann();
      const eve = await accounts.signIn(EMAIL, "wrong password", STRANGER);
      expect(eve).toEqual({ fault: "wrong_password" });
      const made = ["", "tableside.two_factor=2fa-x.AAAA", "tableside.two_factor=%"];
      for (const cookie of [...made, ...made, ...made]) {
        expect(await enter(server, { ...STRANGER, cookie }, "000000")).toBe("late_code");
      }
      expect(await signIn(server, code())).toBe(EMAIL);
    });
  });

  describe("a sign-in that waits for a code", () => {
    test("a pending sign-in is cancelled after ten minutes", async () => {
      const { server, code } = await ann();
      const [early, late] = [await half(server), await half(server)];
      passes(599_000);
      expect(await enter(server, early, code())).toBe(EMAIL);
      passes(1_001);
      expect(await enter(server, late, code())).toBe("late_code");
      passes(PERIOD_MS);
      const client = await half(server);
      expect(await enter(server, client, code())).toBe(EMAIL);
      passes(PERIOD_MS);
      expect(await enter(server, client, code())).toBe("late_code");
    });

    test("a pending sign-in is cancelled when the password is reset", async () => {
      const { server, accounts, emails, code } = await ann();
      const waiting = await half(server);
      await accounts.requestReset(EMAIL);
      await accounts.reset(emails.at(-1)?.token ?? "", "new password 1");
      expect(await enter(server, waiting, code())).toBe("late_code");
      expect(await enter(server, await half(server, "new password 1"), code())).toBe(EMAIL);
    });

    test("a pending sign-in fails if the password changes while the code is checked", async () => {
      const { store, server, accounts, code } = await ann();
      const waiting = await half(server);
      const changing = { ...store, db: store.db.withPlugin(changesPassword(store)) };
      const outcome = await serverOf(changing).accounts.enterCode(code(), waiting);
      expect(outcome).toEqual({ fault: "late_code" });
      const left = await store.db.selectFrom("account_session").select("id").execute();
      expect(left).toHaveLength(1);
      expect((await accounts.whoIs(waiting)).who).toBeUndefined();
    });
  });

  describe("switching the second factor off", () => {
    test("a code from the authenticator app switches the second factor off", async () => {
      const { server, accounts, factors, who, code } = await ann();
      expect(await factors.switchOff(who, "000000")).toBe("wrong_code");
      expect(await factors.switchOff(who, code())).toBeUndefined();
      expect(await accounts.signIn(EMAIL, PASSWORD, STRANGER)).not.toHaveProperty("needsCode");
      expect(await factors.recoveryCodesLeft(who.accountId)).toBeNull();
      expect(await actions(server)).toEqual(["second_factor_on", "second_factor_off"]);
    });

    test("an ended session cannot switch the second factor off", async () => {
      const { accounts, factors, who, client, code } = await ann();
      await accounts.signOut(client);
      await expect(factors.switchOff(who, code())).rejects.toThrow(SignedOutError);
      await expect(factors.renewCodes(who, code())).rejects.toThrow(SignedOutError);
      await expect(factors.createSecret(who)).rejects.toThrow(SignedOutError);
    });
  });

  test("a stolen database does not reveal the second factor", async () => {
    const { store, recovery, code } = await ann();
    const rows = await store.db.selectFrom("account_two_factor").selectAll().execute();
    const stolen = JSON.stringify(rows);
    expect(rows).toHaveLength(1);
    expect(stolen).not.toMatch(/base32|[A-Z2-7]{32}/);
    for (const each of [...recovery, code()]) {
      expect(stolen).not.toContain(each);
    }
  });
});
