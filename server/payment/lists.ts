import type { Kysely, Selectable } from "kysely";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";
import { isNear } from "./decide.ts";
import type { ListedTransfer } from "./tron/transfer-list.ts";
import { CENT } from "./usdt.ts";

/* What nodes list for our addresses, and how far it was read. A list is only a hint: it brings look-ups. */

/**
 * Less than this, in millionths of a USDT, is not looked up unless an invoice asks for just that: to send it
 * costs less than to look at it.
 */
const LEAST_LOOKED_UP = 1_000_000n;
/** Transactions in blocks that may be undone, of one reading of the list. */
const UNCONFIRMED_AT_ONCE = 5;
/** Clocks differ, so the first reading begins this much before the oldest open invoice. */
const TOLERANCE_MS = 5 * 60_000;

/** How far the list of an address was read. */
export interface AddressCursor extends Readonly<Selectable<Schema["address_cursor"]>> {
  /** Whether an open invoice asks for a payment to it. */
  readonly isAwaited: boolean;
}

/**
 * The cursors of all addresses that may be paid: those on sale, and those of invoices that are still open.
 * The one read longest ago comes first. A new one begins before the oldest open invoice of its address.
 */
export async function openCursors(
  { db }: Store,
  { contract, addresses }: { contract: string; addresses: readonly string[] },
  nowMs: number,
): Promise<AddressCursor[]> {
  const open = await openInvoices(db, contract, nowMs)
    .select("address")
    .select(({ fn }) => fn.min<number>("created_at").as("oldest"))
    .groupBy("address")
    .execute();
  const oldest = new Map(open.map((row) => [row.address, Number(row.oldest)]));
  const watched = [...new Set([...addresses, ...oldest.keys()])];
  if (watched.length === 0) {
    return [];
  }
  const read = () =>
    db
      .selectFrom("address_cursor")
      .selectAll()
      .where("contract", "=", contract)
      .where("address", "in", watched)
      .orderBy("read_at")
      .orderBy("address")
      .execute();
  let cursors = await read();
  if (cursors.length < watched.length) {
    const fresh = watched.map((address) => ({
      contract,
      address,
      since: Math.min(nowMs, oldest.get(address) ?? nowMs) - TOLERANCE_MS,
      read_at: 0,
    }));
    await db
      .insertInto("address_cursor")
      .values(fresh)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    cursors = await read();
  }
  return cursors.map((cursor) => ({ ...cursor, isAwaited: oldest.has(cursor.address) }));
}

function openInvoices(db: Kysely<Schema>, contract: string, nowMs: number) {
  return db
    .selectFrom("invoice")
    .where("contract", "=", contract)
    .where("state", "=", "open")
    .where("closes_at", ">=", nowMs);
}

/** Records that the list of an address was read. */
export async function recordReading(
  { db }: Store,
  { contract, address }: AddressCursor,
  nowMs: number,
): Promise<void> {
  await db
    .updateTable("address_cursor")
    .set({ read_at: nowMs })
    .where("contract", "=", contract)
    .where("address", "=", address)
    .execute();
}

/**
 * Stores a page of the list and how far it was read, at once: whatever happens next, nothing listed is
 * lost, and nothing is looked up twice.
 */
export async function storePage(
  store: Store,
  { contract, address }: AddressCursor,
  transfers: readonly ListedTransfer[],
  { sinceMs, nowMs }: { sinceMs: number; nowMs: number },
): Promise<void> {
  await store.db.transaction().execute(async (transaction) => {
    const amounts = transfers.map(({ amount }) => Number(amount)).filter(Number.isSafeInteger);
    const asked = await transaction
      .selectFrom("invoice")
      .select("amount")
      .where("contract", "=", contract)
      .where("address", "=", address)
      .where("state", "!=", "paid")
      .where("amount", "in", [0, ...amounts])
      .execute();
    const exact = new Set(asked.map(({ amount }) => BigInt(amount)));
    const rows = [...Map.groupBy(transfers, ({ hash }) => hash)].flatMap(([hash, ofHash]) => {
      const isExact = ofHash.some(({ amount }) => exact.has(amount));
      const isDust = !isExact && ofHash.every(({ amount }) => amount < LEAST_LOOKED_UP);
      return isDust ? [] : [lookupRow(hash, isExact ? 0 : 1, nowMs)];
    });
    if (rows.length > 0) {
      await transaction
        .insertInto("chain_lookup")
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .column("tx_hash")
            .doUpdateSet((is) => ({
              state: "waiting",
              next_look_at: nowMs,
              priority: is.ref("excluded.priority"),
            }))
            .where("chain_lookup.priority", "=", 2)
            .where("chain_lookup.state", "!=", "done"),
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

const lookupRow = (hash: string, priority: number, nowMs: number) => ({
  tx_hash: hash,
  state: "waiting" as const,
  priority,
  looks: 0,
  next_look_at: nowMs,
  since: nowMs,
});

/**
 * Has a few transactions looked up that are listed in blocks that may still be undone: those that pay what an
 * open invoice asks for, or nearly. The others are found once they are final.
 */
export async function lookUpUnconfirmed(
  { db }: Store,
  { contract, address }: AddressCursor,
  transfers: readonly ListedTransfer[],
  nowMs: number,
): Promise<void> {
  const awaited = await openInvoices(db, contract, nowMs)
    .select("amount")
    .where("address", "=", address)
    .execute();
  const exact = new Set(awaited.map(({ amount }) => amount));
  const byEnding = Map.groupBy(awaited, ({ amount }) => amount % CENT);
  const isNearOne = (amount: number) =>
    byEnding.get(amount % CENT)?.some((invoice) => isNear(invoice, amount)) === true;
  const sums = transfers.map(({ hash, amount }) => ({ hash, amount: Number(amount) }));
  const fitting = [
    ...sums.filter(({ amount }) => exact.has(amount)),
    ...sums.filter(({ amount }) => !exact.has(amount) && isNearOne(amount)),
  ];
  const hashes = [...new Set(fitting.map(({ hash }) => hash))];
  const known = await db
    .selectFrom("chain_lookup")
    .select("tx_hash")
    .where("tx_hash", "in", ["", ...hashes])
    .execute();
  const seen = new Set(known.map((row) => row.tx_hash));
  const fresh = hashes.filter((hash) => !seen.has(hash)).slice(0, UNCONFIRMED_AT_ONCE);
  if (fresh.length > 0) {
    await db
      .insertInto("chain_lookup")
      .values(fresh.map((hash) => lookupRow(hash, 2, nowMs)))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
