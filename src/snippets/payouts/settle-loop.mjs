import { settleOpenBets } from "./payouts.mjs";

const GAMES = ["dragontiger", "baccarat", "bigsixball"];

// Settles bets every second. `openBets()` returns your unsettled bets.
// Returns a function that settles immediately: call it when a webhook
// arrives.
export function startSettling(openBets, pay) {
  async function settleNow() {
    let waitMs = 1_000;
    for (const game of GAMES) {
      try {
        await settleOpenBets(game, await openBets(), pay);
      } catch (error) {
        console.error(error.message); // The next call tries again.
        waitMs = Math.max(waitMs, error.retryAfterMs ?? 0);
      }
    }
    return waitMs;
  }
  // Waits for each call, so that calls do not pile up in an outage.
  const loop = () =>
    settleNow().then((waitMs) => setTimeout(loop, waitMs));
  setTimeout(loop, 1_000);
  return settleNow;
}
