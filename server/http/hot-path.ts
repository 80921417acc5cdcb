import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from "node:http";
import type { Game } from "../../src/games/contract.ts";
import { games } from "../../src/games/index.ts";
import type { Deps } from "../deps.ts";
import type { Oracle } from "../oracle/oracle.ts";
import type { BoundedTime } from "../oracle/time-source.ts";
import { HEADERS } from "./headers.ts";

/*
 * The one question that is asked all the time, answered in front of the app.
 *
 * A page that polls asks for `current` a hundred times a round, and making h3's request, event and
 * response costs more than the answer: this halves the CPU time of such a request and brings it to
 * that of a bare node:http server (test/bench/hot-path.ts). It takes nothing but the plain question:
 * GET, the address as it is written everywhere, a game that is up. Whatever else there is goes
 * through the app, which answers the plain question too; test/server/http/hot-path.test.ts holds the two
 * against each other, byte for byte.
 */

/** A Host header as nearly all are; the app looks closer at others. */
const PLAIN_HOST = /^(?:[\w.-]+(?::(?:[1-5]?\d{1,4}|6[0-4]\d{3}))?)?$/;

/** Answers a request if it is the one it knows, and says whether it did. */
export type HotPath = (request: IncomingMessage, response: ServerResponse) => boolean;

export function createHotPath({ oracle, maintenance, clock, metrics }: Deps): HotPath {
  const tables = new Map(
    games.map((game) => [
      `/embed/${game.slug}/api/current`,
      { slug: game.slug, textAt: stateText(oracle, game) },
    ]),
  );

  // Names and values in turns, in the order that the app's answers have on the wire.
  const headers: OutgoingHttpHeader[] = [
    ...Object.entries(HEADERS.json).toSorted().flat(),
    "content-length",
    0,
  ];

  return (request, response) => {
    const url = request.url as string;
    const query = url.indexOf("?");
    const table = tables.get(query === -1 ? url : url.slice(0, query));
    if (table === undefined || request.method !== "GET" || maintenance.isDown(table.slug)) {
      return false;
    }
    if (!PLAIN_HOST.test(request.headers.host ?? "")) {
      return false;
    }
    const now = clock.time();
    if (clock.fault() !== null) {
      return false;
    }
    const text = table.textAt(now);
    if (text === null) {
      return false;
    }
    metrics.hot.answers += 1;
    headers[headers.length - 1] = Buffer.byteLength(text);
    response.writeHead(200, "", headers);
    response.end(text);
    return true;
  };
}

/**
 * The JSON of a game's state at a time; null while no round is open. Within a phase nothing
 * changes but `remainMs`, and that only until bets close: so the text is made once a phase, and the
 * number put into it.
 */
function stateText(oracle: Oracle, game: Game): (time: BoundedTime) => string | null {
  let fromMs = Infinity;
  let toMs = -Infinity;
  let revision = -1;
  let closesAtMs = -Infinity;
  let head = "";
  let tail = "";

  /** False while no round is open. */
  function make(time: BoundedTime): boolean {
    const standing = oracle.standing(game, time);
    if (standing === null) {
      return false;
    }
    const state = oracle.current(game, time);
    const text = JSON.stringify(state);
    // The first one is the common field: those before it hold no text of a game's.
    const at = text.indexOf(REMAIN) + REMAIN.length;
    head = text.slice(0, at);
    tail = text.slice(at + String(state.remainMs).length);
    ({ fromMs, toMs, closesAtMs } = standing);
    revision = oracle.revision;
    return true;
  }

  return (time) => {
    const { earliestMs, latestMs } = time;
    const isMade = earliestMs >= fromMs && earliestMs < toMs && revision === oracle.revision;
    return isMade || make(time) ? head + Math.max(0, closesAtMs - latestMs) + tail : null;
  };
}

const REMAIN = '"remainMs":';
