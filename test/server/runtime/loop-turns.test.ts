import { expect, test } from "vitest";
import { turnQueue } from "../../../server/runtime/loop-turns.ts";

test("a task that throws does not stop the task after it", async () => {
  const deferWork = turnQueue();
  const thrown = new Promise((resolve) => process.once("uncaughtException", resolve));
  deferWork(() => {
    throw new Error("broken");
  });
  await new Promise<void>((resolve) => void deferWork(resolve));
  await expect(thrown).resolves.toMatchObject({ message: "broken" });
});
