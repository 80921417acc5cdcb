import { expect, test } from "vitest";
import { turnQueue } from "../../../server/runtime/loop-turns.ts";

test("a task that throws does not stop the task after it", async () => {
  const inOwnTurn = turnQueue();
  const thrown = new Promise((resolve) => process.once("uncaughtException", resolve));
  inOwnTurn(() => {
    throw new Error("broken");
  });
  await new Promise<void>((resolve) => void inOwnTurn(resolve));
  await expect(thrown).resolves.toMatchObject({ message: "broken" });
});
