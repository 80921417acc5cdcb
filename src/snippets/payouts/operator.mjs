import { settleOpenBets } from "./payouts.mjs";
import { state } from "./sandbox.mjs";
import { takeBet } from "./take-bet.mjs";

/**
 * Replace this with your own operator. It takes bets until they close,
 * and pays each bet once.
 */
export function openOperator() {
  const open = new Set();
  return {
    /** Takes a bet on the sandbox's current round. */
    async take(game, market, stake) {
      const { round } = (await state()).games[game];
      const bet = await takeBet(game, round, market, stake);
      open.add(bet);
      return bet;
    },
    /** Settles bets with results, and returns the total paid. */
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
