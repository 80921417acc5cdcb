import type { Changes } from "../access/changes.ts";
import type { Vault } from "../access/vault.ts";
import type { PaymentTerms } from "../payment/plan.ts";
import type { Log } from "../runtime/log.ts";
import type { Store } from "../store/store.ts";
import type { Accounts } from "./auth/accounts.ts";
import type { Devices } from "./auth/known-devices.ts";
import type { Guard } from "./rate-limits.ts";

/** All that the pages and forms of accounts work with. */
export interface Desk {
  readonly store: Store;
  readonly vault: Vault;
  readonly accounts: Accounts;
  readonly guard: Guard;
  readonly devices: Devices;
  readonly terms: PaymentTerms;
  /** Whether an address is confirmed by mail. */
  readonly mailsReachPeople: boolean;
  /** Whether cookies go over TLS alone. */
  readonly secure: boolean;
  /** Where the world reaches the service; null takes each request's own address. */
  readonly baseUrl: string | null;
  /** Has this process see at once what a form has changed. */
  readonly changes: Pick<Changes, "look">;
  readonly log: Log;
}
