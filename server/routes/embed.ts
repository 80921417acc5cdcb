import type { H3Event } from "h3";
import Negotiator from "negotiator";
import type { Game } from "../../src/games/game.ts";
import { pickLang } from "../../src/i18n/langs.ts";
import { BOARD_ROUNDS } from "../../src/roads/board.ts";
import type { Snapshot } from "../../src/snapshot.ts";
import type { Access } from "../access/gate.ts";
import { compressed } from "../compress.ts";
import { policy } from "../content-security.ts";
import type { Deps } from "../deps.ts";
import { readEmbedOptions } from "../embed-options.ts";
import { firstPaint, hudStyleHash } from "../first-paint.ts";
import { fill } from "../pages.ts";
import type { Page } from "../pages.ts";
import { expired, keyUnchecked, maintenance, unauthorized } from "../refusal.ts";
import { gameRoute } from "./request.ts";

/**
 * GET /embed/{slug}/?key=…: the game's page, to be shown in an iframe. 404 unknown game, 401 key
 * missing, invalid or expired, 503 maintenance, or a key that cannot be checked now. Without the slash
 * it redirects, query kept.
 */
export const embed = (deps: Deps) =>
  gameRoute(async (event, game) => {
    if (!event.url.pathname.endsWith("/")) {
      const location = `/embed/${game.slug}/${event.url.search}`;
      return new Response(null, {
        status: 308,
        headers: { location, "cache-control": "no-store" },
      });
    }
    const query = event.url.searchParams;
    const access = await deps.gate.check(query.getAll("key"), deps.now());
    deps.log("embed", { slug: game.slug, ...accessForLog(access) });
    countRefusal(deps, access);
    const frameOrigins = requireAccess(access, deps.demoKey !== null);
    if (deps.maintenance.isDown(game.slug)) {
      throw maintenance();
    }
    const options = readEmbedOptions(query);
    const lang = options.lang ?? viewersLanguage(event);
    const page = await deps.pages.embed(game.slug);
    setHeaders(event, page, frameOrigins);
    const table = firstPaint(game, takeSnapshot(deps, game), { ...options, lang });
    return compressed(event, fill(page, { lang, table }));
  });

/**
 * The origins that may frame the page, none meaning all. Throws the refusal that fits. A demo key opens
 * nothing where the demo is off: that is told by this server's settings and not in the store, which
 * another server with other settings may share.
 */
function requireAccess(access: Access, isDemo: boolean): readonly string[] {
  switch (access.verdict) {
    case "ok":
      if (access.demo && !isDemo) {
        throw unauthorized("The demo is off on this server. Use a key of your own.");
      }
      return access.origins;
    case "expired":
      throw expired();
    case "unavailable":
      throw keyUnchecked();
    case "unauthorized":
      throw unauthorized(
        access.reason === "missing"
          ? "The address carries no API key. Add ?key= and the key you were given."
          : "The API key in the address is not valid. Check it against the one you were given.",
      );
  }
}

function countRefusal({ metrics, demoKey }: Deps, access: Access): void {
  switch (access.verdict) {
    case "ok":
      if (access.demo && demoKey === null) {
        metrics.keyRefusals.inc({ reason: "demo" });
      }
      break;
    case "expired":
      metrics.keyRefusals.inc({ reason: "expired" });
      break;
    case "unauthorized":
      metrics.keyRefusals.inc({ reason: access.reason });
      break;
    case "unavailable":
      metrics.keyRefusals.inc({ reason: "unavailable" });
  }
}

/** Names the key by its id; its text is never written down. */
function accessForLog(access: Access): Record<string, string> {
  switch (access.verdict) {
    case "unauthorized":
      return { verdict: access.verdict, reason: access.reason };
    case "unavailable":
      return { verdict: access.verdict, cause: String(access.cause) };
    default:
      return { verdict: access.verdict, key: access.keyId };
  }
}

function viewersLanguage(event: H3Event): string {
  const accepted = event.req.headers.get("accept-language") ?? "*";
  const negotiator = new Negotiator({ headers: { "accept-language": accepted } });
  return pickLang(negotiator.languages()) ?? "en";
}

function takeSnapshot(deps: Deps, game: Game): Snapshot {
  const nowMs = deps.now();
  return {
    schedule: deps.oracle.schedule(game, nowMs),
    state: deps.oracle.current(game, nowMs),
    results: deps.oracle.results(game, nowMs, { limit: BOARD_ROUNDS }),
  };
}

function setHeaders(event: H3Event, page: Page, frameOrigins: readonly string[]): void {
  const { headers } = event.res;
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("cache-control", "no-store");
  headers.set("x-content-type-options", "nosniff");
  // The query holds the key: without this every request of the page would carry it as its referrer.
  headers.set("referrer-policy", "no-referrer");
  // Both are needed for a parent page that isolates itself; the first alone is still blocked there.
  headers.set("cross-origin-resource-policy", "cross-origin");
  headers.set("cross-origin-embedder-policy", "require-corp");
  if (page.styleHashes !== null) {
    headers.set("content-security-policy", embedPolicy(page.styleHashes, frameOrigins));
  }
}

function embedPolicy(styleHashes: readonly string[], frameOrigins: readonly string[]): string {
  return policy({
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": [...styleHashes, hudStyleHash].map((hash) => `'${hash}'`),
    "img-src": ["'self'", "data:", "blob:"],
    "connect-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    "frame-ancestors": frameOrigins,
  });
}
