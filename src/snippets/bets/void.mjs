import { clients, db } from "./bets.mjs";

// Without arguments: lists the rounds that the service still has no result of. With GAME ROUND: returns the
// stakes of the bets on one of them.
const [wantedGame, wantedRound] = process.argv.slice(2);

/** A round has its result within a minute of its close. */
const LATE_MS = 600_000;
const lateRounds = db.prepare(`SELECT round, count(*) AS bets FROM bet
  WHERE state = 'open' AND game = ? AND closesAtMs < ? GROUP BY round ORDER BY round`);
const returnStakes = db.prepare(`UPDATE bet SET state = 'owed', outcome = 'void', returned = stake
  WHERE state = 'open' AND game = ? AND round = ?`);

for (const client of clients.values()) {
  const { game } = client;
  const { now } = await client.schedule();
  for (const { round, bets } of lateRounds.all(game, now - LATE_MS)) {
    const isWanted = game === wantedGame && String(round) === wantedRound;
    if ((wantedGame !== undefined && !isWanted) || (await hasResult(client, round))) continue;
    if (isWanted) returnStakes.run(game, round);
    console.log(`${game} ${round}: ${bets} bets ${isWanted ? "void" : "open, no result"}`);
  }
}

/** Throws when the service does not answer: silence voids nothing. */
async function hasResult(client, round) {
  const entries = await Array.fromAsync(client.results({ round }));
  return entries.length > 0;
}
