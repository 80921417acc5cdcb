import type { H3Event } from "h3";
import type { Game } from "../../src/games/contract.ts";
import { findGame, slugs } from "../../src/games/index.ts";
import { OPEN_TO_ALL } from "../http/headers.ts";
import { methodNotAllowed, unknownGame } from "../http/refusal.ts";

const ALLOWED = "GET, HEAD, OPTIONS";

type Handler = (event: H3Event) => unknown;

/** The game an address names. Throws 404 for an unknown one, however it is spelled. */
function requireGame(event: H3Event): Game {
  const game = findGame(event.context.params?.["slug"] ?? "");
  if (game === undefined) {
    throw unknownGame(slugs);
  }
  return game;
}

/** A route of one game. The order of refusal is the contract's: first the game, then the method. */
export function gameRoute(serve: (event: H3Event, game: Game) => unknown): Handler {
  return (event) => {
    const game = requireGame(event);
    return readOnly((reading) => serve(reading, game))(event);
  };
}

/**
 * A route that only reads: GET and HEAD reach it, OPTIONS is answered for it, the rest is 405.
 * Registered with `app.all`, since a route for GET alone would answer the others 404.
 */
export function readOnly(serve: Handler): Handler {
  return (event) => {
    switch (event.req.method) {
      case "GET":
      case "HEAD":
        return serve(event);
      case "OPTIONS":
        return new Response(null, { status: 204, headers: { allow: ALLOWED, ...PREFLIGHT } });
      default:
        throw methodNotAllowed(ALLOWED);
    }
  };
}

const PREFLIGHT = {
  ...OPEN_TO_ALL,
  "access-control-allow-methods": ALLOWED,
  "access-control-allow-headers": "*",
  "access-control-max-age": "86400",
} as const;

/** The headers of JSON that any page may read and nobody keeps: it is true for this moment only. */
export const JSON_HEADERS = {
  ...OPEN_TO_ALL,
  "cache-control": "no-store",
  "content-type": "application/json; charset=utf-8",
  "x-content-type-options": "nosniff",
} as const;

export function setJsonHeaders(event: H3Event): void {
  for (const [name, value] of Object.entries(JSON_HEADERS)) {
    event.res.headers.set(name, value);
  }
}

/** Answers with JSON. */
export function json(event: H3Event, body: unknown): string {
  setJsonHeaders(event);
  return JSON.stringify(body);
}

const A_YEAR_S = 31_536_000;

/** Answers JSON that any page may read and that is true for ever. */
export function foreverJson(event: H3Event, body: unknown): string {
  const text = json(event, body);
  event.res.headers.set("cache-control", `public, max-age=${A_YEAR_S}, immutable`);
  return text;
}
