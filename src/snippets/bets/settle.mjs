import { settle } from "tableside/settle";
import { client, db } from "./bets.mjs";

const oldest = db.prepare(`SELECT min(round) AS round FROM bet
  WHERE slug = ? AND outcome IS NULL`);
const open = db.prepare(`SELECT *, slug AS game, taken_ms AS placedAtMs,
  closes_ms AS closesAtMs FROM bet
  WHERE slug = ? AND round = ? AND outcome IS NULL`);
const close = db.prepare("UPDATE bet SET outcome = ?, returned = ? WHERE id = ?");

/**
 * Settles each bet whose round is over, once. Call it every second or two.
 * `pay(bet, returned)` shares the transaction: it writes to the same
 * database, and waits for nothing.
 */
export async function settleBets(pay) {
  const { round } = oldest.get(client.game);
  if (round === null) return;
  for await (const entry of client.results({ after: round - 1 })) {
    settleRound(entry, pay);
  }
}

function settleRound(entry, pay) {
  db.exec("BEGIN IMMEDIATE");
  try {
    for (const row of open.all(client.game, entry.round)) {
      const bet = { ...row, teams: JSON.parse(row.teams) };
      const paytable = JSON.parse(row.paytable);
      const { outcome, returned } = settle(entry, bet, { paytable });
      close.run(outcome, returned, bet.id);
      pay(bet, returned);
    }
    db.exec("COMMIT");
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}
