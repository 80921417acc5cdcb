import type { H3Event } from "h3";
import { siteOfPage } from "../../src/wire/sites.ts";
import type { Access } from "../access/key-checker.ts";
import { allowsPage } from "../access/origins.ts";
import { TEST_KEY_ID } from "../access/test-keys.ts";
import { OTHER_SITE } from "../access/usage.ts";
import type { Usage, UsageRefusal } from "../access/usage.ts";
import type { Deps } from "../deps.ts";
import {
  demoOff,
  keyExpired,
  keyInvalid,
  keyMissing,
  keySuspended,
  keyUnchecked,
  needsFrame,
  keyForOtherMode,
  otherSite,
} from "../http/refusal.ts";

/** A request for a page with a key. */
export interface PageRequest {
  readonly access: Access;
  /** The page's name in the log, with further fields. */
  readonly name: "embed" | "lobby";
  readonly logged?: Readonly<Record<string, string>>;
  /** Whether the page is closed at the moment. */
  readonly isClosed: boolean;
}

/**
 * Returns the origins that may frame a page with tables, empty for all; logs and counts the request. Throws 401 for
 * a key that is missing, invalid or expired; 403 on a site that is not among the key's origins, or outside a frame
 * if the key has origins; and 503 for a key that cannot be checked now.
 */
export function requirePageAccess(
  deps: Deps,
  event: H3Event,
  { access, name, logged, isClosed }: PageRequest,
): readonly string[] {
  const isFramed = event.req.headers.get("sec-fetch-dest") !== "document";
  const lacksFrame = !isFramed && isLimited(access);
  const site = siteOf(event.req.headers.get("referer"));
  const foreignSite = isFramed ? foreignSiteOf(access, site) : null;
  const refused = refusalReason(deps, access, { lacksFrame, foreignSite });
  deps.log(name, {
    ...logged,
    ...("keyId" in access && { key: access.keyId }),
    ...(refused !== null && { refused }),
    ...(refused === "site" && { site: foreignSite }),
    ...(access.verdict === "unavailable" && { cause: String(access.cause) }),
  });
  if (refused !== null) {
    deps.metrics.keyRefusals.inc({ reason: refused });
  }
  // An unreliable clock cannot tell the day to count for.
  if (deps.clock.fault() === null) {
    noteUsage(deps.usage, access, { isClosed, lacksFrame, site });
  }
  const frameOrigins = requireAccess(deps, access);
  if (lacksFrame) {
    throw needsFrame();
  }
  if (foreignSite !== null) {
    // The policy would make the browser show nothing. This page says why.
    throw otherSite(foreignSite);
  }
  return frameOrigins;
}

/**
 * Whether a key is limited to sites. A copied key opens no table elsewhere, not even in a tab, where
 * frame-ancestors has no effect. The demo key is meant to be tried out.
 */
function isLimited(access: Access): boolean {
  return access.verdict === "ok" && access.origins.length > 0 && !access.demo;
}

/** The origin of a frame that is not among the key's origins; null for an allowed or unknown one. */
function foreignSiteOf(access: Access, site: string | null): string | null {
  return access.verdict === "ok" && site !== null && !allowsPage(access.origins, site)
    ? site
    : null;
}

/**
 * The origins that may frame the page, empty for all. Throws the matching refusal. A demo key opens nothing while
 * the demo is off; that is a setting of this server, not of the store, which servers with other settings may share.
 */
function requireAccess({ demoKey, isSandbox }: Deps, access: Access): readonly string[] {
  switch (access.verdict) {
    case "ok":
      if (access.demo && demoKey === null) {
        throw demoOff();
      }
      return access.origins;
    case "expired":
      throw keyExpired();
    case "unavailable":
      throw keyUnchecked();
    case "unauthorized":
      if (access.reason === "other_mode") {
        throw keyForOtherMode(isSandbox);
      }
      if (access.reason === "suspended") {
        throw keySuspended();
      }
      throw access.reason === "missing" ? keyMissing() : keyInvalid();
  }
}

/** Why a page is refused, for the log and the metrics; null if it is shown. */
function refusalReason(
  { demoKey }: Deps,
  access: Access,
  { lacksFrame, foreignSite }: { lacksFrame: boolean; foreignSite: string | null },
): string | null {
  switch (access.verdict) {
    case "ok":
      if (access.demo && demoKey === null) {
        return "demo_off";
      }
      return lacksFrame ? "no_frame" : foreignSite === null ? null : "site";
    case "unauthorized":
      return access.reason;
    default:
      return access.verdict;
  }
}

/** The reasons to refuse a page although its key is valid. */
interface Obstacles {
  readonly isClosed: boolean;
  readonly lacksFrame: boolean;
  /** The site of the page, if the browser named it. */
  readonly site: string | null;
}

/** Counts the page for the owner of the key. Demo, test and invalid keys have no owner. */
function noteUsage(usage: Usage, access: Access, obstacles: Obstacles): void {
  const isPublic = "keyId" in access && access.keyId === TEST_KEY_ID;
  if (!("keyId" in access) || isPublic || (access.verdict === "ok" && access.demo)) {
    return;
  }
  const site = countedSite(access, obstacles.site);
  usage.note({ keyId: access.keyId, refusal: usageRefusal(access, obstacles), site });
}

/** The entry of the key's origins that covers a site. All other sites share one row. */
function countedSite(access: Access, site: string | null): string | null {
  const origins = access.verdict === "ok" ? access.origins : [];
  return site === null ? null : (siteOfPage(origins, new URL(site)) ?? OTHER_SITE);
}

function usageRefusal(
  access: Extract<Access, { keyId: string }>,
  { isClosed, lacksFrame, site }: Obstacles,
): UsageRefusal | null {
  switch (access.verdict) {
    case "expired":
      return "expired";
    case "unauthorized":
      return "revoked";
    default: {
      // The browser will refuse to show the page there. A site that is not named may be any site.
      const isElsewhere = lacksFrame || (site !== null && !allowsPage(access.origins, site));
      return isElsewhere ? "site" : isClosed ? "maintenance" : null;
    }
  }
}

/** The site of a frame, if its browser named it, which is optional. */
function siteOf(referer: string | null): string | null {
  const url = URL.parse(referer ?? "");
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : null;
}
