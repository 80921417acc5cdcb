import type { Store } from "../store/store.ts";
import { readSum, timeText } from "../store/stored-value.ts";

/** What receipts say came in on a UTC day, and what became of it. The first sum is that of the others. */
export interface DayOfBooks {
  /** Such as 2026-07-01. */
  readonly day: string;
  readonly cameIn: bigint;
  /** Transfers that bought a plan, with what they left over. */
  readonly plans: bigint;
  /** Transfers that went to a balance as a whole. */
  readonly balances: bigint;
  readonly waiting: bigint;
  readonly dismissed: bigint;
}

const DAY_MS = 86_400_000;

/** The UTC days on which something came in, the newest first. */
export async function daysOfBooks({ db }: Store, sinceMs: number): Promise<DayOfBooks[]> {
  const rows = await db
    .selectFrom("transfer")
    .select(["id", "amount", "block_time", "state"])
    .where("state", "!=", "seen")
    .where("block_time", ">=", sinceMs)
    .execute();
  const byDay = Map.groupBy(rows, (row) => Math.floor(row.block_time / DAY_MS));
  return [...byDay]
    .toSorted(([one], [other]) => other - one)
    .map(([day, ofDay]) => {
      const sumOf = (state?: string) =>
        ofDay.reduce(
          (sum, row) =>
            state === undefined || row.state === state
              ? sum + readSum(row.amount, ["transfer", row.id])
              : sum,
          0n,
        );
      return {
        day: timeText(day * DAY_MS, (iso) => iso.slice(0, 10)),
        cameIn: sumOf(),
        plans: sumOf("paid"),
        balances: sumOf("kept"),
        waiting: sumOf("review"),
        dismissed: sumOf("dismissed"),
      };
    });
}
