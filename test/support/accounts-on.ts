import { createAccounts } from "../../server/account/auth/accounts.ts";
import type { AccountOptions, Accounts } from "../../server/account/auth/accounts.ts";
import type { Client } from "../../server/account/auth/auth-call.ts";
import { cookieHeader } from "../../server/account/cookies.ts";
import type { Store } from "../../server/store/store.ts";
import { vault } from "./payments.ts";
import { quickHashing } from "./quick-hashing.ts";

/** A store's accounts. By default no address needs confirmation, and emails are dropped. */
export function accountsOn(store: Store, options: Partial<AccountOptions> = {}): Accounts {
  return createAccounts({
    store,
    vault,
    hashing: quickHashing,
    mustVerify: false,
    secure: false,
    sendMail: async () => {},
    emailChanged: async () => {},
    now: Date.now,
    note: async () => {},
    ...options,
  });
}

export const STRANGER: Client = { cookie: "", address: "203.0.113.7", userAgent: "Test/1.0" };

export async function signedIn(accounts: Accounts, email: string, password: string) {
  const outcome = await accounts.signIn(email, password, STRANGER);
  const client = {
    ...STRANGER,
    cookie: cookieHeader(outcome.fault === undefined ? outcome.cookies : []),
  };
  const { who } = await accounts.whoIs(client);
  if (who === undefined) {
    throw new Error(outcome.fault ?? "Nobody is signed in.");
  }
  return { client, who };
}
