import type { Db, Store } from "../store/store.ts";
import { readSum } from "../store/stored-value.ts";
import type { Claim } from "./claims.ts";

/* The review queue: transfers that do not fit an invoice exactly, and all claims of them. */

export interface ReviewCase {
  /** The transfer's id. */
  readonly id: string;
  readonly reason: string | null;
  readonly hash: string;
  readonly logIndex: number;
  /** Addresses as people write them. */
  readonly from: string;
  readonly to: string;
  /** In millionths of a USDT. */
  readonly paid: bigint;
  /** When it was paid, epoch ms. */
  readonly paidAtMs: number;
  /** The invoice that nearly fits its amount: the account's address, null if deleted, and the plan. */
  readonly nearly: { readonly email: string | null; readonly plan: string } | null;
  /** All its claims, in any state, oldest first. */
  readonly claims: readonly ReviewClaim[];
}

/** One account's claim of a transfer, which proves nothing: the chain is public. */
export interface ReviewClaim {
  readonly id: string;
  readonly state: Claim["state"];
  readonly reason: string | null;
  /** Null if the account was deleted. */
  readonly email: string | null;
  /** The invoice's amount in millionths of a USDT, and what it bought. */
  readonly asked: number;
  readonly plan: string;
  readonly days: number;
  /** When the invoice was created and when the transaction was claimed for it, epoch ms. */
  readonly invoiceAtMs: number;
  readonly namedAtMs: number;
}

/** The transfers in review, and credited ones with another claim in review. */
function selectInReview(db: Db) {
  return db.selectFrom("transfer").where(({ or, eb, selectFrom }) => {
    const claimed = selectFrom("claim").select("transfer_id").where("state", "=", "review");
    return or([eb("transfer.state", "=", "review"), eb("transfer.id", "in", claimed)]);
  });
}

/** The cases in review, oldest first. */
export async function listReview({ db }: Store): Promise<ReviewCase[]> {
  const rows = await selectInReview(db)
    .leftJoin("invoice", "invoice.id", "transfer.invoice_id")
    .leftJoin("account_user", "account_user.id", "invoice.account_id")
    .selectAll("transfer")
    .select(["invoice.plan", "account_user.email"])
    .orderBy("transfer.block_time")
    .orderBy("transfer.id")
    .execute();
  const claims = await db
    .selectFrom("claim")
    .innerJoin("invoice", "invoice.id", "claim.invoice_id")
    .leftJoin("account_user", "account_user.id", "claim.account_id")
    .select(["claim.id", "claim.state", "claim.reason", "account_user.email"])
    .select(["invoice.amount as asked", "invoice.plan", "invoice.days"])
    .select(["invoice.created_at as invoiceAtMs", "claim.created_at as namedAtMs"])
    .select(["claim.tx_hash", "claim.transfer_id"])
    .where("claim.tx_hash", "in", selectInReview(db).select("transfer.tx_hash"))
    .orderBy("claim.created_at")
    .orderBy("claim.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    reason: row.reason,
    hash: row.tx_hash,
    logIndex: row.log_index,
    from: row.from_address,
    to: row.to_address,
    paid: readSum(row.amount, ["transfer", row.id]),
    paidAtMs: row.block_time,
    nearly: row.plan === null ? null : { email: row.email, plan: row.plan },
    claims: claims.filter(
      (claim) => claim.tx_hash === row.tx_hash && (claim.transfer_id ?? row.id) === row.id,
    ),
  }));
}

/** The number of cases in review, at most `limit`. */
export async function countReview({ db }: Pick<Store, "db">, limit: number): Promise<number> {
  const rows = await selectInReview(db).select("transfer.id").limit(limit).execute();
  return rows.length;
}

/** The transfers in review that were sent for invoices of an account which has not claimed them; newest first. */
export function transfersInReview({ db }: Pick<Store, "db">, accountId: string) {
  return db
    .selectFrom("transfer")
    .innerJoin("invoice", "invoice.id", "transfer.invoice_id")
    .select([
      "transfer.tx_hash as hash",
      "transfer.amount",
      "transfer.reason",
      "invoice.id as invoiceId",
      "invoice.plan",
    ])
    .select(({ fn }) => fn.coalesce("transfer.decided_at", "transfer.seen_at").as("atMs"))
    .where("invoice.account_id", "=", accountId)
    .where("transfer.state", "=", "review")
    .where(({ selectFrom, eb }) => {
      const claimed = selectFrom("claim")
        .select("claim.transfer_id")
        .where("claim.account_id", "=", accountId)
        .where("claim.state", "=", "review")
        .where("claim.transfer_id", "is not", null);
      return eb("transfer.id", "not in", claimed);
    })
    .orderBy("transfer.decided_at", "desc")
    .orderBy("transfer.id")
    .execute();
}
