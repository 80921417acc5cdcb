import { describe, expect, test } from "vitest";
import { games } from "../../../src/games/index.ts";
import { roundStartMs } from "../../../src/round/phases.ts";
import { phaseTimes } from "../../support/phase-times.ts";
import { startService } from "../../support/service.ts";

const COMMON = ["round", "daily_round", "date", "phase", "remainMs"];
const ROUND = 200_000;

// The contract, which checks every response in the tests, defines the names and types of the fields.
describe.each(games)("the state of $slug", (game) => {
  test("each field appears in the state starting with its documented phase", async () => {
    const { clock, read } = await startService();
    const bettingMs = game.phases[0]?.ms ?? 0;
    for (const { phase, nowMs } of phaseTimes(game, ROUND)) {
      clock.nowMs = nowMs;
      const startMs = roundStartMs(ROUND, game.intervalMs);
      const state = (await read(`/embed/${game.slug}/api/current`)) as Record<string, unknown>;
      expect(state).toMatchObject({
        round: ROUND,
        daily_round: ((ROUND - 1) % (86_400_000 / game.intervalMs)) + 1,
        date: new Date(startMs).toISOString().slice(0, 10),
        phase,
        remainMs: phase === "betting" ? startMs + bettingMs - nowMs : 0,
      });
      const isConfirmed = phase === "result" || phase === "waiting";
      for (const [field, value] of Object.entries(state)) {
        const isShown = field === "result" ? isConfirmed : phase !== "betting";
        expect([field, value !== null]).toEqual([field, isShown || COMMON.includes(field)]);
      }
    }
  });

  test.each(["current", "schedule"])("pages from any origin can read `%s`", async (part) => {
    const { ask } = await startService();
    const response = await ask(`/embed/${game.slug}/api/${part}`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toEqual({
      "access-control-allow-origin": "*",
      "cache-control": "no-store",
      "content-type": "application/json; charset=utf-8",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    });
  });
});
