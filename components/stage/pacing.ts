import type { Phase } from "../../src/round/phases.ts";

/** A span of a phase, in ms. */
export interface Span {
  fromMs: number;
  toMs: number;
}

/** The time of the phase to draw, and how long to wait before the next frame. */
export interface Beat {
  poseAtMs: number;
  /** 0 for the next frame; null if nothing changes any more. */
  waitMs: number | null;
}

/** The beat at a time of a phase in which a scene moves until `restsAfterMs`, and in a later span if there is one. */
export function beatAt(elapsedMs: number, restsAfterMs: number, again?: Span): Beat {
  if (again && elapsedMs >= again.fromMs) {
    return elapsedMs < again.toMs
      ? { poseAtMs: elapsedMs, waitMs: 0 }
      : { poseAtMs: again.toMs, waitMs: null };
  }
  if (elapsedMs < restsAfterMs) {
    return { poseAtMs: elapsedMs, waitMs: 0 };
  }
  return { poseAtMs: restsAfterMs, waitMs: again ? again.fromMs - elapsedMs : null };
}

/** The lengths of the phases, from `Play`. */
interface Timed {
  state: { phase: Phase };
  closesAtMs?: number;
  betMs?: number;
  revealMs?: number;
}

/** Whether the round waits for a beacon after bets close, while phase `betting` continues. */
export function waitsForBeacon({ closesAtMs, betMs }: Timed): boolean {
  return closesAtMs !== undefined && betMs !== undefined && betMs > closesAtMs;
}

/** The factor by which a reveal timed for `timedForMs` is stretched to fill phase `revealing`; at least 1. */
export function revealStretch({ revealMs }: { revealMs?: number }, timedForMs: number): number {
  return Math.max(1, (revealMs ?? timedForMs) / timedForMs);
}

/** The unstretched times of a reveal of cards, in ms. */
export interface RevealTiming {
  /** Length of the phase for which the reveal is timed. */
  phase: number;
  /** When the first cards are on the table, face down. */
  dealt: number;
  /** The start of the reveal if those cards were already dealt. */
  begins: number;
}

/** Delay between the "bets closed" call and dealing cards that await a beacon, in ms. */
export const DEALT_AFTER_MS = 900;

/**
 * Converts a time of phase `revealing` to the unstretched time of the reveal. If a beacon was awaited, the reveal
 * starts with the cards already dealt.
 */
export function revealMsAt(view: Timed, timing: RevealTiming, phaseMs: number): number {
  const fromMs = waitsForBeacon(view) ? timing.begins : 0;
  return fromMs + phaseMs / revealStretch(view, timing.phase - fromMs);
}

/** Converts an unstretched time of the reveal to a time of phase `revealing`. */
export function phaseMsAt(view: Timed, timing: RevealTiming, revealMs: number): number {
  const fromMs = waitsForBeacon(view) ? timing.begins : 0;
  return Math.max(0, revealMs - fromMs) * revealStretch(view, timing.phase - fromMs);
}

/**
 * The span of phase `betting` in which bets close and cards are dealt while a beacon is awaited; undefined if none is.
 */
export function dealtEarly(view: Timed, { dealt }: RevealTiming): Span | undefined {
  if (view.state.phase !== "betting" || !waitsForBeacon(view)) {
    return undefined;
  }
  const fromMs = view.closesAtMs ?? 0;
  return { fromMs, toMs: fromMs + DEALT_AFTER_MS + dealt };
}

/** The unstretched time of the deal within phase `betting`, in ms; 0 before it starts. */
export function dealtMsAt(view: Timed, timing: RevealTiming, phaseMs: number): number {
  const span = dealtEarly(view, timing);
  return span ? Math.max(0, Math.min(phaseMs - span.fromMs - DEALT_AFTER_MS, timing.dealt)) : 0;
}

/** A start time for cards that were dealt before the reveal, early enough that they are at rest, in ms. */
export const DEALT_BEFOREHAND_MS = -60_000;
