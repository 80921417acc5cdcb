import type { Timing } from "../round/clock.ts";

/** A round every half minute: the card games. */
export const HALF_MINUTE: Timing = {
  intervalMs: 30_000,
  phases: [
    { phase: "betting", ms: 18_000 },
    { phase: "revealing", ms: 6_000 },
    { phase: "result", ms: 4_000 },
    { phase: "waiting", ms: 2_000 },
  ],
};

/** A round every minute: the race. */
export const FULL_MINUTE: Timing = {
  intervalMs: 60_000,
  phases: [
    { phase: "betting", ms: 36_000 },
    { phase: "revealing", ms: 15_000 },
    { phase: "result", ms: 6_000 },
    { phase: "waiting", ms: 3_000 },
  ],
};
