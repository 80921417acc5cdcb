// Bets 100 on Player in the next open round, and prints what the bet
// returns: node first-bet.mjs
import { createClient, serviceClock } from "tableside/client";
import { betsCloseAtMs, settle } from "tableside/settle";

const client = createClient({
  baseUrl: "https://games.example.com",
  game: "baccarat",
});
const clock = serviceClock(client);
let bet;

for await (const { round, phase, remainMs } of client.stream()) {
  if (bet === undefined && phase === "betting" && remainMs > 0) {
    const closesAtMs = betsCloseAtMs(round, await clock.sync());
    const placedAtMs = clock.latestMs();
    bet = {
      game: "baccarat",
      round,
      market: "player",
      stake: 100,
      placedAtMs,
      closesAtMs,
    };
    console.log(`bet on round ${round}`);
  } else if (bet?.round === round && phase === "result") {
    break;
  }
}

for await (const entry of client.results({ round: bet.round })) {
  // player { outcome: 'won', returned: 200 }
  console.log(entry.result, settle(entry, bet));
}
