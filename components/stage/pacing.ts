import type { Phase } from "../../src/round/phases.ts";

/** What a scene says of the pace of a phase, in ms of it. */
export interface Pace {
  /** Until here it moves. */
  restsAfterMs: number;
  /** Until here its light lives on. */
  livesUntilMs: number;
  /** How often a picture at rest is looked at. */
  stepMs: number;
  /** When it moves once more after all that, and until when; never when left out. */
  again?: Span | undefined;
}

/** A stretch of a phase, in ms of it. */
export interface Span {
  fromMs: number;
  toMs: number;
}

/** Which moment is to be drawn, and when to look again. */
export interface Beat {
  poseAtMs: number;
  /** 0 for the next frame; null when nothing will change any more. */
  waitMs: number | null;
}

/**
 * The beat at a moment of a phase. At rest time goes in whole steps of the phase, so that every table
 * on a page, and every viewer, changes at once.
 */
export function beatAt(elapsedMs: number, pace: Pace): Beat {
  const { restsAfterMs, livesUntilMs, stepMs, again } = pace;
  if (
    again &&
    elapsedMs >= again.fromMs &&
    (elapsedMs < again.toMs || livesUntilMs <= again.toMs)
  ) {
    return elapsedMs < again.toMs
      ? { poseAtMs: elapsedMs, waitMs: 0 }
      : { poseAtMs: again.toMs, waitMs: null };
  }
  if (elapsedMs < restsAfterMs) {
    return { poseAtMs: elapsedMs, waitMs: 0 };
  }
  const stepped = Math.floor(elapsedMs / stepMs) * stepMs;
  return {
    poseAtMs: Math.max(restsAfterMs, Math.min(stepped, livesUntilMs)),
    waitMs:
      elapsedMs < livesUntilMs
        ? stepMs - (elapsedMs % stepMs)
        : again && elapsedMs < again.fromMs
          ? again.fromMs - elapsedMs
          : null,
  };
}

/** What a scene is shown of its phases (`Play`). */
interface Timed {
  state: { phase: Phase };
  closesAtMs?: number;
  betMs?: number;
  revealMs?: number;
}

/** Whether cards and balls wait for a beacon once bets are closed, with phase `betting` still running. */
export function waitsForBeacon({ closesAtMs, betMs }: Timed): boolean {
  return closesAtMs !== undefined && betMs !== undefined && betMs > closesAtMs;
}

/**
 * How much longer phase `revealing` is than what a reveal is timed for: it fills what it has. Never
 * below 1.
 */
export function stretchOf({ revealMs }: { revealMs?: number }, timedForMs: number): number {
  return Math.max(1, (revealMs ?? timedForMs) / timedForMs);
}

/** The times of a reveal of cards, in ms of what it is timed for. */
export interface RevealTiming {
  /** The phase it is timed for. */
  phase: number;
  /** When the first cards are on the table, face down. */
  dealt: number;
  /** Where they lie there already, it begins here. */
  begins: number;
}

/** After the words that close the bets, cards are dealt that wait for a beacon: so much later, in ms. */
const DEALT_AFTER_MS = 900;

/**
 * A moment of phase `revealing` as a reveal is timed: stretched to the phase. Where a beacon was awaited, the
 * cards lie there already.
 */
export function revealMsAt(view: Timed, timing: RevealTiming, phaseMs: number): number {
  const fromMs = waitsForBeacon(view) ? timing.begins : 0;
  return fromMs + phaseMs / stretchOf(view, timing.phase - fromMs);
}

/** The moment of phase `revealing` at which a reveal is at a moment that it is timed for. */
export function phaseMsAt(view: Timed, timing: RevealTiming, revealMs: number): number {
  const fromMs = waitsForBeacon(view) ? timing.begins : 0;
  return Math.max(0, revealMs - fromMs) * stretchOf(view, timing.phase - fromMs);
}

/** When the words close the bets and cards are dealt while a beacon is awaited, in ms of phase `betting`; undefined where none is. */
export function dealtEarly(view: Timed, { dealt }: RevealTiming): Span | undefined {
  if (view.state.phase !== "betting" || !waitsForBeacon(view)) {
    return undefined;
  }
  const fromMs = view.closesAtMs ?? 0;
  return { fromMs, toMs: fromMs + DEALT_AFTER_MS + dealt };
}

/** How far the first cards have been dealt in phase `betting`, as a reveal is timed: 0 before that. */
export function dealtMsAt(view: Timed, timing: RevealTiming, phaseMs: number): number {
  const span = dealtEarly(view, timing);
  return span ? Math.max(0, Math.min(phaseMs - span.fromMs - DEALT_AFTER_MS, timing.dealt)) : 0;
}

/** When cards were dealt that lay there before the reveal, in ms of it. */
export const LONG_AGO_MS = -60_000;
