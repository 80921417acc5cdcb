import { createAccounts } from "../../server/account/auth/accounts.ts";
import type { AccountOptions, Accounts } from "../../server/account/auth/accounts.ts";
import type { Store } from "../../server/store/store.ts";
import { vault } from "./payments.ts";
import { quickHashing } from "./quick-hashing.ts";

/** The accounts of a store. By default no address needs confirmation, and mails are dropped. */
export function accountsOn(store: Store, options: Partial<AccountOptions> = {}): Accounts {
  return createAccounts({
    store,
    vault,
    hashing: quickHashing,
    mustVerify: false,
    secure: false,
    sendMail: async () => {},
    mailMoved: async () => {},
    now: Date.now,
    note: async () => {},
    ...options,
  });
}
