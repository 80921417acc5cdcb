import type { MicroUsdt } from "../payment/usdt.ts";
import type { Store } from "../store/store.ts";
import { timeText } from "../store/stored-value.ts";

/** What one plan brought in one month. */
export interface Revenue {
  /** Such as 2026-07, in UTC. */
  readonly month: string;
  readonly plan: string;
  /** How often it was bought. */
  readonly sold: number;
  /** What was spent on it: without what went to balances, with what came from them. */
  readonly sum: MicroUsdt;
}

/** Payments read at a time. */
const PAGE = 1_000;

/** What was spent on plans, by month and plan, the newest month first. */
export async function revenue({ db }: Store): Promise<Revenue[]> {
  const months = new Map<string, Revenue>();
  let after = { atMs: -1, id: "" };
  for (;;) {
    const payments = await db
      .selectFrom("payment")
      // What a payment left over, or took from the balance, is written in the same moment.
      .leftJoin("balance_entry", (join) =>
        join
          .onRef("balance_entry.invoice_id", "=", "payment.invoice_id")
          .onRef("balance_entry.at", "=", "payment.credited_at")
          .on("balance_entry.kind", "in", ["too_much", "spent"]),
      )
      .select(["payment.id", "payment.plan", "payment.amount", "payment.credited_at"])
      .select("balance_entry.amount as moved")
      .where(({ eb, or, and }) =>
        or([
          eb("payment.credited_at", ">", after.atMs),
          and([eb("payment.credited_at", "=", after.atMs), eb("payment.id", ">", after.id)]),
        ]),
      )
      .orderBy("payment.credited_at")
      .orderBy("payment.id")
      .limit(PAGE)
      .execute();
    const last = payments.at(-1);
    if (last === undefined) {
      break;
    }
    for (const { plan, amount, moved, credited_at: atMs } of payments) {
      const month = timeText(atMs, (iso) => iso.slice(0, 7));
      const name = `${month} ${plan}`;
      const { sold, sum } = months.get(name) ?? { sold: 0, sum: 0 };
      months.set(name, { month, plan, sold: sold + 1, sum: sum + amount - (moved ?? 0) });
    }
    after = { atMs: last.credited_at, id: last.id };
  }
  return [...months.values()].toSorted(
    (one, other) => compare(other.month, one.month) || compare(one.plan, other.plan),
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
