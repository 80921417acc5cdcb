import type { Phase } from "../../src/round/phases.ts";

export interface Span {
  fromMs: number;
  toMs: number;
}

/** The time in the phase to draw, and how long to wait before the next frame. */
interface Beat {
  poseAtMs: number;
  /** 0 for the next frame; null if nothing changes any more. */
  waitMs: number | null;
}

/** The beat at `elapsedMs` of a phase in which a scene moves until `restsAfterMs`, and again in a later span. */
export function beatAt(elapsedMs: number, restsAfterMs: number, later?: Span): Beat {
  if (later && elapsedMs >= later.fromMs) {
    return elapsedMs < later.toMs
      ? { poseAtMs: elapsedMs, waitMs: 0 }
      : { poseAtMs: later.toMs, waitMs: null };
  }
  if (elapsedMs < restsAfterMs) {
    return { poseAtMs: elapsedMs, waitMs: 0 };
  }
  return { poseAtMs: restsAfterMs, waitMs: later ? later.fromMs - elapsedMs : null };
}

/** The phase lengths, from `Play`. */
interface Timed {
  state: { phase: Phase };
  closesAtMs?: number;
  betMs?: number;
  revealMs?: number;
}

/** Whether the round waits for a beacon after bets close, while the `betting` phase continues. */
export function waitsForBeacon({ closesAtMs, betMs }: Timed): boolean {
  return closesAtMs !== undefined && betMs !== undefined && betMs > closesAtMs;
}

/** The factor by which a reveal timed for `timedForMs` is stretched to fill the `revealing` phase; at least 1. */
export function revealStretch({ revealMs }: { revealMs?: number }, timedForMs: number): number {
  return Math.max(1, (revealMs ?? timedForMs) / timedForMs);
}

/** The unstretched times of a card reveal, in ms. */
export interface RevealTimesMs {
  /** Length of the phase for which the reveal is timed. */
  phase: number;
  /** When the first cards are on the table, face down. */
  dealt: number;
  /** The start of the reveal if the first cards were already dealt. */
  begins: number;
}

/** Delay between the "bets closed" call and dealing cards that await a beacon, in ms. */
export const DEALT_AFTER_MS = 900;

/**
 * Converts a time in the `revealing` phase to unstretched reveal time. If a beacon was awaited, the reveal starts with
 * the cards already dealt.
 */
export function revealMsAt(view: Timed, timesMs: RevealTimesMs, phaseMs: number): number {
  const fromMs = waitsForBeacon(view) ? timesMs.begins : 0;
  return fromMs + phaseMs / revealStretch(view, timesMs.phase - fromMs);
}

/** Converts unstretched reveal time to a time in the `revealing` phase. */
export function phaseMsAt(view: Timed, timesMs: RevealTimesMs, revealMs: number): number {
  const fromMs = waitsForBeacon(view) ? timesMs.begins : 0;
  return Math.max(0, revealMs - fromMs) * revealStretch(view, timesMs.phase - fromMs);
}

/**
 * The span of the `betting` phase in which bets close and cards are dealt while a beacon is awaited; undefined if none
 * is.
 */
export function dealtEarly(view: Timed, timesMs: RevealTimesMs): Span | undefined {
  if (view.state.phase !== "betting" || !waitsForBeacon(view)) {
    return undefined;
  }
  const fromMs = view.closesAtMs ?? 0;
  return { fromMs, toMs: fromMs + DEALT_AFTER_MS + timesMs.dealt };
}

/** The unstretched time of the deal within the `betting` phase, in ms; 0 before it starts. */
export function dealtMsAt(view: Timed, timesMs: RevealTimesMs, phaseMs: number): number {
  const span = dealtEarly(view, timesMs);
  return span ? Math.max(0, Math.min(phaseMs - span.fromMs - DEALT_AFTER_MS, timesMs.dealt)) : 0;
}

/** A start time for cards that were dealt before the reveal, early enough that they are at rest, in ms. */
export const DEALT_BEFOREHAND_MS = -60_000;
