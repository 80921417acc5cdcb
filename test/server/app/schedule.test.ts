import { expect, test } from "vitest";
import { games } from "../../../src/games/index.ts";
import { NOW_MS, startService } from "../../support/service.ts";

const CARD_PHASES = { betting: 15_000, revealing: 9_000, result: 4_000, waiting: 2_000 };
const RACE_PHASES = { betting: 33_000, revealing: 18_000, result: 6_000, waiting: 3_000 };

test.each([
  ["dragontiger", 30_000, CARD_PHASES],
  ["baccarat", 30_000, CARD_PHASES],
  ["bigsixball", 60_000, RACE_PHASES],
])("the schedule of %s gives its clock and nothing else", async (slug, intervalMs, phases) => {
  const { ask } = await startService({ nowMs: NOW_MS + 123, env: { TIME_ZONE: "Asia/Seoul" } });
  const answer = await ask(`/embed/${slug}/api/schedule`);
  expect(Object.fromEntries(answer.headers)).toEqual({
    "access-control-allow-origin": "*",
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
  });
  const schedule: unknown = await answer.json();
  expect(schedule).toEqual({
    slug,
    now: NOW_MS + 123,
    genesis: Date.UTC(2026, 0, 1),
    intervalMs,
    timeZone: "Asia/Seoul",
    entropy: "seed",
    closesMs: phases.betting,
    phases: Object.entries(phases).map(([phase, ms]) => ({ phase, ms })),
    next: null,
  });
  expect(Object.keys(schedule as object)).toEqual([
    "slug",
    "now",
    "genesis",
    "intervalMs",
    "timeZone",
    "entropy",
    "closesMs",
    "phases",
    "next",
  ]);
});

test("the schedule and the state of a moment agree", async () => {
  const { clock, read } = await startService();
  for (const game of games) {
    for (let ms = 0; ms < game.intervalMs; ms += 777) {
      clock.nowMs = NOW_MS + ms;
      const schedule = (await read(`/embed/${game.slug}/api/schedule`)) as {
        now: number;
        genesis: number;
        intervalMs: number;
        phases: { phase: string; ms: number }[];
      };
      const { now, genesis, intervalMs, phases } = schedule;
      let left = (now - genesis) % intervalMs;
      const running = phases.find((length) => {
        left -= length.ms;
        return left < 0;
      });
      expect(await read(`/embed/${game.slug}/api/current`)).toMatchObject({
        round: Math.floor((now - genesis) / intervalMs) + 1,
        phase: running?.phase,
        remainMs: running?.phase === "betting" ? -left : 0,
      });
    }
  }
});
