import { formatUsdt } from "../../payment/usdt.ts";
import { csvOf } from "../../runtime/csv.ts";
import { timeText } from "../../store/stored-value.ts";
import type { PortalContext } from "../portal-context.ts";
import type { SignedInRequest } from "../portal-request.ts";
import { invoicesOf, stateOf } from "./invoices.ts";

const DAY_MS = 86_400_000;
/** More than an account has in years. They are read in one go, which keeps everybody waiting for some 50 ms. */
const MAX_ENTRIES = 4_000;

/** The invoices as CSV, the newest first. Times are in UTC. */
export async function invoicesCsv(
  { store }: PortalContext,
  { who, nowMs }: SignedInRequest,
): Promise<string> {
  const head = ["time", "invoice", "plan", "days", "price_usdt", "from_balance_usdt", "asked_usdt"];
  const rows = (await invoicesOf(store, who.accountId, MAX_ENTRIES)).map((each) => [
    timeText(each.created_at),
    each.id,
    each.plan,
    String(each.days),
    formatUsdt(each.price),
    formatUsdt(each.from_balance),
    formatUsdt(each.amount),
    each.continues ?? "",
    stateOf(each, nowMs),
    each.term === null ? "" : timeText(each.term.startsAtMs),
    each.term === null ? "" : timeText(each.term.endsAtMs),
  ]);
  return csvOf([[...head, "rest_of", "state", "from", "until"], ...rows]);
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
      timeText(day * DAY_MS, (iso) => iso.slice(0, 10)),
      hint,
      kind,
      name.join(":"),
      String(count),
    ];
  });
  return csvOf([["day", "key_ends_in", "what", "site_or_reason", "count"], ...rows]);
}
