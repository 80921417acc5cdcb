// A small betting site with play money: one file, one SQLite database, only Node 24 and the package.
//   TABLESIDE_URL=https://games.example.com TABLESIDE_KEY=YOUR_API_KEY node operator.mts
// Optional settings: OPERATOR_DB (operator.sqlite), PORT (4000) and VOID_AFTER_HOURS (24).
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { createClient, serviceClock } from "tableside/client";
import type { GameSlug, HistoryEntry } from "tableside/client";
import { betsCloseAtMs, checkBet, games, settle, SettleError } from "tableside/settle";
import type { Bet, Paytable, Settlement } from "tableside/settle";

export interface OperatorOptions {
  /** The service URL. Use https, because its responses determine payouts. */
  readonly service: string;
  /** The API key for the tables. */
  readonly tableKey: string;
  readonly file: string;
  /** Your payouts that differ from the defaults; stored with every bet. */
  readonly paytable?: Paytable;
  /** How long to wait for a round's result before returning the stakes. */
  readonly voidAfterMs?: number;
  readonly report?: (text: string) => void;
  /** A monotonic clock in ms, with any origin. */
  readonly monotonicMs?: () => number;
}

/** Amounts are cents, times are epoch ms on the service clock, `teams` and `paytable` are JSON. */
interface BetRow {
  readonly id: number;
  readonly player: string;
  readonly game: string;
  readonly round: number;
  readonly market: string;
  readonly teams: string;
  readonly stake: number;
  readonly placedAtMs: number;
  readonly closesAtMs: number;
  readonly paytable: string;
  /** When the bet was put on hold because it could not be settled. */
  readonly lateSinceMs: number | null;
  readonly outcome: Settlement["outcome"] | null;
  readonly returned: number | null;
}

/*
 * The ledger is double-entry: the amounts for a `ref` sum to zero, and each `ref` can be posted only once. Balances are
 * sums of postings. Accounts are `player:…`, `stakes` of open bets, `operator`, and `mint`, which issues the money.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS player (id TEXT PRIMARY KEY) STRICT;
  CREATE TABLE IF NOT EXISTS bet (
    id INTEGER PRIMARY KEY, player TEXT NOT NULL REFERENCES player, requestId TEXT NOT NULL,
    game TEXT NOT NULL, round INTEGER NOT NULL, market TEXT NOT NULL, teams TEXT NOT NULL,
    stake INTEGER NOT NULL, placedAtMs INTEGER NOT NULL, closesAtMs INTEGER NOT NULL,
    paytable TEXT NOT NULL, lateSinceMs INTEGER, outcome TEXT, returned INTEGER,
    UNIQUE (player, requestId)) STRICT;
  CREATE INDEX IF NOT EXISTS openBet ON bet (game, round) WHERE outcome IS NULL;
  CREATE TABLE IF NOT EXISTS posting (
    ref TEXT NOT NULL, account TEXT NOT NULL, amount INTEGER NOT NULL,
    PRIMARY KEY (ref, account)) STRICT;
  CREATE INDEX IF NOT EXISTS postingOfAccount ON posting (account, amount);`;

const GRANT = 100_000;
const MAX_STAKE = 50_000;
const MAX_BODY = 4_096;
/** For the first check of a bet; the real times are set later. */
const PLACEHOLDER_TIMES = { placedAtMs: 1_000_000_000_000, closesAtMs: 1_000_000_000_001 };
/** A later result is unusual: rounds normally have one within a minute of their close. */
const LATE_MS = 600_000;
const ASK_LATE_EVERY_MS = 60_000;
const COOKIE = "operator_session";

class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Opens the database. Returns functions that serve requests and settle bets. */
export function openOperator(options: OperatorOptions) {
  const { service, tableKey, paytable = {}, voidAfterMs = 86_400_000 } = options;
  const { report = console.error, monotonicMs = () => performance.now() } = options;
  const db = new DatabaseSync(options.file, { timeout: 5_000 });
  // A commit is on disk when it returns, and survives a power cut.
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  db.exec(SCHEMA);
  const tables = new Map(
    games.map(({ slug }) => {
      const client = createClient({
        baseUrl: service,
        game: slug as GameSlug,
        // A redirect must not determine payouts.
        fetch: (url, init) => fetch(url, { ...init, redirect: "error" }),
      });
      return [slug, { client, clock: serviceClock(client, monotonicMs), askedLateMs: -Infinity }];
    }),
  );
  type Table = NonNullable<ReturnType<typeof tables.get>>;

  const insertPosting = db.prepare("INSERT INTO posting VALUES (?, ?, ?)");
  const sumPostings = db.prepare(
    "SELECT coalesce(sum(amount), 0) AS sum FROM posting WHERE account = ?",
  );
  const findRequest = db.prepare("SELECT * FROM bet WHERE player = ? AND requestId = ?");
  const insertBet =
    db.prepare(`INSERT INTO bet (player, requestId, game, round, market, teams, stake,
    placedAtMs, closesAtMs, paytable) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const openBets = db.prepare("SELECT * FROM bet WHERE game = ? AND round = ? AND outcome IS NULL");
  const openRounds = db.prepare(`SELECT round, max(closesAtMs) AS closesAtMs,
    min(lateSinceMs) AS lateSinceMs FROM bet WHERE game = ? AND outcome IS NULL GROUP BY round`);
  const closeBet = db.prepare(
    "UPDATE bet SET outcome = ?, returned = ? WHERE id = ? AND outcome IS NULL",
  );
  const setLate = db.prepare("UPDATE bet SET lateSinceMs = ? WHERE id = ?");

  /** Runs `work` in one transaction, and rolls it back on an error. */
  function transaction<T>(work: () => T): T {
    db.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      db.exec("COMMIT");
      return result;
    } finally {
      // After a full-disk error, SQLite has already rolled back.
      if (db.isTransaction) db.exec("ROLLBACK");
    }
  }

  function post(ref: string, amounts: Readonly<Record<string, number>>): void {
    for (const [account, amount] of Object.entries(amounts)) {
      insertPosting.run(ref, account, amount);
    }
  }

  const balanceOf = (account: string) => Object(sumPostings.get(account)).sum as number;

  /** Takes a bet, or returns the earlier bet with the same request id. */
  async function takeBet(player: string, request: unknown): Promise<BetRow> {
    const { requestId, wanted } = readRequest(request);
    const find = () => findRequest.get(player, requestId) as BetRow | undefined;
    const before = find();
    if (before !== undefined) return sameBet(before, wanted);
    const { clock, closesAtMs } = await openTable(wanted);
    // Synchronous, so that no other request can intervene between the clock, the balance and the write.
    return transaction(() => {
      const repeated = find();
      if (repeated !== undefined) return sameBet(repeated, wanted);
      const placedAtMs = clock.latestMs();
      if (placedAtMs >= closesAtMs) {
        throw new Refusal(409, "round_closed", "Bets on this round have closed.");
      }
      const { game, round, market, teams, stake } = wanted;
      if (balanceOf(`player:${player}`) < stake) {
        throw new Refusal(409, "no_funds", "Your balance is below the stake.");
      }
      const { lastInsertRowid: id } = insertBet.run(
        ...([player, requestId, game, round, market, JSON.stringify(teams), stake] as const),
        ...([placedAtMs, closesAtMs, JSON.stringify(paytable)] as const),
      );
      post(`stake:${id}`, { [`player:${player}`]: -stake, stakes: stake });
      return find() as BetRow;
    });
  }

  /** Refuses a bet unless bets on its round are open. */
  async function openTable({ game, round }: Bet) {
    const { client, clock } = tables.get(game) as Table;
    const responses = Promise.all([client.current(), clock.sync()]).catch(() => {
      throw new Refusal(503, "table_closed", "This table cannot take bets now. Try again shortly.");
    });
    const [state, schedule] = await responses;
    if (state.round !== round || state.phase !== "betting" || state.remainMs <= 0) {
      throw new Refusal(409, "round_closed", "Bets on this round are not open.");
    }
    return { clock, closesAtMs: betsCloseAtMs(round, schedule) };
  }

  /** Settles all open bets whose rounds have results. An error in one game does not affect the others. */
  async function settleBets(): Promise<void> {
    for (const [game, table] of tables) {
      try {
        await settleGame(game, table);
      } catch (error) {
        report(`${game}: ${(error as Error).message}`); // The next call tries again.
      }
    }
  }

  async function settleGame(game: string, table: Table): Promise<void> {
    const rounds = openRounds.all(game) as unknown as Pick<
      BetRow,
      "round" | "closesAtMs" | "lateSinceMs"
    >[];
    if (rounds.length === 0) return;
    await table.clock.sync();
    const nowMs = table.clock.latestMs();
    const asksLate = nowMs - table.askedLateMs >= ASK_LATE_EVERY_MS;
    if (asksLate) table.askedLateMs = nowMs;
    for (const { round, closesAtMs, lateSinceMs } of rounds) {
      if (lateSinceMs !== null && !asksLate) continue;
      // Throws if the service does not respond, so that an outage voids no bets.
      const { value: entry } = await table.client.results({ round }).next();
      if (entry === undefined && nowMs - closesAtMs < LATE_MS) continue;
      // One transaction, so that a crash cannot leave a round half settled.
      transaction(() => {
        for (const row of openBets.all(game, round) as unknown as BetRow[]) {
          settleBet(row, entry, nowMs);
        }
      });
    }
  }

  function settleBet(row: BetRow, entry: HistoryEntry | undefined, nowMs: number): void {
    let why = "its round has no result";
    try {
      if (entry !== undefined) return close(row, settleRow(row, entry));
    } catch (error) {
      if (!(error instanceof SettleError)) throw error;
      why = error.message;
    }
    if (row.lateSinceMs === null) {
      setLate.run(nowMs, row.id);
      const hours = voidAfterMs / 3_600_000;
      const next =
        entry === undefined ? `Its stake will be returned after ${hours} hours.` : "Check it.";
      report(`Bet ${row.id} is on hold: ${why}. ${next}`);
      // If the round has a result but the bet cannot be settled, check it yourself.
    } else if (entry === undefined && nowMs - row.lateSinceMs >= voidAfterMs) {
      close(row, { outcome: "void", returned: row.stake });
      report(`Bet ${row.id} is void: ${why}.`);
    }
  }

  function close({ id, player, stake }: BetRow, { outcome, returned }: Settlement): void {
    // No change if another process has already settled the bet.
    if (closeBet.run(outcome, returned, id).changes === 0) return;
    post(`settle:${id}`, {
      stakes: -stake,
      [`player:${player}`]: returned,
      operator: stake - returned,
    });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://operator");
    const player = playerOf(request);
    switch (`${request.method} ${url.pathname}`) {
      case "GET /":
        return sendPage(response, service, tableKey, url.searchParams.get("game"));
      case "POST /api/session":
        await readJson(request);
        return sendJson(response, 200, overview(player ?? createPlayer(response)));
      case "POST /api/bets": {
        const body = await readJson(request);
        if (player === null) throw new Refusal(401, "no_session", "Open the page first.");
        const bet = betJson(await takeBet(player, body));
        return sendJson(response, 200, { bet, balance: balanceOf(`player:${player}`) });
      }
    }
    throw new Refusal(404, "not_found", "There is nothing at this URL.");
  }

  /** Creates a player; a real site has accounts instead. The cookie is the only secret; only its hash is stored. */
  function createPlayer(response: ServerResponse): string {
    const session = randomBytes(32).toString("hex");
    const id = hash(session);
    transaction(() => {
      db.prepare("INSERT INTO player VALUES (?)").run(id);
      post(`grant:${id}`, { mint: -GRANT, [`player:${id}`]: GRANT });
    });
    const attributes = "HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000";
    response.setHeader("set-cookie", `${COOKIE}=${session}; ${attributes}`);
    return id;
  }

  function playerOf({ headers }: IncomingMessage): string | null {
    const pattern = new RegExp(`(?:^|; )${COOKIE}=([0-9a-f]{64})(?:;|$)`);
    const id = hash(pattern.exec(headers.cookie ?? "")?.[1] ?? "");
    return db.prepare("SELECT 1 FROM player WHERE id = ?").get(id) === undefined ? null : id;
  }

  function overview(player: string) {
    const bets = db.prepare("SELECT * FROM bet WHERE player = ? ORDER BY id DESC LIMIT 30");
    const rows = bets.all(player) as unknown as BetRow[];
    return { balance: balanceOf(`player:${player}`), bets: rows.map(betJson) };
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await answer(request, response);
    } catch (error) {
      const refusal = toRefusal(error);
      if (refusal !== error) report(String(error));
      const { status, code, message: detail } = refusal;
      // Closes the connection instead of reading the rest of the body.
      if (status === 413) response.setHeader("connection", "close");
      sendJson(response, status, { status, code, detail }, "application/problem+json");
    }
  }

  return { db, serve, settleBets };
}

/** Settles a stored bet with the paytable that applied when it was taken. */
function settleRow(row: BetRow, entry: HistoryEntry): Settlement {
  const bet = { ...row, teams: JSON.parse(row.teams) as string[] };
  return settle(entry, bet, { paytable: JSON.parse(row.paytable) as Paytable });
}

function readRequest(request: unknown): { requestId: string; wanted: Bet } {
  const { id, game, round, market, teams = [], stake } = Object(request) as Record<string, unknown>;
  if (typeof id !== "string" || !/^[\w-]{8,64}$/.test(id)) {
    throw new Refusal(400, "bad_bet", '"id" must be 8 to 64 letters, digits, - or _.');
  }
  if (typeof stake === "number" && stake > MAX_STAKE) {
    throw new Refusal(400, "bad_bet", `The highest stake is ${MAX_STAKE} cents.`);
  }
  const wanted = { game, round, market, teams, stake, ...PLACEHOLDER_TIMES } as Bet;
  try {
    checkBet(wanted);
  } catch (error) {
    throw error instanceof SettleError ? new Refusal(400, "bad_bet", error.message) : error;
  }
  return { requestId: id, wanted };
}

function sameBet(row: BetRow, { game, round, market, teams, stake }: Bet): BetRow {
  const wanted = JSON.stringify([game, round, market, JSON.stringify(teams), stake]);
  if (JSON.stringify([row.game, row.round, row.market, row.teams, row.stake]) !== wanted) {
    throw new Refusal(409, "id_taken", "Another bet has this id.");
  }
  return row;
}

function betJson({ id, game, round, market, teams, stake, outcome, returned }: BetRow) {
  return { id, game, round, market, teams: JSON.parse(teams), stake, outcome, returned };
}

/** Reads JSON that this site's page sent. Other sites can post only forms. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const { origin, host, "sec-fetch-site": site = "same-origin" } = request.headers;
  const isOwn = [undefined, `http://${host}`, `https://${host}`].includes(origin);
  if (!isOwn || site !== "same-origin" || request.headers["content-type"] !== "application/json") {
    throw new Refusal(
      403,
      "wrong_origin",
      "Only this site's page can send this, and only as JSON.",
    );
  }
  let text = "";
  for await (const piece of request.setEncoding("utf8")) {
    text += piece;
    if (text.length > MAX_BODY) throw new Refusal(413, "too_large", "The body is too large.");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, "bad_bet", "The body is not JSON.");
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown, type?: string): void {
  const headers = { "content-type": type ?? "application/json", "cache-control": "no-store" };
  response.writeHead(status, headers).end(JSON.stringify(body));
}

/** The SQLite codes BUSY, READONLY, IOERR, FULL and CANTOPEN. */
const CANNOT_WRITE = [5, 8, 10, 13, 14];

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return CANNOT_WRITE.includes(Object(error).errcode & 0xff)
    ? new Refusal(503, "books_closed", "Bets cannot be recorded now. Try again shortly.")
    : new Refusal(500, "internal_error", "Something went wrong. Try again.");
}

/** Sends the page. A bet counts only once the server has confirmed it. */
function sendPage(response: ServerResponse, service: string, key: string, wanted: string | null) {
  // Accept only a known game from the URL.
  const game = games.find(({ slug }) => slug === wanted) ?? games[0];
  const slug = game?.slug ?? "";
  const src = new URL(`/embed/${slug}/?key=${encodeURIComponent(key)}`, service);
  const nonce = randomBytes(16).toString("base64");
  const policy = `default-src 'self' 'nonce-${nonce}'; frame-src ${src.origin}; connect-src 'self' ${src.origin}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;
  response.writeHead(200, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store", // The page contains the key.
    "content-security-policy": policy,
  });
  const option = (value: string) => `<option>${escapeHtml(value)}</option>`;
  const teams = `<select name="team"><option value="">–</option>${game?.teams.map(option).join("")}</select>`;
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Play money tables</title>
<style nonce="${nonce}">
body { max-width: 830px; margin: auto; padding: 8px; font: 16px/1.5 system-ui }
iframe { width: 100%; aspect-ratio: 830 / 553; border: 0 }
</style>
<nav>${games.map(({ slug: name }) => `<a href="/?game=${name}">${name}</a> `).join("")}</nav>
<iframe src="${escapeHtml(src.href)}" title="Live table"
  sandbox="allow-scripts allow-same-origin allow-popups" allowfullscreen></iframe>
<form><select name="market">${game?.markets.map(({ id }) => option(id)).join("")}</select>
${slug === "bigsixball" ? teams.repeat(3) : ""}
<input name="stake" type="number" value="500" min="1" max="${MAX_STAKE}"> cents
<button disabled>Bet</button> Balance: <output id="balance"></output> cents</form>
<p id="news" role="status"></p><ol id="bets"></ol>
<script type="module" nonce="${nonce}">
const form = document.querySelector("form"), frame = document.querySelector("iframe");
const byId = (id) => document.getElementById(id);
let round, port, spots = [];
frame.addEventListener("load", () => {
  const { port1, port2 } = new MessageChannel();
  port = port1;
  port.onmessage = ({ data }) => {
    if (data.type === "spots") spots = data.spots;
    if (data.type === "bet-spot") placeBet(data.press);
  };
  const connect = { type: "tableside:connect", version: 1 };
  frame.contentWindow.postMessage(connect, "${src.origin}", [port2]);
  port.postMessage({ type: "bet-spots", isOn: true });
});
async function send(path, body) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  return response.json();
}
async function refresh() {
  const state = await (await fetch("${src.origin}/embed/${slug}/api/current")).json();
  round = state.round;
  form.querySelector("button").disabled = !(state.phase === "betting" && state.remainMs > 0);
  const { balance, bets = [], detail } = await send("/api/session", {});
  if (detail !== undefined) byId("news").textContent = detail;
  byId("balance").value = balance;
  drawChips(bets.filter((bet) => bet.game === "${slug}" && bet.round === round));
  byId("bets").replaceChildren(...bets.map((bet) => Object.assign(document.createElement("li"), {
    textContent: [bet.game, bet.round, bet.market, ...bet.teams, bet.stake, bet.outcome ?? "open",
      bet.returned].join(" "),
  })));
}
// The table draws one sum for each spot. Bets on other markets appear only in the list.
function drawChips(bets) {
  const sums = (field) => spots.map(({ market, teams }) => ({ market, teams, own: bets
    .filter((bet) => bet.market === market && bet.teams.join() === teams.join())
    .reduce((sum, bet) => sum + bet[field], 0) })).filter(({ own }) => own > 0);
  port?.postMessage({ type: "bets", bets: { round, spots: sums("stake"), chip: 100 } });
  if (bets.length > 0 && bets.every(({ outcome }) => outcome !== null)) {
    port?.postMessage({ type: "winners", winners: { round, spots: sums("returned") } });
  }
}
async function placeBet({ round, market, teams }) {
  const bet = { id: crypto.randomUUID(), game: "${slug}", round, market, teams,
    stake: form.elements.stake.valueAsNumber };
  // Retries with the same id, so that the bet is placed only once.
  for (let answer; answer === undefined || answer.status >= 500; ) {
    answer = await send("/api/bets", bet).catch(() => undefined);
    byId("news").textContent = answer?.detail ?? (answer?.bet ? "Bet on round " + round + " accepted." : "No response yet.");
    if (!answer?.bet) await new Promise((resolve) => setTimeout(resolve, 500));
  }
  refresh();
}
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const data = new FormData(form), teams = data.getAll("team").filter((team) => team !== "");
  placeBet({ round, market: data.get("market"), teams });
});
for (;;) {
  await refresh().catch(() => { form.querySelector("button").disabled = true; });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
}
</script></html>`);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

if (import.meta.main) {
  const { TABLESIDE_URL: service = "", TABLESIDE_KEY: tableKey = "", PORT = "4000" } = process.env;
  const { OPERATOR_DB: file = "operator.sqlite", VOID_AFTER_HOURS: hours = "24" } = process.env;
  if (!/^(https:\/\/[^/?#\s]+|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?)\/?$/.test(service)) {
    throw new Error("Set TABLESIDE_URL to the https URL of the service, without a path.");
  }
  if (tableKey === "") {
    throw new Error("Set TABLESIDE_KEY to the API key for the tables.");
  }
  const voidAfterMs = Number(hours) * 3_600_000;
  const { serve, settleBets } = openOperator({ service, tableKey, file, voidAfterMs });
  createServer((request, response) => void serve(request, response)).listen(
    Number(PORT),
    "127.0.0.1",
    () => console.log(`Play at http://127.0.0.1:${PORT}/`),
  );
  for (;;) {
    await settleBets();
    await pause(1_000);
  }
}
