import type { H3Event } from "h3";
import type { Game } from "../../src/games/contract.ts";
import type { Deps } from "../deps.ts";
import { compressed, prepare } from "../http/compress.ts";
import { redirectTo, setHeaders } from "../http/headers.ts";
import { langOf } from "../http/lang-of.ts";
import { pageHeaders } from "../http/page-headers.ts";
import { wantsPage } from "../http/problem.ts";
import { gameRoute, refusalOf } from "../http/route.ts";
import { closedReasonOf, untilNextRoundS } from "../oracle/closed-reason.ts";
import { readEmbedOptions } from "./embed-options.ts";
import { firstPaint } from "./first-paint.ts";
import { requirePageAccess } from "./page-access.ts";
import { fill } from "./pages.ts";
import { takeSnapshot } from "./table-snapshot.ts";

/**
 * GET /embed/{slug}/?key=…: the game's page for an iframe. 404 for an unknown game, 503 in maintenance or while no
 * round is open, and the refusals of `requirePageAccess`. Without the trailing slash it redirects, keeping the query.
 */
export const embed = (deps: Deps) =>
  gameRoute(async (event, game) => {
    if (!event.url.pathname.endsWith("/")) {
      return redirectTo(`/embed/${game.slug}/${event.url.search}`, 308);
    }
    const time = deps.clock.time();
    const reason = closedReasonOf(deps, game, time);
    const closedRefusal = reason === undefined ? null : refusalOf(reason, game, time.earliestMs);
    const logged = { slug: game.slug };
    const frameOrigins = await requirePageAccess(deps, event, {
      name: "embed",
      logged,
      closedRefusal,
    });
    // While no round is open, the page still contains the table, which waits for the next round.
    if (closedRefusal !== null && (reason !== "suspended" || !wantsPage(event))) {
      throw closedRefusal;
    }
    return tablePage(deps, event, game, frameOrigins);
  });

/** @param frameOrigins the origins that may frame the page. */
async function tablePage(deps: Deps, event: H3Event, game: Game, frameOrigins: readonly string[]) {
  const options = readEmbedOptions(event.url.searchParams);
  const lang = langOf(event);
  const page = await deps.pages.embed(game.slug);
  const snapshot = await takeSnapshot(deps, game);
  const { html: table, styleHashes: own } = await firstPaint(game, snapshot, { ...options, lang });
  const styleHashes = page.styleHashes && [...page.styleHashes, ...own];
  setHeaders(event, pageHeaders("embed", { styleHashes }, frameOrigins));
  if (snapshot.state === null) {
    // The table waits, and then starts by itself.
    event.res.status = 503;
    event.res.headers.set("retry-after", String(untilNextRoundS(game, snapshot.schedule.now)));
  }
  // Origins in the policy's format contain no quotes or spaces.
  const html = fill(page, { lang, table, sites: frameOrigins.join(" ") });
  return compressed(event, prepare(html, "often"));
}
