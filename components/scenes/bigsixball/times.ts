import { REVEAL_TIMES } from "../../../src/games/bigsixball/game.ts";

/** A race's times and lengths, in ms from the start of `revealing`. Every marble is at rest by 15.9 s. */
export const RACE_MS = {
  /** Standard length of the phase. A longer phase stretches all of these times. */
  phase: 16_000,
  /** When the first lamp over the gate lights up. */
  lampAt: 420,
  lampInterval: 700,
  /** How long the gate takes to open, until `launchAt`. All lamps turn green when it starts to open. */
  gate: 200,
  launchAt: 2_520,
  /** When an even field would finish. */
  fieldAt: 13_080,
  /** Earliest and latest finish of the winner. */
  firstFrom: 12_900,
  firstUntil: 13_060,
  over: 14_500,
  /** `over` in ms of the phase, later because of slow motion. */
  restsAt: 15_900,
  flash: 420,
} as const;

/** Times and lengths of the result, in ms from the start of `result`. */
export const RESULT_MS = {
  /** When the winner touches the line in the replay, which then freezes. */
  touchAt: 850,
  /** Factor by which the replay is slower than the race. */
  slowdown: 4,
  /** When the picture cuts to the podium. */
  podiumAt: REVEAL_TIMES[0],
  /** When the winner falls onto the podium, after `podiumAt`. */
  fallsAt: 100,
  fallInterval: 950,
  /** Length of a fall with its bounces. */
  fall: 1_150,
  /** When the crowd stops hopping. */
  over: 5_900,
} as const;

/**
 * The next line-up, in ms from the start of `waiting`: the marbles roll in from `rollFrom` until `until`, and then sink
 * for `sink`.
 */
export const WAITING_MS = { podiumUntil: 700, rollFrom: 1_050, until: 2_400, sink: 450 } as const;

/**
 * Slow motion around the finish, in ms of the standard phase: it starts at `from`, is at full strength from `full` to
 * `until`, and the rest of the race takes the remaining time. It is the same in every race, for every winner.
 */
const SLOW = { from: 12_250, full: 12_750, until: 14_720, speed: 0.36 } as const;
const RACE_AT_FULL_MS = SLOW.from + ((SLOW.full - SLOW.from) * (1 + SLOW.speed)) / 2;
const RACE_AT_UNTIL_MS = RACE_AT_FULL_MS + (SLOW.until - SLOW.full) * SLOW.speed;
/** Share of the remaining time in which the race speeds up again. */
const SPEED_UP = 0.25;

/** Converts ms of the standard phase to ms of the race, which is over at `restsAt`. */
export function raceMsAt(ms: number): number {
  const { from: fromMs, full: fullMs, until: endMs, speed } = SLOW;
  if (ms <= fromMs) {
    return ms;
  }
  if (ms <= fullMs) {
    const sinceMs = ms - fromMs;
    return ms - ((1 - speed) * sinceMs * sinceMs) / (2 * (fullMs - fromMs));
  }
  if (ms <= endMs) {
    return RACE_AT_FULL_MS + (ms - fullMs) * speed;
  }
  const [spanMs, remainingMs] = [RACE_MS.restsAt - endMs, RACE_MS.over - RACE_AT_UNTIL_MS];
  const topSpeed = (remainingMs / spanMs - (speed * SPEED_UP) / 2) / (1 - SPEED_UP / 2);
  const t = Math.min(1, (ms - endMs) / spanMs);
  const speedUpT = Math.min(t, SPEED_UP);
  const gained = speed * speedUpT + ((topSpeed - speed) * speedUpT ** 2) / (2 * SPEED_UP);
  return RACE_AT_UNTIL_MS + spanMs * (gained + topSpeed * (t - speedUpT));
}

/** Converts ms of the race to ms of the standard phase. */
export function toPhaseMs(raceMs: number): number {
  let [fromMs, toMs]: [number, number] = [0, RACE_MS.restsAt];
  while (toMs - fromMs > 0.5) {
    const middleMs = (fromMs + toMs) / 2;
    [fromMs, toMs] = raceMsAt(middleMs) < raceMs ? [middleMs, toMs] : [fromMs, middleMs];
  }
  return toMs;
}
