import { expect, test } from "vitest";
import { NOW_MS, startService } from "../../support/service.ts";

const CARD_PHASES = { betting: 15_000, revealing: 9_000, result: 4_000, waiting: 2_000 };
const RACE_PHASES = { betting: 33_000, revealing: 18_000, result: 6_000, waiting: 3_000 };

test.each([
  ["dragontiger", 30_000, CARD_PHASES],
  ["baccarat", 30_000, CARD_PHASES],
  ["bigsixball", 60_000, RACE_PHASES],
])("the schedule of %s states its interval and phases", async (slug, intervalMs, phases) => {
  const { read } = await startService({ nowMs: NOW_MS + 123, env: { TIME_ZONE: "Asia/Seoul" } });
  expect(await read(`/embed/${slug}/api/schedule`)).toEqual({
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
});
