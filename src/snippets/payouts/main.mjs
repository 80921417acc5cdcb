// Settles open bets until you stop it, including bets from before a
// restart. Places a new player's bet on Banker in the next open round.
import { setTimeout } from "node:timers/promises";
import { createClient } from "tableside/client";
import { addPlayer, openBets, pay, placeBet } from "./bet-store.mjs";
import { startSettling } from "./settle-loop.mjs";
import { takeBet } from "./take-bet.mjs";

const baseUrl =
  process.env.TABLESIDE_URL ?? "https://games.example.com";
const client = createClient({ baseUrl, game: "baccarat" });
startSettling(openBets, (bet, result) => {
  pay(bet, result);
  console.log(bet.player, result); // ann { outcome: 'won', returned: 195 }
});

addPlayer("ann", 10_000);
let bet;
while (bet === undefined) {
  let waitMs = 1_000;
  try {
    const { round, remainMs } = await client.current();
    if (remainMs > 2_000) {
      const taken = await takeBet("baccarat", round, "banker", 100);
      placeBet(crypto.randomUUID(), "ann", taken);
      bet = taken;
      console.log(`bet taken on round ${round}`);
    }
  } catch (error) {
    console.error(error.message); // The next pass tries again.
    waitMs = Math.max(waitMs, error.retryAfterMs ?? 0);
  }
  await setTimeout(waitMs);
}
