import type { UsageReport } from "../../../src/account/page-data.ts";
import { dayAt, dayStartMs } from "../../../src/fairness/utc-day.ts";
import type { Store } from "../../store/store.ts";
import { timeText } from "../../store/stored-value.ts";
import type { Handler } from "../request.ts";

const DAYS = 30;

function readUsage({ db }: Store, accountId: string) {
  return db
    .selectFrom("usage_day")
    .innerJoin("api_key", "api_key.id", "usage_day.key_id")
    .innerJoin("subscription", "subscription.id", "api_key.subscription_id")
    .where("subscription.account_id", "=", accountId);
}

export async function usageReport(
  store: Store,
  accountId: string,
  nowMs: number,
): Promise<UsageReport> {
  const first = dayAt(nowMs) - DAYS + 1;
  const rows = await readUsage(store, accountId)
    .select(({ fn }) => ["usage_day.day", "usage_day.what", fn.sum("usage_day.count").as("count")])
    .where("usage_day.day", ">=", first)
    .groupBy(["usage_day.day", "usage_day.what"])
    .execute();
  const days = Array.from({ length: DAYS }, (_, at) => ({ day: first + at, loads: 0, refused: 0 }));
  const refusals = new Map<string, number>();
  for (const { day, what, count } of rows) {
    const times = Number(count);
    const [kind = "", reason] = what.split(":");
    const entry = days[day - first];
    if (entry !== undefined) {
      entry[kind === "load" ? "loads" : "refused"] += times;
    }
    if (reason !== undefined) {
      refusals.set(reason, (refusals.get(reason) ?? 0) + times);
    }
  }
  return {
    days,
    loads: sum(days.map(({ loads }) => loads)),
    refusals: [...refusals]
      .map(([reason, count]) => ({ reason, count }))
      .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
  };
}

export const usageCsv: Handler = async ({ store, who }) => {
  const counted = await readUsage(store, who.accountId)
    .select(["usage_day.day", "usage_day.what", "usage_day.count", "api_key.hint"])
    .orderBy("usage_day.day")
    .orderBy("usage_day.what")
    .orderBy("api_key.id")
    .execute();
  const rows = counted.map(({ day, what, count, hint }) => [
    timeText(dayStartMs(day), (iso) => iso.slice(0, 10)),
    hint,
    what,
    String(count),
  ]);
  const columns = ["day", "key_ends_in", "what", "count"];
  return { csv: { name: "usage", rows: [columns, ...rows] } };
};

function sum(counts: readonly number[]): number {
  return counts.reduce((one, other) => one + other, 0);
}
