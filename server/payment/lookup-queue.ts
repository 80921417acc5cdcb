import type { Db, Store, StoredRow, Transaction } from "../store/store.ts";
import { orNone } from "../store/stored-value.ts";
import type { ListedTransfer } from "./tron/transfer-list.ts";

/*
 * The queue of listed and claimed transactions to look up, and how far the node's lists were read. A list is only a
 * hint: each transaction in it is looked up.
 */

/** The states of a claim that is still looked up. */
export const UNDECIDED = ["waiting", "seen"] as const;

/** `account_id` is the account whose turn the look-up takes; null if the transaction is only listed. */
export interface DueLookup extends Pick<StoredRow<"chain_lookup">, "tx_hash" | "looks"> {
  readonly account_id: string | null;
}

/** A block is created every 3 s, and is solid about a minute later. */
const FIRST_DELAYS_MS = [3_000, 6_000, 12_000, 20_000, 30_000];
const LATER_DELAY_MS = 60_000;
/** After this many look-ups, in 15 minutes, hardly anybody still has the page open. */
const ATTENDED_LOOKS = 20;
const UNATTENDED_DELAY_MS = 10 * 60_000;

/** Looks a claimed transaction up even if it was looked up before. */
export async function lookUpNow(
  transaction: Transaction,
  hash: string,
  nowMs: number,
): Promise<void> {
  const { tx_hash, priority, ...due } = lookupRow(hash, 2, nowMs);
  await transaction
    .insertInto("chain_lookup")
    .values({ tx_hash, priority, ...due })
    .onConflict((conflict) => conflict.column("tx_hash").doUpdateSet(due))
    .execute();
}

/**
 * One due transaction of each account with claims, and one that is only listed, longest due first. Of an account's
 * transactions, the one with the fewest look-ups comes first, so it does not wait for made-up ones.
 */
export async function dueLookups(
  { db }: Pick<Store, "db">,
  nowMs: number,
  limit: number,
): Promise<DueLookup[]> {
  return db
    .with("due", (builder) =>
      builder
        .selectFrom("chain_lookup as lookup")
        .leftJoin("claim", (join) =>
          join.onRef("claim.tx_hash", "=", "lookup.tx_hash").on("claim.state", "in", UNDECIDED),
        )
        .select(["lookup.tx_hash", "lookup.looks", "lookup.next_look_at", "claim.account_id"])
        .select(({ fn }) =>
          fn
            .agg<number>("row_number")
            .over((over) =>
              over
                .partitionBy("claim.account_id")
                .orderBy("lookup.priority")
                .orderBy("lookup.looks")
                .orderBy("lookup.next_look_at")
                .orderBy("lookup.tx_hash"),
            )
            .as("nth"),
        )
        .where("lookup.state", "=", "waiting")
        .where("lookup.next_look_at", "<=", nowMs),
    )
    .selectFrom("due")
    .select(["tx_hash", "looks", "account_id"])
    .where("nth", "=", 1)
    .orderBy("next_look_at")
    .orderBy("tx_hash")
    .limit(limit)
    .execute();
}

/**
 * Schedules the next look-up, unless another process has done so in the meantime.
 *
 * @param random causes a jitter of a fifth in both directions.
 * @param isUnknown whether the node does not know the transaction. Anybody can make up hashes by the thousand, so
 * these are looked up less and less often; others every minute.
 */
export async function postpone(
  db: Db,
  { tx_hash: hash, looks: before }: Pick<DueLookup, "tx_hash" | "looks">,
  { now, random }: { readonly now: () => number; readonly random: () => number },
  isUnknown: boolean,
): Promise<void> {
  const looks = before + 1;
  const laterMs = isUnknown && looks > ATTENDED_LOOKS ? UNATTENDED_DELAY_MS : LATER_DELAY_MS;
  const delayMs = (FIRST_DELAYS_MS[before] ?? laterMs) * (0.8 + 0.4 * random());
  await db
    .updateTable("chain_lookup")
    .set({ looks, next_look_at: now() + Math.round(delayMs) })
    .where("tx_hash", "=", hash)
    .where("looks", "=", before)
    .where("state", "=", "waiting")
    .execute();
}

export async function endLookup(db: Db, hash: string, state: "done" | "lost"): Promise<void> {
  await db.updateTable("chain_lookup").set({ state }).where("tx_hash", "=", hash).execute();
}

export async function hasLookups({ db }: Store): Promise<boolean> {
  const row = await db
    .selectFrom("chain_lookup")
    .select("tx_hash")
    .where("state", "=", "waiting")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Transfers below this, in millionths of a USDT, are not looked up unless an invoice asks for exactly that amount:
 * sending one would cost less than looking it up.
 */
const MIN_LOOKED_UP = 1_000_000n;
/** Clocks differ, so the first reading begins this long before the oldest open invoice. */
const TOLERANCE_MS = 5 * 60_000;

/** How far an address's list was read. */
export interface AddressCursor extends StoredRow<"address_cursor"> {
  /** Whether an open invoice asks for a payment to this address. */
  readonly isAwaited: boolean;
}

/**
 * The cursors of all addresses that may be paid: those on sale, and those of open invoices. The address that was
 * read longest ago comes first. A new cursor begins before the oldest open invoice of its address.
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
  const rows = await db
    .selectFrom("address_cursor")
    .selectAll()
    .where("contract", "=", contract)
    .where("address", "in", orNone(watched))
    .execute();
  const stored = new Map(rows.map((row) => [row.address, row]));
  return watched
    .map((address) => ({
      contract,
      address,
      since: Math.min(nowMs, oldest.get(address) ?? nowMs) - TOLERANCE_MS,
      read_at: 0,
      ...stored.get(address),
      isAwaited: oldest.has(address),
    }))
    .toSorted((one, other) => one.read_at - other.read_at);
}

function openInvoices(db: Db, contract: string, nowMs: number) {
  return db
    .selectFrom("invoice")
    .where("contract", "=", contract)
    .where("state", "=", "open")
    .where("closes_at", ">=", nowMs);
}

export async function moveCursor(
  db: Db,
  { contract, address, since, read_at }: AddressCursor,
  change: { readonly read_at: number } | { readonly since: number },
): Promise<void> {
  await db
    .insertInto("address_cursor")
    .values({ contract, address, since, read_at, ...change })
    .onConflict((conflict) => conflict.columns(["contract", "address"]).doUpdateSet(change))
    .execute();
}

/** Stores the page together with the cursor: after a crash no listed transfer is lost or looked up twice. */
export async function storePage(
  store: Store,
  cursor: AddressCursor,
  transfers: readonly ListedTransfer[],
  { sinceMs, nowMs }: { sinceMs: number; nowMs: number },
): Promise<void> {
  await store.db.transaction().execute(async (transaction) => {
    const amounts = transfers.map(({ amount }) => Number(amount)).filter(Number.isSafeInteger);
    const invoices = await transaction
      .selectFrom("invoice")
      .select("amount")
      .where("contract", "=", cursor.contract)
      .where("address", "=", cursor.address)
      .where("state", "!=", "paid")
      .where("amount", "in", [0, ...amounts])
      .execute();
    const exact = new Set(invoices.map(({ amount }) => BigInt(amount)));
    const rows = [...Map.groupBy(transfers, ({ hash }) => hash)].flatMap(([hash, ofHash]) => {
      const isExact = ofHash.some(({ amount }) => exact.has(amount));
      const isDust = !isExact && ofHash.every(({ amount }) => amount < MIN_LOOKED_UP);
      return isDust ? [] : [lookupRow(hash, isExact ? 0 : 1, nowMs)];
    });
    if (rows.length > 0) {
      await transaction
        .insertInto("chain_lookup")
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .column("tx_hash")
            .doUpdateSet((eb) => ({
              state: "waiting",
              next_look_at: nowMs,
              priority: eb.ref("excluded.priority"),
            }))
            .where("chain_lookup.priority", "=", 2)
            .where("chain_lookup.state", "!=", "done"),
        )
        .execute();
    }
    await moveCursor(transaction, cursor, { since: sinceMs });
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
