import type { ResultsQuery } from "../../src/wire/responses.ts";
import { DEFAULT_RESULTS, MAX_RESULTS } from "../../src/wire/results-limit.ts";
import type { Deps } from "../deps.ts";
import type { HistoryPage } from "../oracle/past-rounds.ts";
import { tagged } from "./compress.ts";
import { HEADERS, setHeaders } from "./headers.ts";
import { historyResponses } from "./history-responses.ts";
import { clientAddress } from "./proxies.ts";
import { badRequest, notWholeNumber } from "./refusal.ts";
import { gameRoute } from "./route.ts";

/**
 * GET /embed/{slug}/api/results: finished rounds. `limit=N`: at most N, latest first; `before=R`: older than R;
 * `after=R`: newer than R, oldest first, `after=0` from the very first; `round=R`: that round alone, or none while it
 * is not finished. At most one of `before`, `after` and `round`. Available during maintenance, for payouts. 400 for an
 * invalid number or a combination of the three, 404 for an unknown game, 429 for too many old rounds at once, 503 while
 * old rounds' beacons are only in a store that does not respond.
 */
export const results = (deps: Deps) => {
  const responseTo = historyResponses(deps.oracle, deps.withPastBeacons, deps.nextTurn);
  return gameRoute(async (event, game) => {
    const page = readPage(event.url.searchParams);
    const response = await responseTo(game, deps.clock.time().earliestMs, page, (rounds) =>
      deps.budget.spend(clientAddress(event, deps.proxies), rounds),
    );
    setHeaders(event, HEADERS.taggedJson);
    return tagged(event, response);
  });
};

function readPage(query: URLSearchParams): HistoryPage {
  const limit = Math.min(wholeNumber(query, "limit", 1) ?? DEFAULT_RESULTS, MAX_RESULTS);
  const before = wholeNumber(query, "before", 1);
  const after = wholeNumber(query, "after", 0);
  const round = wholeNumber(query, "round", 1);
  const given = Object.entries({ before, after, round }).filter(([, value]) => value !== undefined);
  if (given.length > 1) {
    throw badRequest(
      'Pass at most one of "before" (older rounds, newest first), "after" (newer rounds, oldest first) and "round" (that round alone).',
    );
  }
  return { limit, ...Object.fromEntries(given) };
}

/** A parameter in plain digits; undefined if absent. */
function wholeNumber(
  query: URLSearchParams,
  name: keyof ResultsQuery,
  minimum: 0 | 1,
): number | undefined {
  const [text, ...more] = query.getAll(name);
  if (text === undefined) {
    return undefined;
  }
  if (more.length > 0 || !/^\d+$/.test(text) || Number(text) < minimum) {
    throw notWholeNumber(name, minimum);
  }
  return Number(text);
}
