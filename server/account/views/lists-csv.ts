import { csvOf } from "../../runtime/csv.ts";
import { timeText } from "../../store/stored-value.ts";
import { endpointStates } from "../../webhooks/endpoint-states.ts";
import { auditOf } from "../audit-log.ts";
import { sessionsOf } from "../auth/sessions.ts";
import { subscriptionIdsOf } from "../own-endpoints.ts";
import type { PortalContext } from "../portal-context.ts";
import type { SignedInRequest } from "../portal-request.ts";

const DAY_MS = 86_400_000;
/** More than an account has in years. They are read in one go, which keeps everybody waiting for some 50 ms. */
export const MAX_ENTRIES = 4_000;

/** The audit log as CSV, the newest entry first. Times are in UTC. */
export async function auditCsv(
  { store }: PortalContext,
  { who }: SignedInRequest,
): Promise<string> {
  const rows = (await auditOf(store, who.accountId, MAX_ENTRIES)).map(
    ({ action, atMs, detail }) => [
      timeText(atMs),
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
      timeText(day * DAY_MS, (iso) => iso.slice(0, 10)),
      hint,
      kind,
      name.join(":"),
      String(count),
    ];
  });
  return csvOf([["day", "key_ends_in", "what", "site_or_reason", "count"], ...rows]);
}

/** The calls of all endpoints that are kept, as CSV, the newest first. Times are in UTC. */
export async function webhookCallsCsv(
  { store }: PortalContext,
  { who }: SignedInRequest,
): Promise<string> {
  const calls = await store.db
    .selectFrom("webhook_call")
    .innerJoin("webhook_endpoint", "webhook_endpoint.id", "webhook_call.endpoint_id")
    .innerJoin("subscription", "subscription.id", "webhook_endpoint.subscription_id")
    .selectAll("webhook_call")
    .select("webhook_endpoint.url")
    .where("subscription.account_id", "=", who.accountId)
    .orderBy("webhook_call.at", "desc")
    .orderBy("webhook_endpoint.id")
    .execute();
  const rows = calls.map((call) => [
    timeText(call.at),
    call.url,
    call.message,
    call.type,
    call.status === null ? "" : String(call.status),
    call.fault ?? "",
    String(call.duration_ms),
    call.by_hand === 1 ? "yes" : "no",
  ]);
  const head = ["time", "endpoint", "webhook", "type", "status", "fault", "took_ms", "by_hand"];
  return csvOf([head, ...rows]);
}

/** The browsers that are signed in, as CSV, the newest first. Times are in UTC. */
export async function sessionsCsv(
  { store }: PortalContext,
  { who, nowMs }: SignedInRequest,
): Promise<string> {
  const rows = (await sessionsOf(store, who.accountId, nowMs)).map((session) => [
    timeText(session.createdAtMs),
    timeText(session.endsAtMs),
    session.address,
    session.userAgent,
    session.id === who.sessionId ? "yes" : "no",
  ]);
  return csvOf([["since", "until", "address", "browser", "this_browser"], ...rows]);
}

/** The endpoints of webhooks as CSV. Times are in UTC. */
export async function endpointsCsv(
  { store }: PortalContext,
  { who, nowMs }: SignedInRequest,
): Promise<string> {
  const subscriptionIds = await subscriptionIdsOf(store.db, who.accountId);
  const rows = (await endpointStates(store, nowMs, subscriptionIds)).map(
    ({ endpoint: { url, games, events, off }, state, failingSinceMs }) => {
      const sinceMs = off?.atMs ?? failingSinceMs;
      const since = sinceMs === null ? "" : timeText(sinceMs);
      return [url, games.join(" "), events.join(" "), state, since];
    },
  );
  return csvOf([["endpoint", "games", "events", "state", "since"], ...rows]);
}
