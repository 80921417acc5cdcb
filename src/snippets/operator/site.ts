import { readFileSync } from "node:fs";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { games } from "tableside/settle";
import { asBet } from "./bets.ts";
import type { BetRow } from "./bets.ts";
import { BooksClosed } from "./database.ts";
import { playerAccount } from "./ledger.ts";
import type { Players } from "./players.ts";
import { Refusal } from "./refusal.ts";
import { takeBet } from "./taking.ts";
import type { TakingDeps } from "./taking.ts";
import { visitorNetwork } from "./visitor-network.ts";

export interface SiteDeps extends TakingDeps {
  readonly players: Players;
  /** The key that opens the tables. */
  readonly tableKey: string;
  /** Whether the last address in `X-Forwarded-For` was written by your own proxy. */
  readonly isBehindProxy: boolean;
  readonly report: (text: string) => void;
}

const COOKIE = "operator_session";
const MAX_BODY = 4_096;
const here = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");

const FILES: Readonly<Record<string, [type: string, text: string]>> = {
  "/page.js": ["text/javascript", here("page/page.js")],
  "/page.css": ["text/css", here("page/page.css")],
  "/bets.css": ["text/css", here("page/bets.css")],
  "/history.css": ["text/css", here("page/history.css")],
  "/receiver.js": ["text/javascript", here("../receiver.js")],
};
const PAGE = here("page/index.html");

/** The page and its API. Every refusal is a problem with a status, a code and words. */
export function createSite(deps: SiteDeps): RequestListener {
  return async (request, response) => {
    try {
      await answer(deps, request, response);
    } catch (error) {
      refuse(deps, response, error);
    }
  };
}

async function answer(deps: SiteDeps, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? "/", "http://operator");
  const file = FILES[url.pathname];
  switch (`${request.method} ${url.pathname}`) {
    case "GET /":
      return sendPage(deps, response, url.searchParams.get("game"));
    case "GET /api/me":
      return sendJson(response, 200, overview(deps, playerOf(deps, request)));
    case "POST /api/session":
      return openSession(deps, request, response);
    case "POST /api/bets": {
      const body = await readJson(request);
      const player = playerOf(deps, request);
      const { row, isNew } = await takeBet(deps, player, body);
      return sendJson(response, isNew ? 201 : 200, { bet: shown(row), ...money(deps, player) });
    }
  }
  if (file === undefined || request.method !== "GET") {
    throw new Refusal(404, "not_found", "There is nothing at this address.");
  }
  response.setHeader("content-type", `${file[0]}; charset=utf-8`);
  response.end(file[1]);
}

/** Gives a browser without a session a new player, and one with a session its own. */
async function openSession(deps: SiteDeps, request: IncomingMessage, response: ServerResponse) {
  await readJson(request);
  let player = deps.players.find(sessionOf(request));
  if (player === null) {
    const created = deps.players.create(visitorNetwork(request, deps.isBehindProxy), Date.now());
    player = created.id;
    response.setHeader(
      "set-cookie",
      `${COOKIE}=${created.session}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000`,
    );
  }
  sendJson(response, 200, overview(deps, player));
}

/** Whose request it is: the cookie decides, and nothing that the request says. */
function playerOf(deps: SiteDeps, request: IncomingMessage): string {
  const player = deps.players.find(sessionOf(request));
  if (player === null) {
    throw new Refusal(401, "no_session", "Open the page first.");
  }
  return player;
}

function sessionOf(request: IncomingMessage): string {
  const [, session = ""] =
    new RegExp(`(?:^|; )${COOKIE}=([0-9a-f]{64})(?:;|$)`).exec(request.headers.cookie ?? "") ?? [];
  return session;
}

const money = (deps: SiteDeps, player: string) => ({
  balance: deps.ledger.balance(playerAccount(player)),
});

function overview(deps: SiteDeps, player: string) {
  return { ...money(deps, player), bets: deps.bets.ofPlayer(player).map(shown) };
}

function shown(row: BetRow) {
  const { game, round, market, teams, stake } = asBet(row);
  return {
    id: row.id,
    game,
    round,
    market,
    teams,
    stake,
    outcome: row.outcome,
    returned: row.returned,
  };
}

/** A body of a request that a script of this page sent. Other sites can post forms here, not JSON. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const { origin, host, "sec-fetch-site": site = "same-origin" } = request.headers;
  const own = [undefined, `http://${host}`, `https://${host}`];
  const isOwn = site === "same-origin" && own.includes(origin);
  if (!isOwn || request.headers["content-type"] !== "application/json") {
    throw new Refusal(403, "wrong_origin", "Only the page of this site may send this, as JSON.");
  }
  let text = "";
  for await (const piece of request.setEncoding("utf8")) {
    text += piece;
    if (text.length > MAX_BODY) {
      throw new Refusal(413, "too_large", "This is too much for a bet.");
    }
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, "bad_bet", "This is not JSON.");
  }
}

function sendPage(deps: SiteDeps, response: ServerResponse, wanted: string | null) {
  const game = games.find(({ slug }) => slug === wanted) ?? games[0];
  const slug = game?.slug ?? "";
  const src = new URL(`/embed/${slug}/?key=${encodeURIComponent(deps.tableKey)}`, deps.service.url);
  const markets = game?.markets.map(({ id, teams, events }) => ({
    id,
    teams,
    pays: Object.values(events).find(({ prize }) => typeof prize !== "string")?.prize,
  }));
  const offer = { game: slug, teams: game?.teams, markets };
  response.writeHead(200, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store", // It holds the key.
    "content-security-policy": `default-src 'self'; frame-src ${src.origin}; connect-src 'self' ${src.origin}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
  });
  response.end(
    PAGE.replace("{{src}}", () => escapeHtml(src.href)).replace("{{offer}}", () =>
      JSON.stringify(offer).replaceAll("<", "\\u003c"),
    ),
  );
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  type = "application/json",
) {
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}

function refuse(deps: SiteDeps, response: ServerResponse, error: unknown) {
  const refusal = refusalOf(error);
  if (error !== refusal) {
    deps.report(String(error));
  }
  const { status, code, message, retryAfterSeconds } = refusal;
  if (retryAfterSeconds !== null) {
    response.setHeader("retry-after", retryAfterSeconds);
  }
  // A body that was not read to its end is not waited for.
  response.setHeader("connection", status === 413 ? "close" : "keep-alive");
  sendJson(response, status, { status, code, detail: message }, "application/problem+json");
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) {
    return error;
  }
  return error instanceof BooksClosed
    ? new Refusal(503, "books_closed", "Bets cannot be recorded now. Try again shortly.", 5)
    : new Refusal(500, "internal_error", "Something went wrong here. Try again.");
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
