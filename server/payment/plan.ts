import type { MicroUsdt } from "./usdt.ts";

/** A plan on sale: a number of days for a price. */
export interface Plan {
  /** Unique among the plans on sale. */
  readonly name: string;
  /** 1 to 3660. */
  readonly days: number;
  /** More than a cent, since less than a cent is let off. */
  readonly price: MicroUsdt;
}

/** Where payments go. */
export interface PaymentTerms {
  /** The USDT contract of the network in use, in base58. */
  readonly contract: string;
  /** In base58. Empty: nothing is sold. */
  readonly addresses: readonly string[];
}
