// Checks the payout of the latest tie: node past-tie.mjs
import assert from "node:assert/strict";
import { createClient } from "tableside/client";
import { settle } from "tableside/settle";

const game = "dragontiger";
const client = createClient({
  baseUrl: "https://games.example.com",
  game,
});

for await (const entry of client.results()) {
  if (entry.result === "tie") {
    const bet = { game, round: entry.round, stake: 100 };
    const times = { placedAtMs: 1e12, closesAtMs: 1e12 + 1 };
    const settled = (market) =>
      settle(entry, { ...bet, ...times, market });
    assert.equal(settled("tie").returned, 900);
    assert.equal(settled("dragon").returned, 50);
    console.log(`round ${entry.round} is paid correctly`);
    break;
  }
}
