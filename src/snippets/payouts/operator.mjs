import { settleOpenBets } from "./payouts.mjs";
import { state } from "./sandbox.mjs";
import { takeBet } from "./take-bet.mjs";

/**
 * Replace this with your own operator. It takes bets until they close,
 * and pays each of them once.
 */
export function openOperator() {
  const open = new Set();
  return {
    /** Takes a bet on the current round, by the service's clock. */
    async take(game, market, stake) {
      const { round } = (await state()).games[game];
      const bet = await takeBet(game, round, market, stake);
      open.add(bet);
      return bet;
    },
    /** Settles the bets that have a result, and returns the sum paid. */
    async settleOpen() {
      let paid = 0;
      for (const { game } of open) {
        await settleOpenBets(game, [...open], (bet, { returned }) => {
          paid += returned;
          open.delete(bet);
        });
      }
      return paid;
    },
  };
}
