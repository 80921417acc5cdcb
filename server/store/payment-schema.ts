import type { Generated } from "kysely";

/**
 * The tables of payments. Sums are in millionths of a USDT. The contract of the token stands for its
 * network as well: each network has its own.
 */
export interface PaymentSchema {
  invoice: InvoiceTable;
  claim: ClaimTable;
  payment: PaymentTable;
  balance_entry: BalanceEntryTable;
  address_cursor: AddressCursorTable;
  listed_transaction: ListedTransactionTable;
  incoming_transfer: IncomingTransferTable;
  sighting: SightingTable;
  lease: LeaseTable;
  owner_act: OwnerActTable;
  plan: PlanTable;
  price: PriceTable;
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
  /** What the balance pays besides. */
  from_balance: Generated<number>;
  /** The invoice that this one asks the rest of; null: none. */
  continues: Generated<string | null>;
  state: "open" | "paid" | "closed";
  created_at: number;
  /** Until when it asks to be paid. */
  expires_at: number;
  /** Until when a payment is taken nevertheless; it is live till then. */
  closes_at: number;
  /** The network that it was ordered from, while its amount rests; null: not known, or shared by many. */
  network: Generated<string | null>;
}

/** What somebody made of a plan. The table only grows; the latest row of a plan holds. */
interface PlanTable {
  /** 1, 2, … in the order in which they were written. */
  number: number;
  /** The plan, with its days: its name in the settings, or an id where it is not in them. */
  plan: string;
  days: number;
  /** What it is called from then on. */
  name: string;
  sold: 0 | 1;
  set_at: number;
  /** Who did it in the back office, by e-mail address; null: somebody at the command line. */
  set_by: string | null;
  reason: string;
}

/** What a plan costs from a time on. The table only grows; of two for one time the later one holds. */
interface PriceTable {
  /** 1, 2, … in the order in which they were set. */
  number: number;
  /** The plan, with its days, as in the table of plans. */
  plan: string;
  days: number;
  amount: number;
  from_at: number;
  set_at: number;
  /** Who set it in the back office, by e-mail address; null: somebody at the command line. */
  set_by: string | null;
  reason: string;
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

/**
 * A term that was bought, with the transfer that paid for it. It outlives its account. Where a balance
 * paid all of it, `tx_hash` is the invoice's id and `amount` 0.
 */
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
  /** By itself, by a person at the command line, or by the account out of its balance. */
  credited_by: "match" | "person" | "balance";
}

/** A change of what an account has paid and not spent. Entries are only added; they outlive their account. */
interface BalanceEntryTable {
  id: string;
  account_id: string;
  /**
   * `too_little`, `twice`, `late`: a whole transfer that bought nothing. `too_much`: what a transfer left
   * over. `spent` and `refunded` are negative.
   */
  kind: "too_little" | "twice" | "late" | "too_much" | "spent" | "refunded";
  amount: number;
  /** The transfer, where all of it went into the balance; null for the other kinds. */
  contract: string | null;
  /** That of a refund too. */
  tx_hash: string | null;
  log_index: number | null;
  /** What the transfer was sent for, or what was bought. */
  invoice_id: string | null;
  at: number;
}

/** How far the node's list of transfers to a receiving address was read. */
interface AddressCursorTable {
  contract: string;
  address: string;
  /** The next reading begins at blocks of this time. */
  since: number;
  read_at: number;
}

/**
 * A transaction that the list names for an address. The list is only a hint: nothing is credited before
 * its receipt was read.
 */
interface ListedTransactionTable {
  contract: string;
  address: string;
  tx_hash: string;
  /** The sum as listed: text, as it may be any number. */
  amount: string;
  /** `dust` is too little to be looked up, `unknown` was not found for a day. */
  state: "waiting" | "done" | "dust" | "unknown";
  /** 0 where an unpaid invoice asks for just this amount: it is looked up first. */
  fits_none: 0 | 1;
  looks: number;
  next_look_at: number;
  listed_at: number;
}

/** A transfer to one of our addresses that its receipt confirmed. It is credited where a payment has its log. */
interface IncomingTransferTable {
  id: string;
  contract: string;
  tx_hash: string;
  log_index: number;
  amount: string;
  from_address: string;
  to_address: string;
  block_time: number;
  /** Why it was not credited by itself; null where it was, or where a claim decides. */
  reason: string | null;
  /** The invoice that it nearly pays. */
  invoice_id: string | null;
  recorded_at: number;
  /** When a person ended it without crediting it. */
  dismissed_at: number | null;
}

/**
 * What the newest blocks say of a payment that is not final yet. Only its payer's screen reads it: a node
 * may lie here, and a block may be undone.
 */
interface SightingTable {
  invoice_id: string;
  tx_hash: string;
  /** What went to the invoice's address: text, as it may be any number. */
  amount: string;
  block_number: number;
  block_time: number;
  /** How many blocks have confirmed it, 19 where it is final; null: not known. */
  confirmations: number | null;
  seen_at: number;
  /** When a node last said something about it. */
  looked_at: number;
  /** Since when no block holds it any more; null: one does. */
  gone_at: number | null;
  looks: number;
  /** Null where nothing is left to look for, or where a claim is looked up. */
  next_look_at: number | null;
}

/** Who does a piece of work that one process may do at a time. */
interface LeaseTable {
  name: string;
  holder: string;
  ends_at: number;
}

/** What whoever runs the service did to an account or a payment. The database lets it only grow. */
interface OwnerActTable {
  id: string;
  at: number;
  action: string;
  account_id: string | null;
  /** A JSON object of texts. */
  detail: string;
  /** The e-mail address of who did it in the back office; null: somebody at the command line. */
  acted_by: Generated<string | null>;
}
