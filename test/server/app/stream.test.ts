import { describe, expect, test } from "vitest";
import { games } from "../../../src/games/index.ts";
import { PHASES, phaseStartMs } from "../../../src/round/phases.ts";
import { startListening } from "../../support/listening-service.ts";
import { readStream } from "../../support/stream-reader.ts";

const ROUND = 200_000;

const HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
};

describe.each(games)("the stream of $slug", (game) => {
  const path = `/embed/${game.slug}/api/stream`;

  test("every phase change is sent to each viewer once", async () => {
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
      expect([stream.status, stream.headers]).toMatchObject([200, HEADERS]);
      expect(stream.text().replace(/^retry: \d+\n/, "")).toBe(bodies.join(""));
    }
  });
});
