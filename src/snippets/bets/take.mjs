import { serviceClock } from "tableside/client";
import { betsCloseAtMs, checkBet } from "tableside/settle";
import { client, db } from "./bets.mjs";

const clock = serviceClock(client);
const insert = db.prepare(`INSERT INTO bet
  (player, slug, round, market, stake, teams, taken_ms, closes_ms)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`);

/** Takes a bet on the round that the player saw, or throws. Returns its id. */
export async function takeBet(player, { round, market, teams = [], stake }) {
  const { game } = client;
  const state = await client.current();
  const closesAtMs = betsCloseAtMs(state.round, await clock.sync());
  const placedAtMs = clock.latestMs();
  checkBet({ game, round, market, teams, stake, placedAtMs, closesAtMs });
  const isOpen = state.phase === "betting" && state.remainMs > 0;
  if (state.round !== round || !isOpen || placedAtMs >= closesAtMs) {
    throw new Error("Bets on this round are closed.");
  }
  // If you keep the balances, take the stake here, in the same transaction.
  const what = [game, round, market, stake, JSON.stringify(teams)];
  return insert.get(player, ...what, placedAtMs, closesAtMs).id;
}
