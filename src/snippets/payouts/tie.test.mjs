import { beforeEach, expect, test } from "vitest";
import { openOperator } from "./operator.mjs";
import { state, send } from "./sandbox.mjs";

beforeEach(() => send({ do: "reset" }));

test("a Baccarat tie returns stakes on both hands once", async () => {
  const operator = openOperator();
  await send({ do: "next", game: "baccarat", outcome: "tie" });
  await operator.take("baccarat", "player", 100);
  await operator.take("baccarat", "banker", 100);
  expect(await operator.settleOpen()).toBe(0);
  await send({ do: "move", to: "result", game: "baccarat" });
  expect(await operator.settleOpen()).toBe(200);
  // Settles the round again, as after a crash or a duplicate webhook.
  expect(await operator.settleOpen()).toBe(0);
});

test("a Dragon Tiger tie returns half a stake on Dragon", async () => {
  const operator = openOperator();
  await send({ do: "next", game: "dragontiger", outcome: "tie" });
  await operator.take("dragontiger", "dragon", 100);
  await send({ do: "move", to: "result", game: "dragontiger" });
  expect(await operator.settleOpen()).toBe(50);
});

test("a bet after the close is refused", async () => {
  const operator = openOperator();
  await send({ do: "move", to: "revealing", game: "baccarat" });
  await expect(
    operator.take("baccarat", "player", 100),
  ).rejects.toThrow("are not open");
});

test("wins are paid after a night offline", async () => {
  const operator = openOperator();
  await send({ do: "next", game: "baccarat", outcome: "player" });
  await operator.take("baccarat", "player", 100);
  // Your server is down, so nothing settles.
  const { now } = await state();
  await send({
    do: "move",
    to: new Date(Date.parse(now) + 8 * 3_600_000).toISOString(),
  });
  expect(await operator.settleOpen()).toBe(200);
});
