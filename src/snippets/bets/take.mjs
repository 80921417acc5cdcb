import { serviceClock } from "tableside/client";
import { betsCloseAtMs, checkBet } from "tableside/settle";
import { client, db } from "./bets.mjs";

const clock = serviceClock(client);
const insert =
  db.prepare(`INSERT INTO bet (player, slug, round, market, teams, stake, taken_ms, closes_ms)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`);

/** Takes a bet on the round that the player saw. Returns its id; throws when it cannot be taken. */
export async function takeBet(player, { round, market, teams = [], stake }) {
  const { game } = client;
  const state = await client.current();
  const closesAtMs = betsCloseAtMs(state.round, await clock.sync());
  const placedAtMs = clock.latestMs();
  const isOpen = state.round === round && state.phase === "betting" && state.remainMs > 0;
  if (!isOpen || placedAtMs >= closesAtMs) {
    throw new Error("Bets on this round are closed.");
  }
  checkBet({ game, round, market, teams, stake, placedAtMs, closesAtMs });
  // If you keep the balances, take the stake here, in one transaction with the bet.
  const names = JSON.stringify(teams);
  return insert.get(player, game, round, market, names, stake, placedAtMs, closesAtMs).id;
}
