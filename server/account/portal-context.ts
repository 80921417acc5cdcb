import type { Entropy } from "../../src/round/derive.ts";
import type { StoreChanges } from "../access/store-changes.ts";
import type { Vault } from "../access/vault.ts";
import type { PortalConfig } from "../config/portal-config.ts";
import type { PaymentTerms } from "../payment/plan.ts";
import type { Log } from "../runtime/log.ts";
import type { Store } from "../store/store.ts";
import type { CallsByHand } from "../webhooks/calls.ts";
import type { Accounts } from "./auth/accounts.ts";
import type { AddressChanges } from "./auth/address-changes.ts";
import type { FreshPasswords } from "./auth/fresh-password.ts";
import type { KnownDevices } from "./auth/known-devices.ts";
import type { SecondFactors } from "./auth/second-factors.ts";
import type { RateLimits } from "./rate-limits.ts";

/** What the pages and forms under /account/ work with. */
export interface PortalContext {
  readonly store: Store;
  readonly vault: Vault;
  readonly accounts: Accounts;
  readonly limits: RateLimits;
  readonly devices: KnownDevices;
  readonly fresh: FreshPasswords;
  readonly factors: SecondFactors;
  readonly addresses: AddressChanges;
  readonly terms: PaymentTerms;
  /** How rounds to come are decided, which buyers are told. */
  readonly entropy: Entropy;
  /** What receipts say. */
  readonly receipts: Pick<PortalConfig, "seller">;
  /** Whether e-mail addresses are confirmed by mail. */
  readonly mailsReachPeople: boolean;
  /** Whether cookies are sent over TLS only. */
  readonly secure: boolean;
  /** The public address of the service; null: the address that each request was sent to. */
  readonly baseUrl: string | null;
  /** Makes this process load at once what a form has changed. */
  readonly changes: Pick<StoreChanges, "look">;
  /** Sends the webhooks that owners ask for. */
  readonly byHand: () => Promise<CallsByHand>;
  /** Whether webhooks may go to private addresses. */
  readonly webhooksPrivate: boolean;
  readonly log: Log;
}
