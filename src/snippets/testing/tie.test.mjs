import { beforeEach, expect, test } from "vitest";
import { openHouse } from "./house.mjs";
import { tell } from "./sandbox.mjs";

beforeEach(() => tell({ do: "reset" }));

test("stakes on Player and Banker come back when Baccarat ties, and only once", async () => {
  const house = openHouse();
  await tell({ do: "next", game: "baccarat", outcome: "tie" });
  await house.take("baccarat", "player", 100);
  await house.take("baccarat", "banker", 100);
  expect(await house.settleOpen()).toBe(0);
  await tell({ do: "move", to: "result", game: "baccarat" });
  expect(await house.settleOpen()).toBe(200);
  // The same round again, as after a crash or a second webhook.
  expect(await house.settleOpen()).toBe(0);
});

test("half a stake on Dragon comes back when Dragon Tiger ties", async () => {
  const house = openHouse();
  await tell({ do: "next", game: "dragontiger", outcome: "tie" });
  await house.take("dragontiger", "dragon", 100);
  await tell({ do: "move", to: "result", game: "dragontiger" });
  expect(await house.settleOpen()).toBe(50);
});

test("a bet after the close is refused", async () => {
  const house = openHouse();
  await tell({ do: "move", to: "revealing", game: "baccarat" });
  await expect(house.take("baccarat", "player", 100)).rejects.toThrow("Bets are closed.");
});

test("a night offline costs nobody a win", async () => {
  const house = openHouse();
  await tell({ do: "next", game: "baccarat", outcome: "player" });
  await house.take("baccarat", "player", 100);
  // Your server is down, and nothing settles.
  await tell({ do: "move", to: "day-end" });
  expect(await house.settleOpen()).toBe(200);
});
