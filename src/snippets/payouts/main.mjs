// Adds a player, takes a bet on Banker, and settles open bets until you
// stop it. If bets are closed, takeBet throws: start it again.
import { createClient } from "tableside/client";
import { addPlayer, openBets, pay, placeBet } from "./bet-store.mjs";
import { startSettling } from "./settle-loop.mjs";
import { takeBet } from "./take-bet.mjs";

const baseUrl =
  process.env.TABLESIDE_URL ?? "https://games.example.com";
const client = createClient({ baseUrl, game: "baccarat" });
const { round } = await client.current();

addPlayer("ann", 10_000);
const bet = await takeBet("baccarat", round, "banker", 100);
placeBet(crypto.randomUUID(), "ann", bet);
startSettling(openBets, (bet, result) => {
  pay(bet, result);
  console.log(bet.player, result); // ann { outcome: 'won', returned: 195 }
});
