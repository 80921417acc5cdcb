import { KeyError } from "../access/refusal.ts";
import type { Vault } from "../access/vault.ts";
import { inTurn } from "../store/revision.ts";
import type { Store } from "../store/store.ts";
import { credit } from "./credit.ts";

/** A payment that arrived and fits no invoice by itself: a person decides. */
export interface ReviewCase {
  readonly claimId: string;
  readonly reason: string;
  readonly email: string | null;
  readonly hash: string;
  readonly from: string;
  /** What was paid and what was asked for, in millionths of a USDT. */
  readonly paid: bigint;
  readonly asked: number;
  readonly plan: string;
  readonly days: number;
  /** When it was paid, epoch ms. */
  readonly paidAtMs: number;
}

/** What waits for a person, the oldest first. */
export async function listReview(store: Store): Promise<ReviewCase[]> {
  const rows = await store.db
    .selectFrom("claim")
    .innerJoin("invoice", "invoice.id", "claim.invoice_id")
    .leftJoin("account_user", "account_user.id", "claim.account_id")
    .select([
      "claim.id",
      "claim.reason",
      "claim.tx_hash",
      "claim.found_amount",
      "claim.found_from",
      "claim.block_time",
      "invoice.amount",
      "invoice.plan",
      "invoice.days",
      "account_user.email",
    ])
    .where("claim.state", "=", "review")
    .orderBy("claim.created_at")
    .orderBy("claim.id")
    .execute();
  return rows.map((row) => ({
    claimId: row.id,
    reason: row.reason ?? "",
    email: row.email,
    hash: row.tx_hash,
    from: row.found_from ?? "",
    paid: BigInt(row.found_amount ?? 0),
    asked: row.amount,
    plan: row.plan,
    days: row.days,
    paidAtMs: row.block_time ?? 0,
  }));
}

/**
 * Credits what a claim in review found to the account that made it.
 *
 * @param days what it buys; undefined: what the invoice's plan does.
 * @throws KeyError when there is no such case, its transfer was credited meanwhile, or its account is
 *   gone.
 */
export function assign(
  store: Store,
  vault: Vault,
  claimId: string,
  days: number | undefined,
  nowMs: number,
): Promise<void> {
  return inTurn(store, async (transaction) => {
    const claim = await transaction
      .updateTable("claim")
      .set({ state: "paid", reason: null, decided_at: nowMs })
      .where("id", "=", claimId)
      .where("state", "=", "review")
      .returningAll()
      .executeTakeFirst();
    if (claim === undefined || claim.log_index === null) {
      throw unknownCase(claimId);
    }
    const invoice = await transaction
      .selectFrom("invoice")
      .selectAll()
      .where("id", "=", claim.invoice_id)
      .executeTakeFirstOrThrow();
    const account = await transaction
      .selectFrom("account_user")
      .select("id")
      .where("id", "=", claim.account_id)
      .executeTakeFirst();
    if (account === undefined) {
      throw new KeyError("The account of this payment was deleted: dismiss it, and pay it back.");
    }
    const credited = await transaction
      .selectFrom("payment")
      .select("id")
      .where("contract", "=", invoice.contract)
      .where("tx_hash", "=", claim.tx_hash)
      .where("log_index", "=", claim.log_index)
      .executeTakeFirst();
    if (credited !== undefined) {
      throw new KeyError("This transfer was credited already, to another claim: dismiss it.");
    }
    const amount = Number(claim.found_amount);
    if (!Number.isSafeInteger(amount)) {
      throw new KeyError(
        "The amount is beyond all USDT there is: look at the node, and dismiss it.",
      );
    }
    const transfer = {
      hash: claim.tx_hash,
      logIndex: claim.log_index,
      from: claim.found_from ?? "",
      to: invoice.address,
      amount,
      blockTimeMs: claim.block_time ?? nowMs,
    };
    await credit(
      transaction,
      vault,
      { invoice, transfer, by: "person", days: days ?? invoice.days },
      nowMs,
    );
  });
}

/**
 * Ends a case without crediting anything.
 *
 * @throws KeyError when there is no such case.
 */
export async function dismiss(store: Store, claimId: string, nowMs: number): Promise<void> {
  const claim = await store.db
    .updateTable("claim")
    .set({ state: "rejected", reason: "dismissed", decided_at: nowMs })
    .where("id", "=", claimId)
    .where("state", "=", "review")
    .returning("id")
    .executeTakeFirst();
  if (claim === undefined) {
    throw unknownCase(claimId);
  }
}

function unknownCase(claimId: string): KeyError {
  return new KeyError(
    `There is no payment ${JSON.stringify(claimId)} to decide: see the ids in the list of payments.`,
  );
}
