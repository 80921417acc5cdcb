// node read.mjs 522000
//
// Prints the rounds that finished after a given round, then each new
// one. Rounds with a late beacon are missing: to pay bets, request each
// bet's round.
import { createClient } from "tableside/client";

const client = createClient({
  baseUrl: "https://games.example.com",
  game: "baccarat",
});
let last = Number(process.argv[2]);

for (;;) {
  try {
    for await (const { round, result } of client.results({
      after: last,
    })) {
      console.log(round, result);
      last = round;
    }
  } catch (error) {
    console.error(error); // The next request tries again.
  }
  await new Promise((resolve) => setTimeout(resolve, 5000));
}
