import type { Selectable } from "kysely";
import type { Store } from "../../store/store.ts";
import type { Schema } from "../../store/tables.ts";

/** How far the list of an address was read. */
export interface AddressCursor extends Readonly<Selectable<Schema["address_cursor"]>> {
  /** Whether an open invoice asks for a payment to it. */
  readonly isAwaited: boolean;
}

/** Clocks differ, so the first reading begins this much before the oldest open invoice. */
const TOLERANCE_MS = 5 * 60_000;

/**
 * The cursors of all addresses that may be paid: those on sale, and those of invoices that are still
 * open. The one read longest ago comes first. A new one begins before the oldest open invoice of its
 * address.
 */
export async function openCursors(
  store: Store,
  { contract, addresses }: { contract: string; addresses: readonly string[] },
  nowMs: number,
): Promise<AddressCursor[]> {
  const open = await store.db
    .selectFrom("invoice")
    .select("address")
    .select(({ fn }) => fn.min<number>("created_at").as("oldest"))
    .where("contract", "=", contract)
    .where("state", "=", "open")
    .where("closes_at", ">=", nowMs)
    .groupBy("address")
    .execute();
  const oldest = new Map(open.map((row) => [row.address, Number(row.oldest)]));
  const watched = new Set([...addresses, ...oldest.keys()]);
  if (watched.size === 0) {
    return [];
  }
  const present = await cursorsOf(store, contract, watched);
  const known = new Set(present.map(({ address }) => address));
  const fresh = [...watched].filter((address) => !known.has(address));
  if (fresh.length > 0) {
    const values = fresh.map((address) => ({
      contract,
      address,
      since: Math.min(nowMs, oldest.get(address) ?? nowMs) - TOLERANCE_MS,
      read_at: 0,
    }));
    await store.db
      .insertInto("address_cursor")
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const all = fresh.length > 0 ? await cursorsOf(store, contract, watched) : present;
  return all.map((cursor) => ({ ...cursor, isAwaited: oldest.has(cursor.address) }));
}

function cursorsOf({ db }: Store, contract: string, addresses: ReadonlySet<string>) {
  return db
    .selectFrom("address_cursor")
    .selectAll()
    .where("contract", "=", contract)
    .where("address", "in", [...addresses])
    .orderBy("read_at")
    .orderBy("address")
    .execute();
}

/** Records that a turn of reading ended. */
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
