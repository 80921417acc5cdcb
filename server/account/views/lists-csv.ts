import { csvOf } from "../../runtime/csv.ts";
import { auditOf } from "../audit-log.ts";
import type { PortalContext } from "../portal-context.ts";
import type { SignedInRequest } from "../portal-request.ts";

const DAY_MS = 86_400_000;
/** More than an account has in years, and few enough to be held in memory. */
const MAX_ENTRIES = 20_000;

/** The audit log as CSV, the newest entry first. Times are in UTC. */
export async function auditCsv(
  { store }: PortalContext,
  { who }: SignedInRequest,
): Promise<string> {
  const rows = (await auditOf(store, who.accountId, MAX_ENTRIES)).map(
    ({ action, atMs, detail }) => [
      new Date(atMs).toISOString(),
      action,
      Object.entries(detail)
        .map(([name, value]) => `${name}: ${value}`)
        .join("; "),
    ],
  );
  return csvOf([["time", "action", "detail"], ...rows]);
}

/** The usage that is stored, as CSV: what was counted for each UTC day, key and site. */
export async function usageCsv(
  { store }: PortalContext,
  { who }: SignedInRequest,
): Promise<string> {
  const counted = await store.db
    .selectFrom("usage_day")
    .innerJoin("api_key", "api_key.id", "usage_day.key_id")
    .innerJoin("subscription", "subscription.id", "api_key.subscription_id")
    .select(["usage_day.day", "usage_day.what", "usage_day.count", "api_key.hint"])
    .where("subscription.account_id", "=", who.accountId)
    .orderBy("usage_day.day")
    .orderBy("usage_day.what")
    .orderBy("api_key.id")
    .execute();
  const rows = counted.map(({ day, what, count, hint }) => {
    const [kind = "", ...name] = what.split(":");
    return [
      new Date(day * DAY_MS).toISOString().slice(0, 10),
      hint,
      kind,
      name.join(":"),
      String(count),
    ];
  });
  return csvOf([["day", "key_ends_in", "what", "site_or_reason", "count"], ...rows]);
}
