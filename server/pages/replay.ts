import type { H3Event } from "h3";
import type { Game } from "../../src/games/contract.ts";
import { toState } from "../../src/games/history-entry.ts";
import { groupDigits } from "../../src/hud/group-digits.ts";
import { outcomeInWords } from "../../src/hud/outcome-text.ts";
import { wordsOf } from "../../src/i18n/index.ts";
import type { HistoryEntry } from "../../src/wire/responses.ts";
import type { Deps } from "../deps.ts";
import { prepare, tagged } from "../http/compress.ts";
import { redirectTo, setHeaders } from "../http/headers.ts";
import { escapeHtml } from "../http/html.ts";
import { langOf } from "../http/lang-of.ts";
import { pageHeaders } from "../http/page-headers.ts";
import { clientAddress, ownOrigin } from "../http/proxies.ts";
import { noReplay } from "../http/refusal.ts";
import { gameRoute, requireRound } from "../http/route.ts";
import { entryReader } from "../oracle/past-beacons.ts";
import { readEmbedOptions } from "./embed-options.ts";
import { fill } from "./pages.ts";

/**
 * GET /replay/{slug}/{round}: a page that replays a finished round. It does not need a key, since finished rounds are
 * public. 404 for an unknown game, or a round that does not exist, is not finished or has no result; 429 for too many
 * old rounds; 503 while the beacons of old rounds are only in a store that does not respond. With a trailing slash it
 * redirects, keeping the query.
 */
export const replay = (deps: Deps) =>
  gameRoute(async (event, game) => {
    const round = requireRound(event);
    const { pathname, search } = event.url;
    if (pathname.endsWith("/")) {
      return redirectTo(`/replay/${game.slug}/${round}${search}`, 308);
    }
    return replayPage(deps, event, game, await finishedEntry(deps, event, game, round));
  });

/** Throws a refusal if the round is not finished: no result is revealed early. */
async function finishedEntry(
  deps: Deps,
  event: H3Event,
  game: Game,
  round: number,
): Promise<HistoryEntry> {
  const nowMs = deps.clock.time().earliestMs;
  if (round > deps.oracle.lastFinished(game, nowMs)) {
    throw noReplay(round, "not finished");
  }
  deps.budget.spend(clientAddress(event, deps.proxies), 1);
  const entry = await entryReader(deps.oracle, deps.withPastBeacons)(game, round, nowMs);
  if (entry === undefined) {
    throw noReplay(round, "no result");
  }
  return entry;
}

/** The page's link metadata has a title and a line with the result. */
async function replayPage(
  deps: Pick<Deps, "pages" | "baseUrl" | "proxies">,
  event: H3Event,
  game: Game,
  entry: HistoryEntry,
) {
  const page = await deps.pages.replay();
  const { theme, accent, muted } = readEmbedOptions(event.url.searchParams);
  const words = wordsOf(langOf(event));
  const baseUrl = deps.baseUrl ?? ownOrigin(event, deps.proxies);
  const name = words.games[game.slug]?.name ?? game.slug;
  const slots = {
    game: game.slug,
    lang: words.lang,
    theme,
    accent: accent ?? "",
    muted: String(muted),
    round: String(entry.round),
    check: words.proof,
    title: `${name} · ${words.round} ${groupDigits(entry.round, words.lang)}`,
    description: outcomeInWords({ game, words, state: toState(game, entry, "result", entry) }),
    // The request's own origin comes from its Host header, which can contain anything.
    baseUrl,
    url: `${baseUrl}/replay/${game.slug}/${entry.round}`,
  };
  const html = fill(
    page,
    Object.fromEntries(Object.entries(slots).map(([slot, text]) => [slot, escapeHtml(text)])),
  );
  // The round never changes, but an update of the service can change its page.
  setHeaders(event, { ...pageHeaders("replay", page), vary: "accept-language" });
  return tagged(event, prepare(html, "often"));
}
