import { compressed } from "../compress.ts";
import type { Deps } from "../deps.ts";
import { isKnown } from "../etag.ts";
import { historyAnswers } from "../history-answers.ts";
import type { HistoryPage } from "../oracle.ts";
import { badRequest } from "../refusal.ts";
import { gameRoute, setJsonHeaders } from "./request.ts";

const DEFAULT_LIMIT = 20;
/** The most entries one answer gives; a larger limit gets these. */
const MAX_LIMIT = 500;

/**
 * GET /embed/{slug}/api/results?limit=N&before=R: finished rounds, latest first. Stays readable in
 * maintenance, for payouts. 400 for a limit or round that is no whole number from 1 up, 404 unknown
 * game, 503 while the store is away that alone has the beacons of old rounds.
 */
export const results = (deps: Deps) => {
  const answerTo = historyAnswers(deps.oracle, deps.recall);
  return gameRoute(async (event, game) => {
    const answer = await answerTo(game, deps.now(), readPage(event.url.searchParams));
    setJsonHeaders(event);
    event.res.headers.set("etag", answer.etag);
    // May be kept, if it is asked each time whether it is still so.
    event.res.headers.set("cache-control", "no-cache");
    if (isKnown(answer.etag, event.req.headers.get("if-none-match"))) {
      event.res.headers.set("vary", "accept-encoding");
      return new Response(null, { status: 304 });
    }
    return compressed(event, answer.text, answer.encode);
  });
};

function readPage(query: URLSearchParams): HistoryPage {
  const limit = wholeNumber(query, "limit") ?? DEFAULT_LIMIT;
  const before = wholeNumber(query, "before");
  return { limit: Math.min(limit, MAX_LIMIT), ...(before === undefined ? {} : { before }) };
}

/** A query parameter that is a whole number from 1 up, written in plain digits; undefined if absent. */
function wholeNumber(query: URLSearchParams, name: string): number | undefined {
  const [text, ...more] = query.getAll(name);
  if (text === undefined) {
    return undefined;
  }
  if (more.length > 0 || !/^0*[1-9]\d*$/.test(text)) {
    throw badRequest(`"${name}" must be given once, as a whole number from 1 up.`);
  }
  return Number(text);
}
