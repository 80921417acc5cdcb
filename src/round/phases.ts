/** The start of round 1 of every game, epoch ms. */
export const GENESIS_MS = Date.UTC(2026, 0, 1);
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const PHASES = ["betting", "revealing", "result", "waiting"] as const;
export type Phase = (typeof PHASES)[number];

export function isConfirmed(phase: Phase): boolean {
  return phase === "result" || phase === "waiting";
}

export interface PhaseLength {
  readonly phase: Phase;
  readonly ms: number;
}

/** A game's timing: `phases` add up to `intervalMs`. */
export interface Timing {
  readonly intervalMs: number;
  readonly phases: readonly PhaseLength[];
}

/** A time as a position within its round. */
export interface Moment {
  round: number;
  phase: Phase;
  elapsedMs: number;
  leftMs: number;
}

/**
 * The round that runs at `nowMs`, epoch ms. Throws a RangeError for NaN and for times before GENESIS_MS.
 */
export function roundAt(nowMs: number, intervalMs: number): number {
  if (!(nowMs >= GENESIS_MS)) {
    throw new RangeError(`No round runs at ${nowMs}: round 1 starts at ${GENESIS_MS}.`);
  }
  return Math.floor((nowMs - GENESIS_MS) / intervalMs) + 1;
}

/** The first millisecond of a round: the inverse of {@link roundAt}. */
export function roundStartMs(round: number, intervalMs: number): number {
  return GENESIS_MS + (round - 1) * intervalMs;
}

/** When a phase of a round starts, epoch ms. */
export function phaseStartMs(round: number, phase: Phase, timing: Timing): number {
  let startMs = roundStartMs(round, timing.intervalMs);
  for (const length of timing.phases) {
    if (length.phase === phase) {
      return startMs;
    }
    startMs += length.ms;
  }
  throw new RangeError(`This game has no ${phase} phase.`);
}

export function phaseLengthMs(phase: Phase, timing: Timing): number {
  return timing.phases.find((length) => length.phase === phase)?.ms ?? 0;
}

/** The round and phase at `nowMs`, epoch ms. Throws like {@link roundAt}. */
export function momentAt(nowMs: number, timing: Timing): Moment {
  const round = roundAt(nowMs, timing.intervalMs);
  let elapsedMs = nowMs - roundStartMs(round, timing.intervalMs);
  for (const { phase, ms } of timing.phases) {
    if (elapsedMs < ms) {
      return { round, phase, elapsedMs, leftMs: ms - elapsedMs };
    }
    elapsedMs -= ms;
  }
  throw new RangeError("The phases of this game are shorter than its interval.");
}

/** The latest round whose result is confirmed at `nowMs`; 0 if there is none yet. */
export function lastFinishedRound(nowMs: number, timing: Timing): number {
  const { round, phase } = momentAt(nowMs, timing);
  return isConfirmed(phase) ? round : round - 1;
}

/** The ring, the light and the sound become urgent this many seconds before bets close. */
export const LAST_SECONDS = 5;
