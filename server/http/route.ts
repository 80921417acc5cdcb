import type { H3Event } from "h3";
import { LAST_ROUND } from "../../src/fairness/read-untrusted.ts";
import type { Game } from "../../src/games/contract.ts";
import { findGame, slugs } from "../../src/games/index.ts";
import { untilNextRoundS } from "../oracle/closed-reason.ts";
import type { ClosedReason } from "../oracle/closed-reason.ts";
import { HEADERS, READ_METHODS, setHeaders } from "./headers.ts";
import {
  clockUnreliable,
  maintenance,
  methodNotAllowed,
  noSuchRound,
  noRoundOpen,
  unknownGame,
} from "./refusal.ts";

type Handler = (event: H3Event) => unknown;

/** A game's route. The contract defines the order of refusals: first the game, then the method. */
export function gameRoute(serve: (event: H3Event, game: Game) => unknown): Handler {
  return (event) => {
    const game = findGame(event.context.params?.["slug"] ?? "");
    if (game === undefined) {
      throw unknownGame(slugs);
    }
    return readOnly(() => serve(event, game))(event);
  };
}

/**
 * A read-only route: it serves GET and HEAD, responds to OPTIONS, and rejects other methods with 405. Registered with
 * `app.all`, since a GET-only route would respond to them with 404.
 */
export function readOnly(serve: Handler): Handler {
  return (event) => {
    switch (event.req.method) {
      case "GET":
      case "HEAD":
        return serve(event);
      case "OPTIONS":
        return new Response(null, { status: 204, headers: HEADERS.preflight });
      default:
        throw methodNotAllowed(READ_METHODS);
    }
  };
}

/** Throws the 404 refusal if no round can have the number in the URL. */
export function requireRound(event: H3Event): number {
  const text = event.context.params?.["round"] ?? "";
  const round = Number(text);
  if (!/^[1-9]\d*$/.test(text) || round > LAST_ROUND) {
    throw noSuchRound();
  }
  return round;
}

export function json(event: H3Event, body: unknown): string {
  setHeaders(event, HEADERS.json);
  return JSON.stringify(body);
}

export function foreverJson(event: H3Event, body: unknown): string {
  setHeaders(event, HEADERS.foreverJson);
  return JSON.stringify(body);
}

export function refusalOf(closedReason: ClosedReason, game: Game, nowMs: number) {
  switch (closedReason) {
    case "maintenance":
      return maintenance();
    case "clock":
      return clockUnreliable();
    case "suspended":
      return noRoundOpen(untilNextRoundS(game, nowMs));
  }
}
