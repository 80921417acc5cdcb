// Pays every bet whose round is over, and none twice. Run it from a timer, as often as you like;
// after any downtime it pages back to the oldest bet that is still open. No key is needed:
//   TABLESIDE_URL=https://games.example.com BETS_DB=bets.sqlite node payout.mjs
import { DatabaseSync } from "node:sqlite";

const SLUGS = ["dragontiger", "baccarat", "bigsixball"];
const PAGE = 500;

const { TABLESIDE_URL: service, BETS_DB: file } = process.env;
if (!/^https?:\/\/[^/?#\s]+\/?$/.test(service) || !file) {
  console.error("Set TABLESIDE_URL, an address without a path, and BETS_DB.");
  process.exit(1);
}

const db = new DatabaseSync(file, { timeout: 5_000 });
// Amounts in the smallest unit of your currency. A bet is open while its payout is null.
db.exec(`CREATE TABLE IF NOT EXISTS bet (id INTEGER PRIMARY KEY, slug TEXT NOT NULL,
  round INTEGER NOT NULL, side TEXT NOT NULL, stake INTEGER NOT NULL, odds REAL NOT NULL,
  payout INTEGER)`);
const oldestOpen = db.prepare(
  "SELECT min(round) AS round FROM bet WHERE slug = ? AND payout IS NULL",
);
// Finds nothing left to pay the second time.
const pay = db.prepare(`UPDATE bet
  SET payout = CASE side WHEN ? THEN round(stake * odds) ELSE 0 END
  WHERE slug = ? AND round = ? AND payout IS NULL`);

for (const slug of SLUGS) {
  const { round: oldest } = oldestOpen.get(slug);
  if (oldest !== null) await payBackTo(oldest, slug);
}

async function payBackTo(oldest, slug) {
  let before = "";
  for (;;) {
    const page = await results(slug, before);
    payPage(page, slug);
    const last = page.at(-1);
    if (last === undefined || last.round <= oldest) return;
    before = `&before=${last.round}`;
  }
}

// A page is one transaction, so that the disk is waited for once and not for every round.
function payPage(page, slug) {
  db.exec("BEGIN IMMEDIATE");
  const paid = page
    .map((entry) => [entry, pay.run(winner(entry), slug, entry.round).changes])
    .filter(([, count]) => count > 0)
    .map(([entry, count]) => `${slug} ${entry.round}: ${winner(entry)}, ${count} paid`);
  db.exec("COMMIT");
  if (paid.length > 0) console.log(paid.join("\n"));
}

async function results(slug, before) {
  const path = `/embed/${slug}/api/results?limit=${PAGE}${before}`;
  const response = await fetch(new URL(path, service));
  if (!response.ok) throw new Error(`The results of ${slug} answered ${response.status}.`);
  return response.json();
}

// Big Six Ball names a rank for each team; the card games name their winner. Returning stakes on a
// tie is your own rule: add it to the statement above.
function winner({ result, result_map }) {
  return result ?? Object.keys(result_map).find((team) => result_map[team] === 1);
}
