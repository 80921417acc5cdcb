import { settleOpenBets } from "./payouts.mjs";

const GAMES = ["dragontiger", "baccarat", "bigsixball"];

// Settles every second. `openBets()` returns your unsettled bets.
// Returns a function that settles immediately: call it when a webhook
// arrives.
export function startSettling(openBets, pay) {
  async function settleNow() {
    for (const game of GAMES) {
      try {
        await settleOpenBets(game, await openBets(), pay);
      } catch (error) {
        console.error(error); // The next call tries again.
      }
    }
  }
  // Waits for the last call, so that calls do not pile up in an outage.
  const loop = () => settleNow().then(() => setTimeout(loop, 1_000));
  setTimeout(loop, 1_000);
  return settleNow;
}
