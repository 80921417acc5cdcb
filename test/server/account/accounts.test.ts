import { describe, expect, test } from "vitest";
import type { Accounts } from "../../../server/account/auth/accounts.ts";
import type { AccountMail } from "../../../server/account/auth/better-auth.ts";
import { SignedOutError } from "../../../server/account/auth/sessions.ts";
import type { Store } from "../../../server/store/store.ts";
import { accountsOn, signedIn, STRANGER } from "../../support/accounts-on.ts";
import { engines } from "../../support/engines.ts";
import { quickHashing } from "../../support/quick-hashing.ts";
import { tempStore } from "../../support/temp-store.ts";

describe.each(engines)("on $name", (engine) => {
  const EMAIL = "ann@operator.example";
  const PASSWORD = "correct horse";

  interface Setup {
    readonly store: Store;
    readonly accounts: Accounts;
    readonly emails: AccountMail[];
    readonly notes: [accountId: string, event: string][];
  }

  async function openAccounts({
    mustVerify = false,
    secure = false,
    hashing = quickHashing,
  } = {}): Promise<Setup> {
    const { store } = await tempStore(await engine.place());
    const emails: AccountMail[] = [];
    const notes: Setup["notes"] = [];
    const accounts = accountsOn(store, {
      hashing,
      mustVerify,
      secure,
      sendMail: async (mail) => void emails.push(mail),
      note: async (...each) => void notes.push(each),
    });
    return { store, emails, notes, accounts };
  }

  describe("an account under simultaneous requests", () => {
    test("twenty simultaneous registrations of one address create one account", async () => {
      const { accounts, store, notes } = await openAccounts();
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, () => accounts.register(EMAIL, PASSWORD, "en")),
      );
      expect(outcomes).toEqual(Array(20).fill({ cookies: [] }));
      const users = await store.db.selectFrom("account_user").select("id").execute();
      expect(notes).toEqual([[users[0]?.id, "registered"]]);
    });

    // A row of the account was once written after its deletion: the database refused it, and the response was 500.
    test("deleting an account wins over a concurrent password change", async () => {
      let meanwhile = async () => {};
      const hashing: typeof quickHashing = {
        ...quickHashing,
        hash: (password) => meanwhile().then(() => quickHashing.hash(password)),
        verify: (typed) => meanwhile().then(() => quickHashing.verify(typed)),
      };
      const { accounts, store, emails } = await openAccounts({ hashing });
      const isDeleted = async () => void (await store.db.deleteFrom("account_user").execute());
      await accounts.register(EMAIL, PASSWORD, "en");
      meanwhile = isDeleted;
      const outcome = await accounts.signIn(EMAIL, PASSWORD, STRANGER);
      expect(outcome).toEqual({ fault: "wrong_password" });
      meanwhile = async () => {};
      await accounts.register(EMAIL, PASSWORD, "en");
      await accounts.requestReset(EMAIL);
      meanwhile = isDeleted;
      const reset = await accounts.reset(emails.at(-1)?.token ?? "", "another password");
      expect(reset).toEqual({ fault: "bad_token" });
    });
  });

  describe("a password reset against an intruder", () => {
    test("a reset by the account holder wins over an intruder's concurrent password change", async () => {
      const setup = await openAccounts({
        hashing: {
          ...quickHashing,
          async hash(password) {
            if (password === "the thief's own") {
              await setup.accounts.requestReset(EMAIL);
              await setup.accounts.reset(setup.emails[0]?.token ?? "", "the owner's own");
            }
            return quickHashing.hash(password);
          },
        },
      });
      await setup.accounts.register(EMAIL, PASSWORD, "en");
      const { client: thief, who } = await signedIn(setup.accounts, EMAIL, PASSWORD);
      await expect(
        setup.accounts.changePassword(who, PASSWORD, "the thief's own", thief),
      ).rejects.toThrow(SignedOutError);
      await signedIn(setup.accounts, EMAIL, "the owner's own");
    });

    test("a reset during an intruder's sign-in denies the sign-in", async () => {
      const setup = await openAccounts({
        hashing: {
          ...quickHashing,
          async verify(pair) {
            if (pair.password === PASSWORD) {
              await setup.accounts.requestReset(EMAIL);
              await setup.accounts.reset(setup.emails[0]?.token ?? "", "the owner's own");
            }
            return quickHashing.verify(pair);
          },
        },
      });
      await setup.accounts.register(EMAIL, PASSWORD, "en");
      expect(await setup.accounts.signIn(EMAIL, PASSWORD, STRANGER)).toEqual({
        fault: "wrong_password",
      });
      const sessions = await setup.store.db.selectFrom("account_session").select("id").execute();
      expect(sessions).toEqual([]);
      await signedIn(setup.accounts, EMAIL, "the owner's own");
    });
  });

  test("the account holder gets an email when someone else registers the address", async () => {
    const { accounts, emails } = await openAccounts({ mustVerify: true });
    await accounts.register(EMAIL, PASSWORD, "en");
    await accounts.register(EMAIL, "another password", "en");
    expect(emails.map(({ kind }) => kind)).toEqual(["verify", "taken"]);
  });
});
