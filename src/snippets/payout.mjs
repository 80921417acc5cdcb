// Settles every bet whose round is over, and none twice. Run it from a timer, as often as you like: after
// any downtime it goes on from the oldest bet that is still open. It needs no key, but Node 24, for
// node:sqlite, and `npm install tableside`:
//   TABLESIDE_URL=https://games.example.com BETS_DB=bets.sqlite node payout.mjs
//
// What each market pays is in the docs of tableside/settle. A bet taken after the bets of its round closed
// is void and gets its stake back, whatever came out.
import { DatabaseSync } from "node:sqlite";
import { games, settle, SettleError } from "tableside/settle";

const SLUGS = games.map(({ slug }) => slug);
const PAGE = 500;

const { TABLESIDE_URL: service, BETS_DB: file } = process.env;
// Whoever can change an answer on its way decides what is paid: no http but to this machine.
if (
  !/^(https:\/\/[^/?#\s]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?)\/?$/.test(service) ||
  !file
) {
  console.error("Set TABLESIDE_URL, an https address without a path, and BETS_DB.");
  process.exit(1);
}

const db = new DatabaseSync(file, { timeout: 5_000 });
// Stakes in the smallest unit of your currency; taken_ms is when your server took the bet, by the service's
// clock (serviceClock in tableside/client); teams and paytable are JSON. Open while outcome is null.
db.exec(`CREATE TABLE IF NOT EXISTS bet (id INTEGER PRIMARY KEY, slug TEXT NOT NULL,
  round INTEGER NOT NULL, market TEXT NOT NULL, teams TEXT NOT NULL DEFAULT '[]',
  stake INTEGER NOT NULL CHECK (stake > 0), taken_ms INTEGER NOT NULL,
  paytable TEXT NOT NULL DEFAULT '{}', outcome TEXT, returned INTEGER)`);
const oldestOpen = db.prepare(
  "SELECT min(round) AS round FROM bet WHERE slug = ? AND outcome IS NULL AND round > ?",
);
const openBets = db.prepare("SELECT * FROM bet WHERE slug = ? AND round = ? AND outcome IS NULL");
openBets.setReadBigInts(true); // A number that JavaScript cannot hold is the fault of one bet alone.
const strays = db.prepare(`SELECT id FROM bet WHERE outcome IS NULL
  AND (round < 1 OR slug NOT IN (SELECT value FROM json_each(?)))`);
const close = db.prepare(
  "UPDATE bet SET outcome = ?, returned = ? WHERE id = ? AND outcome IS NULL",
);

for (const { id } of strays.all(JSON.stringify(SLUGS))) {
  report(`Bet ${id} stays open: it names no game, or no round.`);
}
for (const slug of SLUGS) {
  try {
    await settleGame(slug);
  } catch (error) {
    report(`${slug}: ${error.message}`); // The next run tries again; the other games go on.
  }
}

// Goes from open bet to open bet, a page of rounds at a time.
async function settleGame(slug) {
  const timesOf = times(slug);
  let { round } = oldestOpen.get(slug, 0);
  while (round !== null) {
    const page = await get(`/embed/${slug}/api/results?after=${round - 1}&limit=${PAGE}`);
    if (page.length === 0) return; // Not over yet.
    if (page[0].round < round)
      throw new Error("This service cannot page forward. Have it updated.");
    await settlePage(slug, page, timesOf);
    ({ round } = oldestOpen.get(slug, page.at(-1).round));
  }
}

// A page is one transaction, so that the disk is waited for once and not for every round.
async function settlePage(slug, page, timesOf) {
  const due = [];
  for (const entry of page) {
    if (openBets.get(slug, entry.round)) due.push([entry, await timesOf(entry.round)]);
  }
  db.exec("BEGIN IMMEDIATE");
  try {
    for (const [entry, times] of due) settleRound(slug, entry, times);
    db.exec("COMMIT");
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
}

// Put what you do with the money here: it shares the transaction.
function settleRound(slug, entry, times) {
  let count = 0;
  for (const row of openBets.all(slug, entry.round)) {
    try {
      const { outcome, returned } = settle(entry, betOf(row, times), {
        paytable: JSON.parse(row.paytable),
      });
      count += close.run(outcome, returned, row.id).changes;
    } catch (error) {
      // Nobody can settle it rightly: it is left for you to look at. A bad entry stops the whole page.
      if (!isFaultOfBet(error)) throw error;
      report(`Bet ${row.id} stays open: ${error.message}`);
    }
  }
  if (count > 0) console.log(`${slug} ${entry.round}: ${count} settled`);
}

function betOf(row, { closesAtMs, nowMs }) {
  if (closesAtMs === null) throw new SyntaxError("The day of its round was never published.");
  if (row.taken_ms >= closesAtMs && row.taken_ms > nowMs)
    throw new SyntaxError("taken_ms is in the service's future: it was not its clock.");
  return {
    game: row.slug,
    round: Number(row.round),
    market: row.market,
    teams: JSON.parse(row.teams),
    stake: Number(row.stake),
    placedAtMs: Number(row.taken_ms),
    closesAtMs,
  };
}

function isFaultOfBet(error) {
  if (error instanceof SettleError)
    return error.code !== "bad-entry" && error.code !== "unfinished";
  return error instanceof SyntaxError; // Of JSON.parse.
}

// By the service's clock, in epoch ms: now, and when the bets of a round closed. The service publishes that
// for each day beforehand; null for a day that it never published.
function times(slug) {
  const days = new Map();
  let schedule;
  return async (round) => {
    const {
      genesis,
      intervalMs,
      now: nowMs,
    } = (schedule ??= await get(`/embed/${slug}/api/schedule`));
    const startMs = genesis + (round - 1) * intervalMs;
    const date = new Date(startMs).toISOString().slice(0, 10);
    if (!days.has(date)) days.set(date, await get(`/fairness/${slug}/${date}.json`, { 404: {} }));
    const { closesMs } = days.get(date);
    return { nowMs, closesAtMs: closesMs === undefined ? null : startMs + closesMs };
  };
}

async function get(path, otherwise = {}) {
  const signal = AbortSignal.timeout(20_000);
  const response = await fetch(new URL(path, service), { redirect: "error", signal });
  if (response.status in otherwise) return otherwise[response.status];
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return response.json();
}

function report(text) {
  console.error(text);
  process.exitCode = 1;
}
