import { expect, test } from "vitest";
import { state, tell } from "./sandbox.mjs";

// Yours in its place: what a bet on a finished round returns.
function returned(entry, { side, stake }) {
  if (entry.result === "tie" && side !== "tie") {
    return stake;
  }
  return entry.result === side ? stake * 2 : 0;
}

test("stakes on Player and Banker come back when Baccarat ties", async () => {
  const { address } = await state();
  const { round } = await tell({ do: "next", game: "baccarat", outcome: "tie" });
  // Bets are open now: place yours on this round.
  await tell({ do: "move", to: "result", game: "baccarat" });
  const results = await fetch(`${address}/embed/baccarat/api/results?round=${round}`);
  const [entry] = await results.json();
  expect(returned(entry, { side: "player", stake: 100 })).toBe(100);
  expect(returned(entry, { side: "banker", stake: 100 })).toBe(100);
});

test("a night offline costs nobody a win", async () => {
  const { address } = await state();
  const { round } = await tell({ do: "next", game: "baccarat", outcome: "banker" });
  await tell({ do: "trouble", name: "unavailable" });
  await tell({ do: "move", to: "day-end" });
  const down = await fetch(`${address}/embed/baccarat/api/results?after=${round - 1}&limit=1`);
  expect(down.status).toBe(503);
  await tell({ do: "trouble", name: "unavailable", on: false });
  const back = await fetch(`${address}/embed/baccarat/api/results?after=${round - 1}&limit=1`);
  const [entry] = await back.json();
  expect(returned(entry, { side: "banker", stake: 100 })).toBe(200);
});
