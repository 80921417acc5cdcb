import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from "node:http";
import type { Game } from "../../src/games/contract.ts";
import { games } from "../../src/games/index.ts";
import type { Deps } from "../deps.ts";
import type { Oracle } from "../oracle/oracle.ts";
import type { BoundedTime } from "../oracle/time-source.ts";
import { HEADERS } from "./headers.ts";

/*
 * Handles the most frequent request before it reaches the app.
 *
 * A polling page requests `current` a hundred times a round, and creating h3's request, event and response costs more
 * than the response itself. The hot path halves such a request's CPU time, to that of a bare node:http server
 * (test/bench/hot-path.ts). It handles only plain requests: GET, the usual spelling of the URL, a game that is up. The
 * app handles all other requests, and can also handle plain ones: test/server/http/hot-path.test.ts compares the two
 * byte for byte.
 */

/** A usual Host header. The app checks any other. */
const PLAIN_HOST = /^(?:[\w.-]+(?::(?:[1-5]?\d{1,4}|6[0-4]\d{3}))?)?$/;

/** The returned function responds to a plain request and returns true. For any other request, it returns false. */
export function createHotPath({ oracle, maintenance, clock, metrics }: Deps) {
  const tables = new Map(
    games.map((game) => [
      `/embed/${game.slug}/api/current`,
      { slug: game.slug, textAt: stateText(oracle, game) },
    ]),
  );

  // Alternating names and values, in the order of the app's responses.
  const headers: OutgoingHttpHeader[] = [
    ...Object.entries(HEADERS.json).toSorted().flat(),
    "content-length",
    0,
  ];

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const url = request.url as string;
    const query = url.indexOf("?");
    const table = tables.get(query === -1 ? url : url.slice(0, query));
    if (
      table === undefined ||
      request.method !== "GET" ||
      maintenance.isDown(table.slug) ||
      !PLAIN_HOST.test(request.headers.host ?? "")
    ) {
      return false;
    }
    const now = clock.time();
    const text = clock.fault() === null ? table.textAt(now) : null;
    if (text === null) {
      return false;
    }
    metrics.hot.responses += 1;
    headers[headers.length - 1] = Buffer.byteLength(text);
    response.writeHead(200, "", headers);
    response.end(text);
    return true;
  };
}

/**
 * Returns a function that returns the text of a game's state at a given time; null while no round is open. Within a
 * phase only `remainMs` changes, and only until bets close, so the text is created once per phase.
 */
function stateText(oracle: Oracle, game: Game): (time: BoundedTime) => string | null {
  let fromMs = Infinity;
  let toMs = -Infinity;
  let revision = -1;
  let closesAtMs = -Infinity;
  let head = "";
  let tail = "";

  /** Creates a phase's text; returns false while no round is open. */
  function make(time: BoundedTime): boolean {
    const runningPhase = oracle.runningPhase(game, time);
    if (runningPhase === null) {
      return false;
    }
    const state = oracle.current(game, time);
    const text = JSON.stringify(state);
    // The first match is the common field, since no field before it contains a game's text.
    const at = text.indexOf(REMAIN_FIELD) + REMAIN_FIELD.length;
    head = text.slice(0, at);
    tail = text.slice(at + String(state.remainMs).length);
    ({ fromMs, toMs, closesAtMs } = runningPhase);
    revision = oracle.revision;
    return true;
  }

  return (time) => {
    const { earliestMs, latestMs } = time;
    const isCurrent = earliestMs >= fromMs && earliestMs < toMs && revision === oracle.revision;
    return isCurrent || make(time) ? head + Math.max(0, closesAtMs - latestMs) + tail : null;
  };
}

const REMAIN_FIELD = '"remainMs":';
