/**
 * The tables of payments. Sums are in millionths of a USDT. The contract of the token stands for its
 * network as well: each network has its own.
 */
export interface PaymentSchema {
  invoice: InvoiceTable;
  claim: ClaimTable;
  payment: PaymentTable;
  lease: LeaseTable;
}

interface InvoiceTable {
  id: string;
  account_id: string;
  /** The plan as it was when the invoice was made: its name, days and price. */
  plan: string;
  days: number;
  price: number;
  /** Contract and address as people write them. */
  contract: string;
  address: string;
  /** What has to be paid, exactly. */
  amount: number;
  state: "open" | "paid" | "closed";
  created_at: number;
  /** Until when it asks to be paid. */
  expires_at: number;
  /** Until when a payment is taken nevertheless; it is live till then. */
  closes_at: number;
}

/** A transaction that an account named for an invoice. */
interface ClaimTable {
  id: string;
  invoice_id: string;
  account_id: string;
  tx_hash: string;
  state: "waiting" | "seen" | "paid" | "review" | "rejected";
  /** Why it is in review or rejected. */
  reason: string | null;
  looks: number;
  next_look_at: number;
  /** What was found where a person has to decide. The amount is text, as it may be any number. */
  log_index: number | null;
  found_amount: string | null;
  found_from: string | null;
  /** Null in what older versions found: it went to the invoice's address. */
  found_to: string | null;
  block_time: number | null;
  created_at: number;
  decided_at: number | null;
}

/** A transfer that was credited. It outlives its account. */
interface PaymentTable {
  id: string;
  contract: string;
  tx_hash: string;
  log_index: number;
  amount: number;
  from_address: string;
  to_address: string;
  block_time: number;
  account_id: string;
  invoice_id: string;
  subscription_id: string;
  plan: string;
  days: number;
  /** The time it bought. */
  starts_at: number;
  ends_at: number;
  credited_at: number;
  /** By itself, or by a person at the command line. */
  credited_by: "match" | "person";
}

/** Who does a piece of work that one process may do at a time. */
interface LeaseTable {
  name: string;
  holder: string;
  ends_at: number;
}
