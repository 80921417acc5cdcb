import { dayAt } from "../../src/fairness/utc-day.ts";
import type { Store } from "../store/store.ts";

export type UsageRefusal = "expired" | "revoked" | "maintenance" | "site";

export interface CountedRequest {
  readonly keyId: string;
  /** Null if the page opened. */
  readonly refusal: UsageRefusal | null;
}

/** Counts page loads by key in memory. A crash loses the counts since the last `flush`. */
export type Usage = ReturnType<typeof createUsage>;

/** Maximum number of counters between two flushes, for all keys in total. */
const MAX_COUNTERS = 50_000;
const ROWS_AT_ONCE = 200;
const KEPT_DAYS = 90;

/** @param mayDelete whether the clock is reliable enough to delete old days. */
export function createUsage(store: Store, now: () => number, mayDelete: () => boolean) {
  /** Keyed by "<day> <key> <what>", none of which contains a space; <what> is `load` or `refused:` and a reason. */
  let counts = new Map<string, number>();
  let lastUsedMs = new Map<string, number>();
  let flushing: Promise<void> = Promise.resolve();
  let cleanedOn = 0;

  function add(name: string, times: number): void {
    if (counts.has(name) || counts.size < MAX_COUNTERS) {
      counts.set(name, (counts.get(name) ?? 0) + times);
    }
  }

  const isCleanupDue = () => cleanedOn !== dayAt(now()) && mayDelete();

  async function write(): Promise<void> {
    const [counted, used] = [counts, lastUsedMs];
    counts = new Map();
    lastUsedMs = new Map();
    const today = dayAt(now());
    const shouldClean = isCleanupDue();
    const rows = [...counted].map(([name, count]) => {
      const [day, key_id = "", what = ""] = name.split(" ");
      return { key_id, day: Number(day), what, count };
    });
    try {
      await store.lazyDb.transaction().execute(async (transaction) => {
        for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
          await transaction
            .insertInto("usage_day")
            .values(rows.slice(at, at + ROWS_AT_ONCE))
            .onConflict((conflict) =>
              conflict.columns(["key_id", "day", "what"]).doUpdateSet((eb) => ({
                count: eb("usage_day.count", "+", eb.ref("excluded.count")),
              })),
            )
            .execute();
        }
        if (shouldClean) {
          await transaction
            .deleteFrom("usage_day")
            .where("day", "<", today - KEPT_DAYS)
            .execute();
        }
        for (const [id, last_used_at] of used) {
          await transaction
            .updateTable("api_key")
            .set({ last_used_at })
            .where("id", "=", id)
            .execute();
        }
      });
      cleanedOn = shouldClean ? today : cleanedOn;
    } catch (error) {
      counted.forEach((count, name) => add(name, count));
      lastUsedMs = new Map([...used, ...lastUsedMs]);
      throw error;
    }
  }

  return {
    record({ keyId, refusal }: CountedRequest): void {
      const nowMs = now();
      const what = refusal === null ? "load" : `refused:${refusal}`;
      add(`${dayAt(nowMs)} ${keyId} ${what}`, 1);
      lastUsedMs.set(keyId, nowMs);
    },
    /** Writes the counts. Counts that cannot be written are kept for the next flush. */
    flush(): Promise<void> {
      // Flushes run one at a time, so that failed counts are not added twice.
      flushing = flushing
        .catch(() => {})
        .then(() => (counts.size > 0 || isCleanupDue() ? write() : undefined));
      return flushing;
    },
  };
}
