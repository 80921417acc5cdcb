import type { Selectable } from "kysely";
import type { Store } from "../../store/store.ts";
import type { Schema } from "../../store/tables.ts";
import type { ListedTransfer } from "../tron/transfer-list.ts";
import type { AddressCursor } from "./cursors.ts";

/** A transaction that a node listed for one of our addresses. */
export type ListedTransaction = Readonly<Selectable<Schema["listed_transaction"]>>;

/**
 * Less than this, in millionths of a USDT, is not looked up unless an invoice asks for just that: to
 * send it costs less than to look at it. It is only added up.
 */
const LEAST_LOOKED_UP = 1_000_000n;

/**
 * Stores a page of the list and how far it was read, at once: whatever happens next, nothing listed is
 * lost, and nothing is taken twice.
 */
export async function storePage(
  store: Store,
  cursor: AddressCursor,
  transfers: readonly ListedTransfer[],
  { sinceMs, nowMs }: { sinceMs: number; nowMs: number },
): Promise<void> {
  const { contract, address } = cursor;
  await store.db.transaction().execute(async (transaction) => {
    const asked = new Set(
      (
        await transaction
          .selectFrom("invoice")
          .select("amount")
          .where("contract", "=", contract)
          .where("address", "=", address)
          .where("state", "!=", "paid")
          .where("amount", "in", [0, ...transfers.flatMap(({ amount }) => numberOf(amount))])
          .execute()
      ).map(({ amount }) => BigInt(amount)),
    );
    const byHash = Map.groupBy(transfers, ({ hash }) => hash);
    const rows = [...byHash].map(([hash, ofHash]) => {
      const fits = ofHash.some(({ amount }) => asked.has(amount));
      const isDust = !fits && ofHash.every(({ amount }) => amount < LEAST_LOOKED_UP);
      return {
        contract,
        address,
        tx_hash: hash,
        amount: String(ofHash.reduce((sum, { amount }) => sum + amount, 0n)),
        state: isDust ? ("dust" as const) : ("waiting" as const),
        fits_none: fits ? (0 as const) : (1 as const),
        looks: 0,
        next_look_at: nowMs,
        listed_at: nowMs,
      };
    });
    const insert = (some: typeof rows) => transaction.insertInto("listed_transaction").values(some);
    const dust = rows.filter(({ state }) => state === "dust");
    if (dust.length > 0) {
      await insert(dust)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    const waiting = rows.filter(({ state }) => state === "waiting");
    if (waiting.length > 0) {
      // A page may have ended between a transaction's dust and its payment.
      await insert(waiting)
        .onConflict((conflict) =>
          conflict
            .columns(["contract", "tx_hash", "address"])
            .doUpdateSet({ state: "waiting", next_look_at: nowMs })
            .where("listed_transaction.state", "=", "dust"),
        )
        .execute();
    }
    await transaction
      .updateTable("address_cursor")
      .set({ since: sinceMs })
      .where("contract", "=", contract)
      .where("address", "=", address)
      .execute();
  });
}

/** An amount as invoices store it, as a list of one; an empty list where it is beyond all of them. */
function numberOf(amount: bigint): number[] {
  return amount <= BigInt(Number.MAX_SAFE_INTEGER) ? [Number(amount)] : [];
}

/** The transactions to look up now: first those that an invoice waits for, then the least looked for. */
export async function dueTransactions(
  { db }: Store,
  contract: string,
  nowMs: number,
  limit: number,
): Promise<ListedTransaction[]> {
  return db
    .selectFrom("listed_transaction")
    .selectAll()
    .where("contract", "=", contract)
    .where("state", "=", "waiting")
    .where("next_look_at", "<=", nowMs)
    .orderBy("fits_none")
    .orderBy("looks")
    .orderBy("next_look_at")
    .orderBy("tx_hash")
    .limit(limit)
    .execute();
}

/** Records a look-up: that it decided the transaction, or when the next one is. */
export async function recordLook(
  { db }: Store,
  { contract, address, tx_hash: hash, looks }: ListedTransaction,
  result: { state: "done" | "unknown" } | { nextLookAtMs: number },
): Promise<void> {
  await db
    .updateTable("listed_transaction")
    .set({
      looks: looks + 1,
      ...("state" in result ? { state: result.state } : { next_look_at: result.nextLookAtMs }),
    })
    .where("contract", "=", contract)
    .where("address", "=", address)
    .where("tx_hash", "=", hash)
    .where("state", "=", "waiting")
    .execute();
}
