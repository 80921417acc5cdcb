import { betsCloseAtMs, checkBet, settle } from "tableside/settle";
import { state } from "./sandbox.mjs";

async function read(game, path) {
  const { url } = await state();
  const response = await fetch(`${url}/embed/${game}/api/${path}`);
  if (!response.ok) {
    throw new Error(`The service returned ${response.status}.`);
  }
  return response.json();
}

/**
 * Replace this with your own operator. It takes bets until they close,
 * and pays each of them once.
 */
export function openOperator() {
  const open = new Set();
  return {
    /** Takes a bet on the current round, by the service's clock. */
    async take(game, market, stake) {
      const { round, phase, remainMs } = await read(game, "current");
      if (phase !== "betting" || remainMs === 0) {
        throw new Error("Bets are closed.");
      }
      const schedule = await read(game, "schedule");
      const closesAtMs = betsCloseAtMs(round, schedule);
      const bet = {
        game,
        round,
        market,
        stake,
        placedAtMs: schedule.now,
        closesAtMs,
      };
      checkBet(bet);
      open.add(bet);
      return bet;
    },
    /** Settles the bets that have a result, and returns the sum paid. */
    async settleOpen() {
      let paid = 0;
      for (const bet of open) {
        const [entry] = await read(
          bet.game,
          `results?round=${bet.round}`,
        );
        if (entry !== undefined) {
          paid += settle(entry, bet).returned;
          open.delete(bet);
        }
      }
      return paid;
    },
  };
}
