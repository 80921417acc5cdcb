import type { Store } from "../store/store.ts";

/** Why a page was refused although its key exists. */
export type UsageRefusal = "expired" | "revoked" | "maintenance" | "site";

/** One request for a page with a key. */
export interface PageAsked {
  readonly keyId: string;
  /** Null when the page was shown. */
  readonly refusal: UsageRefusal | null;
  /**
   * The entry of the key's list that the framing site is on, or `OTHER_SITE`; null where the browser named
   * none. Anybody can name any site, and only what the key's owner wrote down is stored.
   */
  readonly site: string | null;
}

/**
 * Counts page loads by key, in memory; `flush` writes them to the store, and several servers add up there. A
 * crash loses what was counted since the last flush.
 */
export interface Usage {
  /** Counts a request. It touches memory only. */
  note(page: PageAsked): void;
  /** Writes what was counted since the last flush. What cannot be written is kept for the next. */
  flush(): Promise<void>;
}

/** Every site that is not on the key's list. No entry of a list reads like this. */
export const OTHER_SITE = "other";

/** What is counted for a key and day: `load`, `refused:expired`, `site:https://a.example`, `site:other`. */
export type UsageWhat = "load" | `refused:${UsageRefusal}` | `site:${string}`;

const DAY_MS = 86_400_000;
/** Counters of all keys between two flushes. */
const MAX_COUNTERS = 50_000;
const ROWS_AT_ONCE = 200;
const KEPT_DAYS = 90;

interface KeyCount {
  readonly counts: Map<UsageWhat, number>;
  lastMs: number;
}

/** The UTC day of an instant, counted from 1970-01-01. Usage days are UTC days everywhere. */
export function usageDay(nowMs: number): number {
  return Math.floor(nowMs / DAY_MS);
}

/** @param mayDelete whether the clock can be relied on enough to delete old days. */
export function createUsage(
  store: Store,
  now: () => number,
  mayDelete: () => boolean = () => true,
): Usage {
  let counted = new Map<string, KeyCount>();
  let counters = 0;
  let flushing: Promise<void> = Promise.resolve();
  let today = 0;
  let cleanedOn = 0;

  function add(name: string, count: KeyCount, what: UsageWhat, times: number): void {
    const present = count.counts.get(what);
    if (present === undefined) {
      if (counters >= MAX_COUNTERS) {
        return;
      }
      counters += 1;
    }
    count.counts.set(what, (present ?? 0) + times);
    counted.set(name, count);
  }

  function countOf(name: string): KeyCount {
    return counted.get(name) ?? { counts: new Map(), lastMs: 0 };
  }

  async function write(): Promise<void> {
    const batch = counted;
    counted = new Map();
    counters = 0;
    const rows = [...batch].flatMap(([name, { counts }]) => {
      const [day = "", keyId = ""] = name.split(" ");
      return [...counts].map(([what, count]) => ({ key_id: keyId, day: Number(day), what, count }));
    });
    try {
      await store.lazyDb.transaction().execute(async (transaction) => {
        for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
          await transaction
            .insertInto("usage_day")
            .values(rows.slice(at, at + ROWS_AT_ONCE))
            .onConflict((conflict) =>
              conflict.columns(["key_id", "day", "what"]).doUpdateSet((is) => ({
                count: is("usage_day.count", "+", is.ref("excluded.count")),
              })),
            )
            .execute();
        }
        if (cleanedOn !== today && mayDelete()) {
          await transaction
            .deleteFrom("usage_day")
            .where("day", "<", today - KEPT_DAYS)
            .execute();
        }
        for (const [name, { lastMs }] of batch) {
          await transaction
            .updateTable("api_key")
            .set({ last_used_at: lastMs })
            .where("id", "=", name.split(" ")[1] ?? "")
            .execute();
        }
      });
      cleanedOn = today;
    } catch (error) {
      for (const [name, { counts, lastMs }] of batch) {
        const count = countOf(name);
        count.lastMs = Math.max(count.lastMs, lastMs);
        for (const [what, times] of counts) {
          add(name, count, what, times);
        }
      }
      throw error;
    }
  }

  return {
    note({ keyId, refusal, site }) {
      const nowMs = now();
      today = usageDay(nowMs);
      const name = `${today} ${keyId}`;
      const count = countOf(name);
      count.lastMs = nowMs;
      add(name, count, refusal === null ? "load" : `refused:${refusal}`, 1);
      if (site !== null) {
        add(name, count, `site:${site}`, 1);
      }
    },
    flush() {
      // One flush at a time, so that what failed is counted once.
      flushing = flushing.catch(() => {}).then(() => (counted.size === 0 ? undefined : write()));
      return flushing;
    },
  };
}
