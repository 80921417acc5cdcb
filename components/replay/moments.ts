import type { BetTiming } from "../../src/games/timing.ts";
import { phaseLengthMs } from "../../src/round/phases.ts";
import type { Phase } from "../../src/round/phases.ts";

/** Where a phase begins in a replay, and how long it is shown, in ms. */
export interface Chapter {
  readonly phase: Phase;
  readonly atMs: number;
  readonly lengthMs: number;
  /** How far the phase had run by then, in ms: of betting only the end is shown. */
  readonly skippedMs: number;
}

/** So long before bets close a replay begins, in ms: what came before is a table that waits. */
const LEAD_MS = 3_000;

/** What a replay shows of a round: the last seconds of betting, the reveal and the result. */
export function chaptersOf(times: BetTiming): readonly Chapter[] {
  const skippedMs = Math.max(0, times.closesMs - LEAD_MS);
  let atMs = 0;
  return (["betting", "revealing", "result"] as const).map((phase) => {
    const skipped = phase === "betting" ? skippedMs : 0;
    const lengthMs = phaseLengthMs(phase, times) - skipped;
    const chapter = { phase, atMs, lengthMs, skippedMs: skipped };
    atMs += lengthMs;
    return chapter;
  });
}

/** How long a replay lasts at full speed, in ms. */
export function lengthOf(chapters: readonly Chapter[]): number {
  return chapters.reduce((sum, { lengthMs }) => sum + lengthMs, 0);
}

/** The chapter that a moment of a replay lies in; its very end is the end of the last one. */
export function chapterAt(chapters: readonly Chapter[], atMs: number): Chapter {
  const found = chapters.findLast((chapter) => chapter.atMs <= atMs) ?? chapters[0];
  if (found === undefined) {
    throw new RangeError("A replay without chapters has no moments.");
  }
  return found;
}
