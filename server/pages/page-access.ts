import type { H3Event, HTTPError } from "h3";
import { isOnSite } from "../../src/wire/sites.ts";
import type { Access } from "../access/key-checker.ts";
import { TEST_KEY_ID } from "../access/test-keys.ts";
import type { UsageRefusal } from "../access/usage.ts";
import type { Deps } from "../deps.ts";
import {
  keyExpired,
  keyInvalid,
  keyMalformed,
  keyMissing,
  keySuspended,
  keyUnchecked,
  keyNeedsFrame,
  keyForOtherMode,
  keyForOtherSite,
  testKeyElsewhere,
} from "../http/refusal.ts";

interface PageRequest {
  readonly name: "embed" | "lobby";
  readonly logged?: Readonly<Record<string, string>>;
  /** The refusal that the caller throws while the page is closed; null while the page is open. */
  readonly closedRefusal: HTTPError | null;
}

type Unauthorized = Extract<Access, { verdict: "unauthorized" }>["reason"];

/** Why a page is refused, as named in the log and the metrics. */
type Reason = Unauthorized | "expired" | "no_frame" | "site" | "unavailable";

/**
 * Returns the origins that may frame a page with tables, empty for all; logs and counts the request. Throws 401 for
 * a key that does not open tables here; 403 on a site that is not among the key's origins, or outside a frame if the
 * key has origins; and 503 for a key that cannot be checked now.
 */
export async function requirePageAccess(
  deps: Deps,
  event: H3Event,
  { name, logged, closedRefusal }: PageRequest,
): Promise<readonly string[]> {
  const access = await deps.keyChecker.check(event.url.searchParams.getAll("key"), deps.now());
  // With an unreliable clock, it is unknown whether a key has expired.
  if (deps.clock.fault() !== null && closedRefusal !== null && access.verdict === "expired") {
    throw closedRefusal;
  }
  const origins = access.verdict === "ok" ? access.origins : [];
  const isFramed = event.req.headers.get("sec-fetch-dest") !== "document";
  const site = siteOf(event.req.headers.get("referer"));
  const [reason, refusal] = refusalOf(deps, access, { isFramed, site }) ?? [null, null];
  deps.log(name, {
    ...logged,
    ...("keyId" in access && { key: access.keyId }),
    ...(reason !== null && { refused: reason }),
    ...(reason === "site" && { site }),
    ...(access.verdict === "unavailable" && { cause: String(access.cause) }),
  });
  if (reason !== null) {
    deps.metrics.keyRefusals.inc({ reason });
  }
  // With an unreliable clock, the request's day is unknown.
  if (deps.clock.fault() === null && hasOwner(access)) {
    const counted = reason === null ? null : (USAGE_REFUSALS[reason] ?? null);
    deps.usage.record({
      keyId: access.keyId,
      refusal: reason === null && closedRefusal !== null ? "maintenance" : counted,
    });
  }
  if (refusal !== null) {
    throw refusal;
  }
  return origins;
}

/**
 * The log's reason and the refusal for a page; null if the page opens.
 *
 * @param site the parent page's origin; null if the browser did not send it.
 */
function refusalOf(
  { isSandbox }: Deps,
  access: Access,
  { isFramed, site }: { isFramed: boolean; site: string | null },
): readonly [Reason, HTTPError] | null {
  switch (access.verdict) {
    case "ok":
      // In a tab, frame-ancestors has no effect.
      if (!isFramed) {
        return access.origins.length > 0 ? ["no_frame", keyNeedsFrame()] : null;
      }
      // Otherwise, frame-ancestors would leave the frame empty, without a reason.
      return site === null || isOnSite(access.origins, new URL(site))
        ? null
        : ["site", access.keyId === TEST_KEY_ID ? testKeyElsewhere() : keyForOtherSite(site)];
    case "expired":
      return ["expired", keyExpired()];
    case "unavailable":
      return ["unavailable", keyUnchecked()];
    case "unauthorized":
      return [access.reason, (UNAUTHORIZED[access.reason] ?? keyInvalid)(isSandbox)];
  }
}

const UNAUTHORIZED: Partial<Record<Unauthorized, (isSandbox: boolean) => HTTPError>> = {
  missing: keyMissing,
  malformed: keyMalformed,
  other_mode: keyForOtherMode,
  suspended: keySuspended,
};

/** Whether a customer or the service's owner sees a key's usage. Test and invalid keys have no owner. */
function hasOwner(access: Access): access is Extract<Access, { keyId: string }> {
  return "keyId" in access && access.keyId !== TEST_KEY_ID;
}

/** The reasons as a key's usage counts them, with fewer distinctions. */
const USAGE_REFUSALS: Partial<Record<Reason, UsageRefusal>> = {
  expired: "expired",
  revoked: "revoked",
  suspended: "revoked",
  no_frame: "site",
  site: "site",
};

/** A referrer's origin; null if the browser did not send one, which is optional. */
function siteOf(referer: string | null): string | null {
  const url = URL.parse(referer ?? "");
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : null;
}
