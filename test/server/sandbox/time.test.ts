import { describe, expect, test } from "vitest";
import { readScript } from "../../../server/sandbox/script.ts";
import { NOON, startSandbox } from "../../support/sandbox.ts";
import { readStream } from "../../support/stream-reader.ts";

test("a paused sandbox stays where it is; a step leads to the next phase of any game", async () => {
  const { tell } = await startSandbox();
  const steps: string[] = [];
  for (let i = 0; i < 5; i++) {
    const { now } = await tell({ do: "move", to: "next-phase" });
    steps.push(now.slice(14, 19));
  }
  expect(steps).toEqual(["00:15", "00:24", "00:28", "00:30", "00:33"]);
});

test("the end of a day is its last minute, and the days after it are published in time", async () => {
  const { tell, read } = await startSandbox();
  expect(await tell({ do: "move", to: "day-end" })).toEqual({ now: "2026-07-01T23:59:00.000Z" });
  expect(await tell({ do: "move", to: "day-end" })).toEqual({ now: "2026-07-02T23:59:00.000Z" });
  await tell({ do: "move", to: "2026-07-09T12:00:00Z" });
  for (const date of ["2026-07-04", "2026-07-09", "2026-07-10"]) {
    const { publishedAt } = await read(`/fairness/baccarat/${date}.json`);
    expect(publishedAt).toBeLessThanOrEqual(Date.parse(date) - 86_400_000);
  }
});

test("a change of mode is announced by the schedule and comes at a day's end", async () => {
  const { tell, read } = await startSandbox();
  const { now, mode } = await tell({ do: "move", to: "mode-change" });
  expect(mode).toBe("drand");
  expect(now).toMatch(/T23:59:00.000Z$/);
  const path = "/embed/baccarat/api/schedule";
  const { entropy, next } = await read(path);
  expect([entropy, next.entropy]).toEqual(["seed", "drand"]);
  await tell({ do: "move", to: new Date(Date.parse(now) + 60_000).toISOString() });
  expect((await read(path)).entropy).toBe("drand");
  expect(await read("/embed/baccarat/api/current")).toMatchObject({
    round: next.round,
    remainMs: 12_000,
  });
});

test("a running clock is as fast as it was told to be", async () => {
  const { tell, state } = await startSandbox();
  const startMs = performance.now();
  await tell({ do: "rate", rate: 100 });
  await tell({ do: "wait", ms: 50 });
  await tell({ do: "rate", rate: 0 });
  const passedMs = performance.now() - startMs;
  const movedMs = Date.parse((await state()).now) - Date.parse(NOON.start);
  expect(movedMs).toBeGreaterThanOrEqual(50 * 90);
  expect(movedMs).toBeLessThanOrEqual(passedMs * 100);
});

test("a stream follows every step, and says nothing while the clock stands", async () => {
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

test("an etag of history changes with the round that a move has finished", async () => {
  const { tell, url } = await startSandbox();
  const ask = (etag?: string | null) =>
    fetch(`${url}/embed/baccarat/api/results`, { headers: etag ? { "if-none-match": etag } : {} });
  const etag = (await ask()).headers.get("etag");
  expect((await ask(etag)).status).toBe(304);
  await tell({ do: "move", to: "result", game: "baccarat" });
  expect((await ask(etag)).status).toBe(200);
});

describe("beacons set a limit to the clock, since fetching and checking them takes real time:", () => {
  const WORDS = 'With beacons (mode "drand") the clock runs at most 10 times as fast';

  test("a faster one is refused with words that say what to do", async () => {
    const { tell, state } = await startSandbox({ script: { ...NOON, mode: "drand" } });
    const refused = await tell({ do: "rate", rate: 100 });
    expect(refused).toMatchObject({ status: 400, detail: expect.stringContaining(WORDS) });
    expect(refused.detail).toContain('use "move"');
    expect((await state()).rate).toBe(0);
    const script = JSON.stringify({ mode: "drand", rate: 11 });
    expect(() => readScript(script)).toThrow(WORDS);
  });

  test("no sandbox changes to beacons on a faster clock, nor gets faster once it has changed", async () => {
    const { tell, state } = await startSandbox();
    const change = { do: "move", to: "mode-change" };
    await tell({ do: "rate", rate: 11 });
    expect(await tell(change)).toMatchObject({ detail: expect.stringContaining(WORDS) });
    expect(await state()).toMatchObject({ mode: "seed", rate: 11 });
    await tell({ do: "rate", rate: 0 });
    expect(await tell(change)).toMatchObject({ mode: "drand" });
    expect(await tell({ do: "rate", rate: 11 })).toMatchObject({ status: 400 });
  });

  test("at ten times its pace rounds open, are decided, and end", async () => {
    const { tell, read } = await startSandbox({ script: { ...NOON, mode: "drand" } });
    const { round } = await read("/embed/baccarat/api/current");
    await tell({ do: "rate", rate: 10 });
    const ended = () => read(`/embed/baccarat/api/results?after=${round - 1}&limit=2`);
    await expect.poll(async () => (await ended()).length).toBe(2);
  });
});

test("who read too much history is answered again, though the clock stands", async () => {
  const { url } = await startSandbox();
  let before = 522_000;
  const nextPage = async () => {
    before -= 500;
    const answer = await fetch(`${url}/embed/baccarat/api/results?limit=500&before=${before}`);
    await answer.text();
    return answer.status;
  };
  // All at once: one after another, a busy machine might read no faster than is allowed for ever.
  expect(await Promise.all(Array.from({ length: 80 }, nextPage))).toContain(429);
  await expect.poll(nextPage).toBe(200);
});
