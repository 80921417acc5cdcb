import type { UsageReport } from "../../../src/account/page-data.ts";
import { dayAt, dayStartMs } from "../../../src/fairness/utc-day.ts";
import { OTHER_SITE } from "../../access/usage.ts";
import type { Store } from "../../store/store.ts";
import { timeText } from "../../store/stored-value.ts";
import type { Handler } from "../request.ts";

const DAYS = 30;
const TOP_SITES = 10;

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
  const sites = new Map<string, number[]>();
  for (const { day, what, count } of rows) {
    const times = Number(count);
    const [kind, name] = split(what);
    const entry = days[day - first];
    if (kind === "site") {
      const counts = sites.get(name) ?? Array<number>(DAYS).fill(0);
      counts[day - first] = (counts[day - first] ?? 0) + times;
      sites.set(name, counts);
    } else if (entry !== undefined) {
      entry[kind === "load" ? "loads" : "refused"] += times;
      if (kind === "refused") {
        refusals.set(name, (refusals.get(name) ?? 0) + times);
      }
    }
  }
  return {
    days,
    loads: sum(days.map(({ loads }) => loads)),
    refusals: [...refusals]
      .map(([reason, count]) => ({ reason, count }))
      .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
    sites: siteRows(sites),
  };
}

/** The sites with the most requests, with all others summed in the last row. */
function siteRows(sites: ReadonlyMap<string, readonly number[]>): UsageReport["sites"] {
  const rows = [...sites]
    .map(([site, counts]) => ({ site: site as string | null, counts, count: sum(counts) }))
    .toSorted((a, b) => b.count - a.count || ((a.site ?? "") < (b.site ?? "") ? -1 : 1));
  const named = rows.filter(({ site }) => site !== OTHER_SITE);
  const rest = [...named.slice(TOP_SITES), ...rows.filter(({ site }) => site === OTHER_SITE)];
  const counts = Array.from({ length: DAYS }, (_, at) =>
    sum(rest.map((row) => row.counts[at] ?? 0)),
  );
  const others = rest.length === 0 ? [] : [{ site: null, counts, count: sum(counts) }];
  return [...named.slice(0, TOP_SITES), ...others];
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
    ...split(what),
    String(count),
  ]);
  const columns = ["day", "key_ends_in", "what", "site_or_reason", "count"];
  return { csv: { name: "usage", rows: [columns, ...rows] } };
};

function sum(counts: readonly number[]): number {
  return counts.reduce((one, other) => one + other, 0);
}

/** Splits `site:https://a.example` into its kind and its name. */
function split(what: string): [string, string] {
  const at = what.indexOf(":");
  return at === -1 ? [what, ""] : [what.slice(0, at), what.slice(at + 1)];
}
