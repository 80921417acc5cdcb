import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createShutdown } from "../../../server/runtime/shutdown.ts";

const ORDER = ["roof", "walls", "floor"] as const;

function open() {
  const stopped: string[] = [];
  const shutdown = createShutdown(ORDER);
  const add = (part: (typeof ORDER)[number], error?: Error) =>
    shutdown.add(part, async () => {
      await turn();
      stopped.push(part);
      if (error !== undefined) {
        throw error;
      }
    });
  return { shutdown, add, stopped };
}

test("parts stop in the order of the list, not in the order they started", async () => {
  const { shutdown, add, stopped } = open();
  add("walls");
  add("floor");
  add("roof");
  await shutdown.run();
  expect(stopped).toEqual(["roof", "walls", "floor"]);
});

test("each part stops once, and only if it has started", async () => {
  const { shutdown, add, stopped } = open();
  add("floor");
  await Promise.all([shutdown.run(), shutdown.run()]);
  await shutdown.run();
  expect(stopped).toEqual(["floor"]);
});

test("after a part fails to stop, the others still stop and its error is thrown", async () => {
  const { shutdown, add, stopped } = open();
  const error = new Error("stuck");
  add("floor");
  add("walls", error);
  add("roof");
  await expect(shutdown.run()).rejects.toBe(error);
  expect(stopped).toEqual([...ORDER]);
});
