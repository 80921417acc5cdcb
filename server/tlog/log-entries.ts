import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { logEntryOf } from "../../src/fairness/header.ts";
import { leafHash } from "../../src/tlog/merkle.ts";
import { storedHeader } from "../fairness/stored-header.ts";
import { serialized } from "../store/serialized.ts";
import { damagedRow } from "../store/store-error.ts";
import type { Store } from "../store/store.ts";

/** An entry of the log, and what it is of. */
export interface LogEntry {
  /** Its place in the log, counted from 0. */
  readonly position: number;
  /** The slug of the game, and the UTC day. */
  readonly game: string;
  readonly day: number;
  /** What the log holds: the header's bytes and signature. */
  readonly bytes: Uint8Array;
  /** When the house says that it was published, epoch ms. */
  readonly publishedAtMs: number;
  /** Its hash as a leaf of the tree, 32 bytes. */
  readonly leaf: Uint8Array;
}

/** What is left of an entry whose header is lost. */
interface LostEntry extends Omit<LogEntry, "bytes" | "publishedAtMs"> {
  readonly bytes: null;
}

/** Whether the header of a game's UTC day is in the store and cannot be read. */
type IsLost = (slug: string, day: number) => boolean;

const LEAF = /^[0-9a-f]{64}$/;

/**
 * The entries from a place on, in their order.
 *
 * @throws StoreError when one is missing, or its header is not the one that was entered.
 */
export async function readEntries(store: Store, from: number): Promise<LogEntry[]> {
  return (await readEntriesBut(store, from, () => false)) as LogEntry[];
}

/**
 * The same with lost headers among them. Of those the hashes are left, by which the log stays the one that was
 * signed: openers hold it against what they have noted.
 */
export async function readEntriesBut(
  { db }: Store,
  from: number,
  isLost: IsLost,
): Promise<(LogEntry | LostEntry)[]> {
  const rows = await db
    .selectFrom("tlog_entry")
    .innerJoin("day_header", (join) =>
      join
        .onRef("day_header.game", "=", "tlog_entry.game")
        .onRef("day_header.day", "=", "tlog_entry.day"),
    )
    .select(["position", "leaf", "day_header.game", "day_header.day", "day_header.header"])
    .where("position", ">=", from)
    .orderBy("position")
    .execute();
  return rows.map(({ position, ...row }, index) => {
    const isLeft = isLost(row.game, row.day) && LEAF.test(row.leaf);
    const entry = { position, ...(isLeft ? leftOf(row) : entryOf(row)) };
    if (position !== from + index || bytesToHex(entry.leaf) !== row.leaf) {
      throw damagedRow("tlog_entry", String(from + index), "it is not the header that was entered");
    }
    return entry;
  });
}

/** Enters the headers that are in the store and not in the log: the earliest published first. */
export async function enterHeaders(store: Store, isLost: IsLost): Promise<void> {
  if ((await missingHeaders(store.db, isLost)).length === 0) {
    return;
  }
  await serialized(store, async (within) => {
    const missing = (await missingHeaders(within, isLost)).map((row) => ({
      ...row,
      ...storedHeader(row),
    }));
    const last = await within
      .selectFrom("tlog_entry")
      .select((select) => select.fn.max("position").as("position"))
      .executeTakeFirstOrThrow();
    // The type does not know that there may be no row.
    let position = (last.position as number | null) ?? -1;
    missing.sort(
      (a, b) => a.publishedAt - b.publishedAt || a.day - b.day || (a.game < b.game ? -1 : 1),
    );
    for (const { game, day, header } of missing) {
      position += 1;
      const { leaf } = entryOf({ game, day, header });
      const values = { position, game, day, leaf: bytesToHex(leaf) };
      await within.insertInto("tlog_entry").values(values).execute();
    }
  });
}

async function missingHeaders(db: Pick<Store["db"], "selectFrom">, isLost: IsLost) {
  const rows = await db
    .selectFrom("day_header")
    .leftJoin("tlog_entry", (join) =>
      join
        .onRef("tlog_entry.game", "=", "day_header.game")
        .onRef("tlog_entry.day", "=", "day_header.day"),
    )
    .select(["day_header.game", "day_header.day", "day_header.header"])
    .where("tlog_entry.position", "is", null)
    .execute();
  return rows.filter(({ game, day }) => !isLost(game, day));
}

function leftOf({ game, day, leaf }: { game: string; day: number; leaf: string }) {
  return { game, day, bytes: null, leaf: hexToBytes(leaf) };
}

function entryOf(row: Parameters<typeof storedHeader>[0]): Omit<LogEntry, "position"> {
  const { game, day } = row;
  const header = storedHeader(row);
  const bytes = logEntryOf(header);
  return { game, day, bytes, publishedAtMs: header.publishedAt, leaf: leafHash(bytes) };
}
