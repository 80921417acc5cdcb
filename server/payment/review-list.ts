import type { Db, Store } from "../store/store.ts";
import { formatUsdt } from "./usdt.ts";

/* The review queue: transfers that do not fit an invoice exactly, and all claims of them. */

/**
 * A transfer in review, with its addresses in base58. `paidAtMs` is its block's time, epoch ms. `nearly` is the invoice
 * whose amount nearly matches: its plan, and its account's email address, null for a deleted account.
 */
export type ReviewCase = Awaited<ReturnType<typeof listReview>>[number];

/**
 * An account's claim of a transfer, which proves nothing, because the chain is public. `email` is null if the account
 * was deleted; `asked` is the invoice's amount, in millionths of a USDT; `invoiceAtMs` and `namedAtMs` are when the
 * invoice was created and when the transaction was claimed, epoch ms.
 */
export type ReviewClaim = ReviewCase["claims"][number];

/** The transfers in review, and credited ones with another claim in review. */
function selectInReview(db: Db) {
  return db.selectFrom("transfer").where((eb) => {
    const claimed = eb.selectFrom("claim").select("transfer_id").where("state", "=", "review");
    return eb.or([eb("transfer.state", "=", "review"), eb("transfer.id", "in", claimed)]);
  });
}

/** The cases in review, oldest first, each with all its claims, in any state, oldest first. */
export async function listReview({ db }: Store) {
  const rows = await selectInReview(db)
    .leftJoin("invoice", "invoice.id", "transfer.invoice_id")
    .leftJoin("account_user", "account_user.id", "invoice.account_id")
    .select(["transfer.id", "transfer.reason", "transfer.tx_hash as hash", "transfer.amount"])
    .select(["transfer.from_address as from", "transfer.to_address as to"])
    .select(["transfer.block_time as paidAtMs", "invoice.plan", "account_user.email"])
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
  return rows.map(({ amount, plan, email, ...row }) => ({
    ...row,
    paid: formatUsdt(BigInt(amount)),
    nearly: plan === null ? null : { email, plan },
    claims: claims.filter(
      (claim) => claim.tx_hash === row.hash && (claim.transfer_id ?? row.id) === row.id,
    ),
  }));
}

export async function countReview({ db }: Pick<Store, "db">, limit: number): Promise<number> {
  const rows = await selectInReview(db).select("transfer.id").limit(limit).execute();
  return rows.length;
}
