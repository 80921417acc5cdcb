import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { NOON_MS, startSandbox } from "../../support/sandbox.ts";
import { readStream } from "../../support/stream-reader.ts";

test("a step moves a paused sandbox to the next phase", async () => {
  const { tell } = await startSandbox();
  const steps: string[] = [];
  for (let i = 0; i < 5; i++) {
    const { now } = await tell({ do: "move", to: "next-phase" });
    steps.push(now.slice(14, 19));
  }
  expect(steps).toEqual(["00:15", "00:24", "00:28", "00:30", "00:33"]);
});

test("every day is published in time, however far the clock is moved", async () => {
  const { tell, read } = await startSandbox();
  await tell({ do: "move", to: "2026-07-09T12:00:00Z" });
  for (const date of ["2026-07-04", "2026-07-09", "2026-07-10"]) {
    const { publishedAt } = await read(`/fairness/baccarat/${date}.json`);
    expect(publishedAt).toBeLessThanOrEqual(Date.parse(date) - 86_400_000);
  }
});

test("a running clock runs at its rate", async () => {
  const { tell, state } = await startSandbox();
  const startMs = performance.now();
  await tell({ do: "rate", rate: 100 });
  await pause(50);
  await tell({ do: "rate", rate: 0 });
  const passedMs = performance.now() - startMs;
  const movedMs = Date.parse((await state()).now) - NOON_MS;
  expect(movedMs).toBeGreaterThanOrEqual(50 * 90);
  expect(movedMs).toBeLessThanOrEqual(passedMs * 100);
});

test("a stream follows every step of a stopped clock", async () => {
  const { tell, url } = await startSandbox();
  const stream = await readStream(`${url}/embed/baccarat/api/stream`);
  await stream.until(1);
  for (let count = 2; count <= 5; count++) {
    await tell({ do: "move", to: "next-phase", game: "baccarat" });
    await stream.until(count);
  }
  const phases = stream.messages().map(({ state }) => state.phase);
  expect(phases).toEqual(["betting", "revealing", "result", "waiting", "betting"]);
});
