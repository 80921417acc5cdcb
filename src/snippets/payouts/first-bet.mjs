// Bets 100 on each market of the next open round, and prints the
// settlements: node first-bet.mjs
import { createClient, serviceClock } from "tableside/client";
import { betsCloseAtMs, settle } from "tableside/settle";

const game = "dragontiger";
const client = createClient({
  baseUrl: "https://games.example.com",
  game,
});
const clock = serviceClock(client);
// Throws if the service does not respond; the stream would retry.
await client.current();
let bet;

for await (const { round, phase, remainMs } of client.stream()) {
  if (bet === undefined && phase === "betting" && remainMs > 0) {
    const closesAtMs = betsCloseAtMs(round, await clock.sync());
    const placedAtMs = clock.latestMs();
    bet = { game, round, stake: 100, placedAtMs, closesAtMs };
    console.log(`betting on round ${round}`);
  } else if (bet?.round === round && phase === "result") {
    break;
  }
}

for await (const entry of client.results({ round: bet.round })) {
  for (const market of ["dragon", "tiger", "tie"]) {
    console.log(market, settle(entry, { ...bet, market }));
  }
}
