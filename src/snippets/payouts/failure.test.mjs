import { beforeEach, expect, test } from "vitest";
import { openOperator } from "./operator.mjs";
import { state, send } from "./sandbox.mjs";

// Before, because a failed test can leave the sandbox changed.
beforeEach(() => send({ do: "reset" }));

test("open bets wait while the service returns 503", async () => {
  const operator = openOperator();
  await send({ do: "next", game: "baccarat", outcome: "player" });
  await operator.take("baccarat", "player", 100);
  await send({ do: "failure", name: "unavailable", on: true });
  const { url } = await state();
  const { headers } = await fetch(`${url}/embed/baccarat/api/current`);
  expect(headers.get("retry-after")).toBe("5");
  await expect(
    operator.take("baccarat", "player", 100),
  ).rejects.toMatchObject({ status: 503 });
  await expect(operator.settleOpen()).rejects.toMatchObject({
    status: 503,
  });
  await send({ do: "move", to: "result", game: "baccarat" });
  await send({ do: "failure", name: "unavailable", on: false });
  expect(await operator.settleOpen()).toBe(200);
});

test("the same round continues after a restart", async () => {
  const operator = openOperator();
  await send({ do: "next", game: "baccarat", outcome: "player" });
  const before = await operator.take("baccarat", "player", 100);
  await send({ do: "restart", downMs: 500 });
  const after = await operator.take("baccarat", "player", 100);
  expect(after.round).toBe(before.round);
  await send({ do: "move", to: "result", game: "baccarat" });
  expect(await operator.settleOpen()).toBe(400);
});
