import type { H3Event } from "h3";
import type { Game } from "../../src/games/contract.ts";
import type { HistoryEntry } from "../../src/wire.ts";
import type { Deps } from "../deps.ts";
import { HEADERS } from "../http/headers.ts";
import { clientAddress } from "../http/proxies.ts";
import { noReplay, noSuchRound } from "../http/refusal.ts";
import { replayPage } from "../pages/render-replay.ts";
import { gameRoute } from "./request.ts";

/** As in the addresses of records: every later round would lie beyond the last date there is. */
const LAST_ROUND = 100_000_000_000;

/**
 * GET /replay/{slug}/{round}: a page that plays a finished round again. No key is asked for: finished rounds
 * are public. 404 unknown game, a round that is none, not finished, or without a result; 429 for too
 * many old rounds; 503 while the store is away that alone has the beacons of old rounds. With a slash at
 * its end it redirects, query kept.
 */
export const replay = (deps: Deps) =>
  gameRoute(async (event, game) => {
    const text = event.context.params?.["round"] ?? "";
    const round = Number(text);
    if (!/^[1-9]\d*$/.test(text) || round > LAST_ROUND) {
      throw noSuchRound();
    }
    const { pathname, search } = event.url;
    if (pathname.endsWith("/")) {
      const location = `/replay/${game.slug}/${round}${search}`;
      return new Response(null, { status: 308, headers: { location, ...HEADERS.redirect } });
    }
    return replayPage(deps, event, game, await finished(deps, event, game, round));
  });

/** The entry of a finished round. Throws the refusal where there is none: nothing is told early. */
async function finished(
  deps: Deps,
  event: H3Event,
  game: Game,
  round: number,
): Promise<HistoryEntry> {
  const nowMs = deps.clock.time().earliestMs;
  const last = deps.oracle.lastFinished(game, nowMs);
  if (round > last) {
    throw noReplay(round, "not finished");
  }
  deps.budget.spend(clientAddress(event, deps.proxies), { dealt: 1, sent: 1 });
  const page = { limit: 1, round };
  const [entry] = await deps.withPastBeacons(game, { ...page, last }, () =>
    deps.oracle.results(game, nowMs, page),
  );
  if (entry === undefined) {
    throw noReplay(round, "no result");
  }
  return entry;
}
