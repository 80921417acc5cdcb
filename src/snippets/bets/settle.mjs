import { settle, SettleError } from "tableside/settle";
import { clients, db } from "./bets.mjs";

const oldestOpen = db.prepare(`SELECT min(round) AS round FROM bet
  WHERE state = 'open' AND game = ? AND round > ?`);
const openBets = db.prepare("SELECT * FROM bet WHERE state = 'open' AND game = ? AND round = ?");
const close = db.prepare("UPDATE bet SET state = ?, outcome = ?, returned = ? WHERE id = ?");

/** Settles each open bet whose round is over, once. A fault in one game does not stop the others. */
export async function settleBets() {
  for (const client of clients.values()) {
    try {
      await settleGame(client);
    } catch (error) {
      console.error(`${client.game}: ${error.message}`); // The next call tries again.
    }
  }
}

/** From the oldest open bet to the last finished round, 500 rounds at a time. */
async function settleGame(client) {
  let { round } = oldestOpen.get(client.game, 0);
  while (round !== null) {
    const entries = await Array.fromAsync(client.results({ after: round - 1, limit: 500 }));
    if (entries.length === 0) return;
    settleRounds(client.game, entries);
    ({ round } = oldestOpen.get(client.game, entries.at(-1).round));
  }
}

/** One transaction: all of it is stored, or nothing. */
function settleRounds(game, entries) {
  db.exec("BEGIN IMMEDIATE");
  try {
    for (const entry of entries) {
      for (const row of openBets.all(game, entry.round)) settleBet(entry, row);
    }
    db.exec("COMMIT");
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

function settleBet(entry, row) {
  try {
    const bet = { ...row, teams: JSON.parse(row.teams) };
    const { outcome, returned } = settle(entry, bet, { paytable: JSON.parse(row.paytable) });
    close.run(returned > 0 ? "owed" : "done", outcome, returned, row.id);
  } catch (error) {
    if (!isFaultOfBet(error)) throw error; // Nobody is paid by an entry that cannot be right.
    close.run("stuck", null, null, row.id);
    console.error(`Bet ${row.id} is stuck: ${error.message}`);
  }
}

function isFaultOfBet(error) {
  if (error instanceof SyntaxError) return true; // Of JSON.parse.
  return error instanceof SettleError && !["bad-entry", "unfinished"].includes(error.code);
}
