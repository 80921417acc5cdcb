import type { SignedHeader } from "../../src/fairness/header.ts";
import { dayOfDate } from "../../src/fairness/utc-day.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import { storedHeader } from "./stored-header.ts";

/**
 * Puts headers into the store unless it has one of their day, and gives those that it has then. All at once:
 * the log enters whatever it finds, and would get another history from a part of them.
 */
export async function insertHeaders(
  store: Store,
  wanted: readonly SignedHeader[],
): Promise<SignedHeader[]> {
  if (wanted.length === 0) {
    return [];
  }
  return serialized(store, async (within) => {
    const held: SignedHeader[] = [];
    for (const header of wanted) {
      const { game, date } = header;
      const day = dayOfDate(date) as number;
      await within
        .insertInto("day_header")
        .values({ game, day, header: JSON.stringify(header) })
        .onConflict((conflict) => conflict.columns(["game", "day"]).doNothing())
        .execute();
      // Only what the store holds was ever published: another server may have been first.
      const row = await within
        .selectFrom("day_header")
        .selectAll()
        .where("game", "=", game)
        .where("day", "=", day)
        .executeTakeFirstOrThrow();
      held.push(storedHeader(row));
    }
    return held;
  });
}
