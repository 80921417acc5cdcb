// Pays every bet whose round is over, and none twice. Run it from a timer, as often as you like:
// after any downtime it goes on from the oldest bet that is still open. No key is needed, but Node 24,
// for node:sqlite:
//   TABLESIDE_URL=https://games.example.com BETS_DB=bets.sqlite node payout.mjs
//
// Its rules: a win pays stake times odds. When Baccarat ties, Player and Banker get their stakes back;
// when Dragon Tiger ties, Dragon and Tiger get half. A bet taken after the bets of its round closed
// gets its stake back, whatever came out. Amounts are rounded to the nearest smallest unit.
import { DatabaseSync } from "node:sqlite";

const SIDES = {
  dragontiger: ["dragon", "tiger", "tie"],
  baccarat: ["player", "banker", "tie"],
  bigsixball: ["rovers", "united", "city", "wanderers", "athletic", "rangers"],
};
const BACK_ON_TIE = { dragontiger: 0.5, baccarat: 1 };
const PAGE = 500;
const ODDS_UNIT = 10_000; // Odds have up to four decimals.

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
// Stakes in the smallest unit of your currency; odds of 2 are even money; taken_ms is
// your server's clock when it took the bet, as Date.now(). A bet is open while its payout is null.
db.exec(`CREATE TABLE IF NOT EXISTS bet (id INTEGER PRIMARY KEY, slug TEXT NOT NULL,
  round INTEGER NOT NULL, side TEXT NOT NULL, stake INTEGER NOT NULL CHECK (stake > 0),
  odds REAL NOT NULL, taken_ms INTEGER NOT NULL, payout INTEGER)`);
const oldestOpen = db.prepare(
  "SELECT min(round) AS round FROM bet WHERE slug = ? AND payout IS NULL AND round > ?",
);
const openBets = db.prepare("SELECT * FROM bet WHERE slug = ? AND round = ? AND payout IS NULL");
openBets.setReadBigInts(true); // A number that JavaScript cannot hold is the fault of one bet alone.
const strays = db.prepare(`SELECT id FROM bet WHERE payout IS NULL
  AND (round < 1 OR slug NOT IN (SELECT value FROM json_each(?)))`);
const pay = db.prepare("UPDATE bet SET payout = ? WHERE id = ? AND payout IS NULL");

for (const { id } of strays.all(JSON.stringify(Object.keys(SIDES)))) {
  report(`Bet ${id} stays open: it names no game, or no round.`);
}
for (const slug of Object.keys(SIDES)) {
  try {
    await payGame(slug);
  } catch (error) {
    report(`${slug}: ${error.message}`); // The next run tries again; the other games go on.
  }
}

// Goes from open bet to open bet, a page of rounds at a time.
async function payGame(slug) {
  const closeOf = closes(slug);
  let { round } = oldestOpen.get(slug, 0);
  while (round !== null) {
    const page = await get(`/embed/${slug}/api/results?after=${round - 1}&limit=${PAGE}`);
    if (page.length === 0) return; // Not over yet.
    if (page[0].round < round)
      throw new Error("This service cannot page forward. Have it updated.");
    await payPage(slug, page, closeOf);
    ({ round } = oldestOpen.get(slug, page.at(-1).round));
  }
}

// A page is one transaction, so that the disk is waited for once and not for every round.
async function payPage(slug, page, closeOf) {
  const due = [];
  for (const entry of page) {
    if (openBets.get(slug, entry.round)) due.push([entry, await closeOf(entry.round)]);
  }
  db.exec("BEGIN IMMEDIATE");
  try {
    for (const [entry, closesAtMs] of due) payRound(slug, entry, closesAtMs);
    db.exec("COMMIT");
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
}

function payRound(slug, entry, closesAtMs) {
  const won = winner(slug, entry);
  let count = 0;
  for (const row of openBets.all(slug, entry.round)) {
    const [stake, odds, takenMs] = [row.stake, row.odds, row.taken_ms].map(Number);
    const bet = { ...row, stake, odds, takenMs };
    const fault = faultOf(bet, closesAtMs);
    if (fault === null) count += pay.run(payout(bet, won, closesAtMs), bet.id).changes;
    else report(`Bet ${bet.id} stays open: ${fault}`);
  }
  if (count > 0) console.log(`${slug} ${entry.round}: ${won}, ${count} settled`);
}

function payout({ slug, side, stake, odds, takenMs }, won, closesAtMs) {
  if (takenMs >= closesAtMs) return stake;
  if (side === won) return Math.round((stake * Math.round(odds * ODDS_UNIT)) / ODDS_UNIT);
  return won === "tie" ? Math.round(stake * BACK_ON_TIE[slug]) : 0;
}

// A bet that nobody can settle rightly is left for you to look at.
function faultOf({ slug, side, stake, odds, takenMs }, closesAtMs) {
  if (!SIDES[slug].includes(side)) return `${slug} has no side "${side}".`;
  if (!Number.isSafeInteger(stake) || stake < 1) return "its stake is no whole number above 0.";
  if (!(odds >= 1 && stake * odds * ODDS_UNIT < Number.MAX_SAFE_INTEGER))
    return "its odds are below 1, or too high.";
  if (!Number.isSafeInteger(takenMs) || takenMs < 1) return "it does not tell when it was taken.";
  if (Number.isNaN(closesAtMs)) return "the day of its round was never published.";
  return null;
}

// Big Six Ball names a rank for each team; the card games name their winner.
function winner(slug, { round, result, result_map: ranks }) {
  const won = ranks ? Object.keys(ranks).find((team) => ranks[team] === 1) : result;
  if (!SIDES[slug].includes(won)) throw new Error(`Round ${round} says no winner.`);
  return won;
}

// When the bets of a round closed, in epoch ms: the service publishes it for each day beforehand.
// NaN for a day that it never published.
function closes(slug) {
  const days = new Map();
  let schedule;
  return async (round) => {
    const { genesis, intervalMs } = (schedule ??= await get(`/embed/${slug}/api/schedule`));
    const startMs = genesis + (round - 1) * intervalMs;
    const date = new Date(startMs).toISOString().slice(0, 10);
    if (!days.has(date)) days.set(date, await get(`/fairness/${slug}/${date}.json`, { 404: {} }));
    return startMs + (days.get(date).closesMs ?? NaN);
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
