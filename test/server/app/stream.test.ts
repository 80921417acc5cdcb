import { describe, expect, test } from "vitest";
import { games } from "../../../src/games/index.ts";
import { PHASES, phaseLengthMs, phaseStartMs } from "../../../src/round/phases.ts";
import { startListening } from "../../support/listening-service.ts";
import { readStream } from "../../support/stream-reader.ts";

const ROUND = 200_000;
const STREAM = "/embed/baccarat/api/stream";

const HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
};

describe.each(games)("the stream of $slug", (game) => {
  const path = `/embed/${game.slug}/api/stream`;

  test.each(PHASES)(
    "begins with the state as `current` has it, for who joins amid %s",
    async (phase) => {
      const nowMs = phaseStartMs(ROUND, phase, game) + phaseLengthMs(phase, game) / 2;
      const { url, read } = await startListening({ nowMs });
      const { status, headers, until } = await readStream(url + path);
      expect(status).toBe(200);
      expect(headers).toMatchObject(HEADERS);
      const [first] = await until(1);
      expect(first).toEqual({
        event: "state",
        id: `${ROUND}:${phase}`,
        state: await read(`/embed/${game.slug}/api/current`),
      });
    },
  );

  test("sends every change of phase to everybody once, with the bytes of `current`", async () => {
    const nowMs = phaseStartMs(ROUND, "betting", game);
    const { url, ask, clock } = await startListening({ nowMs });
    const streams = await Promise.all([1, 2, 3].map(() => readStream(url + path)));
    const bodies = [];
    for (const phase of PHASES) {
      clock.nowMs = phaseStartMs(ROUND, phase, game);
      const body = await (await ask(`/embed/${game.slug}/api/current`)).text();
      bodies.push(`event: state\nid: ${ROUND}:${phase}\ndata: ${body}\n\n`);
      await Promise.all(streams.map(({ until }) => until(bodies.length)));
    }
    for (const stream of streams) {
      expect(stream.text().replace(/^retry: \d+\n/, "")).toBe(bodies.join(""));
    }
  });
});

test("the last event id that a client sends has no effect: the state is whole each time", async () => {
  const { url } = await startListening();
  for (const id of ["521281:waiting", "99999999:result", "x", "0"]) {
    const { until } = await readStream(url + STREAM, { "last-event-id": id });
    expect(await until(1)).toMatchObject([{ id: "521281:betting" }]);
  }
});

test("clients are asked to reconnect spread over a second", async () => {
  const { url } = await startListening();
  const texts = [];
  for (let i = 0; i < 5; i++) {
    const { until, text } = await readStream(url + STREAM);
    await until(1);
    texts.push(text());
  }
  const retries = texts.map((text) => Number(/^retry: (\d+)\n/.exec(text)?.[1]));
  expect(new Set(retries).size).toBe(5);
  expect(Math.min(...retries)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...retries)).toBeLessThan(1_500);
});

test("HEAD gives the headers of a stream and opens none", async () => {
  const { url } = await startListening({ streams: { inAll: 1 } });
  for (let i = 0; i < 3; i++) {
    const answer = await fetch(url + STREAM, { method: "HEAD" });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject(HEADERS);
    expect(await answer.text()).toBe("");
  }
  expect((await readStream(url + STREAM)).status).toBe(200);
});
