import type { Kysely, Selectable, Transaction } from "kysely";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";

/* The transactions to ask the node for, whether they were listed or claimed. */

/** A transaction that is due, and the account in whose turn it is looked up; null: it is only listed. */
export interface DueLookup extends Pick<Selectable<Schema["chain_lookup"]>, "tx_hash" | "looks"> {
  readonly account_id: string | null;
}

/** A block comes every 3 s, and about a minute later it is solid. */
const DELAYS_MS = [3_000, 6_000, 12_000, 20_000, 30_000];
const LATER_DELAY_MS = 60_000;
/** After so many looks, a quarter of an hour, hardly anybody still has the page open. */
const ATTENDED_LOOKS = 20;
const UNATTENDED_DELAY_MS = 10 * 60_000;
/** No transaction can enter a block later than a day after it was signed. */
const TIMEOUT_MS = 24 * 3_600_000;

/**
 * The delay before the next look-up, ms.
 *
 * @param looks how many look-ups there were.
 * @param random 0 to below 1: jitter of a fifth in both directions.
 * @param isUnknown whether the node knows no such transaction. Anybody can make up hashes by the
 *   thousand, so these are looked up less and less often; others every minute.
 */
export function nextLookDelayMs(looks: number, random: number, isUnknown: boolean): number {
  const laterMs = isUnknown && looks > ATTENDED_LOOKS ? UNATTENDED_DELAY_MS : LATER_DELAY_MS;
  const delayMs = DELAYS_MS[looks - 1] ?? laterMs;
  return Math.round(delayMs * (0.8 + 0.4 * random));
}

/**
 * Whether a transaction that the node does not know will never come: a day has passed since then, on the
 * chain as well as here. A node that is behind may not know it yet.
 *
 * @param solidMs when the node's newest solid block was made, epoch ms; null: not known.
 */
export function hasTimedOut(sinceMs: number, nowMs: number, solidMs: number | null): boolean {
  return solidMs !== null && Math.min(nowMs, solidMs) - sinceMs > TIMEOUT_MS;
}

/** Has a claimed transaction looked up at once, even if it was before. */
export async function lookUpNow(
  transaction: Transaction<Schema>,
  hash: string,
  nowMs: number,
): Promise<void> {
  const due = { state: "waiting", looks: 0, next_look_at: nowMs, since: nowMs } as const;
  await transaction
    .insertInto("chain_lookup")
    .values({ tx_hash: hash, priority: 2, ...due })
    .onConflict((conflict) => conflict.column("tx_hash").doUpdateSet(due))
    .execute();
}

/**
 * One due transaction of each account that claimed any, and one of those that are only listed, the longest due
 * first. Of an account's the one comes first that had the fewest look-ups, so that it does not wait for made-up ones.
 */
export async function dueLookups(
  { db }: Pick<Store, "db">,
  nowMs: number,
  limit: number,
): Promise<DueLookup[]> {
  return db
    .with("due", (within) =>
      within
        .selectFrom("chain_lookup as lookup")
        .leftJoin("claim", (join) =>
          join
            .onRef("claim.tx_hash", "=", "lookup.tx_hash")
            .on("claim.state", "in", ["waiting", "seen"]),
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
            .as("place"),
        )
        .where("lookup.state", "=", "waiting")
        .where("lookup.next_look_at", "<=", nowMs),
    )
    .selectFrom("due")
    .select(["tx_hash", "looks", "account_id"])
    .where("place", "=", 1)
    .orderBy("next_look_at")
    .orderBy("tx_hash")
    .limit(limit)
    .execute();
}

/** Plans the next look-up, unless another process has planned one meanwhile. */
export async function postpone(
  db: Kysely<Schema>,
  { tx_hash: hash, looks }: Pick<DueLookup, "tx_hash" | "looks">,
  nextLookAtMs: number,
): Promise<void> {
  await db
    .updateTable("chain_lookup")
    .set({ looks: looks + 1, next_look_at: nextLookAtMs })
    .where("tx_hash", "=", hash)
    .where("looks", "=", looks)
    .where("state", "=", "waiting")
    .execute();
}

/** Ends the look-ups of a transaction. */
export async function endLookup(
  db: Kysely<Schema>,
  hash: string,
  state: "done" | "lost",
): Promise<void> {
  await db.updateTable("chain_lookup").set({ state }).where("tx_hash", "=", hash).execute();
}

/** Whether any transaction is still to be looked up. */
export async function hasLookups({ db }: Store): Promise<boolean> {
  const row = await db
    .selectFrom("chain_lookup")
    .select("tx_hash")
    .where("state", "=", "waiting")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
