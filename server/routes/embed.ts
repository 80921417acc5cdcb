import type { Deps } from "../deps.ts";
import { HEADERS } from "../http/headers.ts";
import { wantsPage } from "../http/problem.ts";
import { tablePage } from "../pages/render-embed.ts";
import { closedReasonOf, refusalOf } from "../rounds/closed-reason.ts";
import { requirePageAccess } from "./page-access.ts";
import { gameRoute } from "./request.ts";

/**
 * GET /embed/{slug}/?key=…: the game's page, to be shown in an iframe. 404 unknown game, 503 maintenance
 * or no round that opened, and what `requirePageAccess` refuses. Without the slash it redirects, query kept.
 */
export const embed = (deps: Deps) =>
  gameRoute(async (event, game) => {
    if (!event.url.pathname.endsWith("/")) {
      const location = `/embed/${game.slug}/${event.url.search}`;
      return new Response(null, {
        status: 308,
        headers: { location, ...HEADERS.redirect },
      });
    }
    const keyTexts = event.url.searchParams.getAll("key");
    const access = await deps.keyChecker.check(keyTexts, deps.now());
    const time = deps.clock.time();
    const closedReason = closedReasonOf(deps, game, time);
    // A clock that is not to be relied on cannot judge an end.
    if (deps.clock.fault() !== null && closedReason !== undefined && access.verdict === "expired") {
      throw refusalOf(closedReason, game, time.earliestMs);
    }
    const frameOrigins = requirePageAccess(deps, event, {
      access,
      name: "embed",
      logged: { slug: game.slug },
      isClosed: closedReason !== undefined,
    });
    // Between rounds that do not open the page is the table, which waits for the next.
    if (closedReason !== undefined && (closedReason !== "suspended" || !wantsPage(event))) {
      throw refusalOf(closedReason, game, time.earliestMs);
    }
    return tablePage(deps, event, game, frameOrigins);
  });
