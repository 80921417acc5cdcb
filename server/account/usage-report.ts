import type { UsageReport } from "../../src/account/page-data.ts";
import { OTHER_SITE, usageDay } from "../access/usage.ts";
import type { Store } from "../store/store.ts";

const DAYS = 30;
const TOP_SITES = 10;

/** The usage of an account's keys in the last 30 UTC days. */
export async function usageReport(
  store: Store,
  accountId: string,
  nowMs: number,
): Promise<UsageReport> {
  const today = usageDay(nowMs);
  const rows = await store.db
    .selectFrom("usage_day")
    .innerJoin("api_key", "api_key.id", "usage_day.key_id")
    .innerJoin("subscription", "subscription.id", "api_key.subscription_id")
    .select(({ fn }) => ["usage_day.day", "usage_day.what", fn.sum("usage_day.count").as("count")])
    .where("subscription.account_id", "=", accountId)
    .where("usage_day.day", ">", today - DAYS)
    .groupBy(["usage_day.day", "usage_day.what"])
    .execute();
  const days = Array.from({ length: DAYS }, (_, index) => ({
    day: today - DAYS + 1 + index,
    loads: 0,
    refused: 0,
  }));
  const refusals = new Map<string, number>();
  const sites = new Map<string, number[]>();
  for (const { day, what, count } of rows) {
    const times = Number(count);
    const [kind = "", name = ""] = split(what);
    const entry = days[day - today + DAYS - 1];
    if (kind === "site") {
      const counts = sites.get(name) ?? Array.from({ length: DAYS }, () => 0);
      const at = day - today + DAYS - 1;
      counts[at] = (counts[at] ?? 0) + times;
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
    loads: days.reduce((sum, { loads }) => sum + loads, 0),
    refusals: ranked(refusals).map(([reason, count]) => ({ reason, count })),
    sites: siteRows(sites),
  };
}

/** The sites with the most requests, and all others as one row at the end. */
function siteRows(sites: ReadonlyMap<string, readonly number[]>): UsageReport["sites"] {
  const rows = [...sites]
    .map(([site, counts]) => ({ site, counts, count: sum(counts) }))
    .toSorted((a, b) => b.count - a.count || (a.site < b.site ? -1 : 1));
  const named = rows.filter(({ site }) => site !== OTHER_SITE);
  const top = named.slice(0, TOP_SITES).map((row) => ({ ...row, site: row.site as string | null }));
  const rest = [...named.slice(TOP_SITES), ...rows.filter(({ site }) => site === OTHER_SITE)];
  if (rest.length === 0) {
    return top;
  }
  const counts = Array.from({ length: DAYS }, (_, at) =>
    sum(rest.map((row) => row.counts[at] ?? 0)),
  );
  return [...top, { site: null, counts, count: sum(counts) }];
}

function sum(counts: readonly number[]): number {
  return counts.reduce((one, other) => one + other, 0);
}

/** `site:https://a.example` as its kind and its name. */
function split(what: string): [string, string] {
  const at = what.indexOf(":");
  return at === -1 ? [what, ""] : [what.slice(0, at), what.slice(at + 1)];
}

function ranked(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].toSorted(([a, first], [b, second]) => second - first || (a < b ? -1 : 1));
}
