import { describe, expect, test } from "vitest";
import type { AccountMail } from "../../../server/account/auth/better-auth.ts";
import { SignedOutError } from "../../../server/account/auth/sessions.ts";
import { accountsOn, signedIn, STRANGER } from "../../support/accounts-on.ts";
import { engines } from "../../support/engines.ts";
import { quickHashing } from "../../support/quick-hashing.ts";
import { tempStore } from "../../support/temp-store.ts";

describe.each(engines)("on $name", (engine) => {
  const EMAIL = "ann@operator.example";
  const PASSWORD = "correct horse";

  async function openAccounts({ mustVerify = false, hashing = quickHashing } = {}) {
    const { store } = await tempStore(await engine.place());
    const emails: AccountMail[] = [];
    const notes: [accountId: string, event: string][] = [];
    const accounts = accountsOn(store, {
      hashing,
      mustVerify,
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
    /** An account whose holder resets the password while the intruder's is verified or hashed. */
    async function openAttacked(password: string) {
      let isAttacked = false;
      const resetDuring = async (typed: string) => {
        if (isAttacked && typed === password) {
          isAttacked = false;
          await accounts.requestReset(EMAIL);
          await accounts.reset(emails[0]?.token ?? "", "the owner's own");
        }
      };
      const { accounts, emails, store } = await openAccounts({
        hashing: {
          ...quickHashing,
          hash: (typed) => resetDuring(typed).then(() => quickHashing.hash(typed)),
          verify: (pair) => resetDuring(pair.password).then(() => quickHashing.verify(pair)),
        },
      });
      await accounts.register(EMAIL, PASSWORD, "en");
      return { accounts, store, attack: () => void (isAttacked = true) };
    }

    test("a reset by the account holder wins over an intruder's concurrent password change", async () => {
      const { accounts, attack } = await openAttacked("the thief's own");
      const { client: thief, who } = await signedIn(accounts, EMAIL, PASSWORD);
      attack();
      await expect(
        accounts.changePassword(who, PASSWORD, "the thief's own", thief),
      ).rejects.toThrow(SignedOutError);
      await signedIn(accounts, EMAIL, "the owner's own");
    });

    test("a reset during an intruder's sign-in denies the sign-in", async () => {
      const { accounts, store, attack } = await openAttacked(PASSWORD);
      attack();
      const outcome = await accounts.signIn(EMAIL, PASSWORD, STRANGER);
      expect(outcome).toEqual({ fault: "wrong_password" });
      expect(await store.db.selectFrom("account_session").select("id").execute()).toEqual([]);
      await signedIn(accounts, EMAIL, "the owner's own");
    });
  });

  test("the account holder gets an email when someone else registers the address", async () => {
    const { accounts, emails } = await openAccounts({ mustVerify: true });
    await accounts.register(EMAIL, PASSWORD, "en");
    await accounts.register(EMAIL, "another password", "en");
    expect(emails.map(({ kind }) => kind)).toEqual(["verify", "taken"]);
  });
});
