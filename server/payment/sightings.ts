import type { Selectable, Transaction } from "kysely";
import { audit } from "../account/audit-log.ts";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";
import type { NodeAnswer } from "./tron/node.ts";
import type { Receipt } from "./tron/receipt.ts";

/**
 * A payment as its payer's screen shows it before it is final. Nothing is ever credited or refused by it.
 */
export type Sighting = Readonly<Selectable<Schema["sighting"]>>;

/** A transaction that a node has in a block. */
export interface Sight {
  readonly receipt: Receipt;
  /** How many blocks have confirmed it, its own among them; null: not known. */
  readonly confirmations: number | null;
}

/** By TRON's rule a block is final once 19 of the 27 producers have built on it. */
export const CONFIRMATIONS = 19;
/** Sightings of one invoice, however many transfers a node makes up. */
const MAX_OF_INVOICE = 20;
const DAY_MS = 24 * 3_600_000;

/** What an answer shows. `gone`: no block holds the transaction. Undefined: the node cannot tell. */
export function sightOf(answer: NodeAnswer): Sight | "gone" | undefined {
  if (answer.kind === "solid") {
    return { receipt: answer.receipt, confirmations: CONFIRMATIONS };
  }
  if (answer.kind === "seen") {
    const { receipt, headNumber } = answer;
    const confirmations = headNumber === null ? null : countOf(headNumber, receipt.blockNumber);
    return { receipt, confirmations };
  }
  return answer.kind === "unknown" && answer.headFault === undefined ? "gone" : undefined;
}

/** The last one is counted where the node says itself that the block is final. */
function countOf(headNumber: number, blockNumber: number): number {
  return Math.max(1, Math.min(headNumber - blockNumber + 1, CONFIRMATIONS - 1));
}

/**
 * Notes what was seen of a payment of an invoice, within the caller's transaction. The first sight of one
 * that is not final yet is news to its payer, whether they have named it or not.
 */
export async function noteSight(
  transaction: Transaction<Schema>,
  { invoiceId, amount, sight }: { invoiceId: string; amount: bigint; sight: Sight },
  nowMs: number,
): Promise<void> {
  const { receipt, confirmations } = sight;
  const others = await transaction
    .selectFrom("sighting")
    .select("tx_hash")
    .where("invoice_id", "=", invoiceId)
    .where("tx_hash", "!=", receipt.hash)
    .limit(MAX_OF_INVOICE)
    .execute();
  if (others.length === MAX_OF_INVOICE) {
    return;
  }
  const of = { invoice_id: invoiceId, tx_hash: receipt.hash };
  const seen = {
    amount: String(amount),
    block_number: receipt.blockNumber,
    block_time: receipt.blockTimeMs,
    looked_at: nowMs,
    gone_at: null,
  };
  const first = await transaction
    .insertInto("sighting")
    .values({ ...of, ...seen, confirmations, seen_at: nowMs, looks: 0, next_look_at: null })
    .onConflict((conflict) => conflict.columns(["invoice_id", "tx_hash"]).doNothing())
    .returning("tx_hash")
    .executeTakeFirst();
  if (first === undefined) {
    await transaction
      .updateTable("sighting")
      // A node that does not know the newest block takes back nothing that was counted.
      .set({ ...seen, ...(confirmations === null ? {} : { confirmations }) })
      .where("invoice_id", "=", of.invoice_id)
      .where("tx_hash", "=", of.tx_hash)
      .execute();
  } else if (confirmations !== CONFIRMATIONS) {
    const { account_id: accountId } = await transaction
      .selectFrom("invoice")
      .select("account_id")
      .where("id", "=", invoiceId)
      .executeTakeFirstOrThrow();
    await audit(transaction, accountId, "payment_seen", nowMs, { hash: receipt.hash });
  }
}

/** Notes that no block holds a transaction any more, unless it was final: then the node is behind. */
export async function noteGone({ db }: Store, hash: string, nowMs: number): Promise<void> {
  await db
    .updateTable("sighting")
    .set({ gone_at: nowMs, looked_at: nowMs, confirmations: null })
    .where("tx_hash", "=", hash)
    .where("gone_at", "is", null)
    .where((eb) =>
      eb.or([eb("confirmations", "is", null), eb("confirmations", "<", CONFIRMATIONS)]),
    )
    .execute();
}

/** A transaction to look at again. */
export type DueSighting = Pick<Sighting, "tx_hash" | "looks" | "seen_at">;

/** The seen transactions to look at now, but not those that are looked up because somebody named them. */
export async function dueSightings(
  { db }: Store,
  nowMs: number,
  limit: number,
): Promise<DueSighting[]> {
  return db
    .selectFrom("sighting")
    .select("tx_hash")
    .select(({ fn }) => [
      fn.max<number>("looks").as("looks"),
      fn.min<number>("seen_at").as("seen_at"),
    ])
    .where("next_look_at", "<=", nowMs)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("claim")
            .select("claim.id")
            .whereRef("claim.tx_hash", "=", "sighting.tx_hash")
            .where("claim.state", "in", ["waiting", "seen"]),
        ),
      ),
    )
    .groupBy("tx_hash")
    .orderBy("looks")
    .orderBy("tx_hash")
    .limit(limit)
    .execute();
}

/** Records a look at a transaction and when the next one is; null: none. After a day there is none. */
export async function recordSightLook(
  { db }: Store,
  { tx_hash: hash, looks, seen_at: seenAtMs }: DueSighting,
  { nowMs, nextLookAtMs }: { nowMs: number; nextLookAtMs: number | null },
): Promise<void> {
  await db
    .updateTable("sighting")
    .set({ looks: looks + 1, next_look_at: nowMs - seenAtMs > DAY_MS ? null : nextLookAtMs })
    .where("tx_hash", "=", hash)
    .execute();
}
