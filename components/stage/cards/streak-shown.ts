import { waitsForBeacon } from "../pacing.ts";
import type { Play } from "../scene.ts";
import { SWEEP_MS, TABLE_MS } from "../times.ts";
import { progress } from "../tracks.ts";

/** A streak as the table shows it, 0 to 1 `shown`. */
export interface StreakShown {
  side: string;
  length: number;
  shown: number;
  /** Whether cards lie open in the place of the side. */
  isOnCards: boolean;
}

/** Fewer wins in a row than these are not shown. */
const SHOWN_FROM = 3;

/** When its plate comes down on the winner's cards, in ms of phase `result`, after the first look at them. */
export const PLATE_AT_MS = 620;

/**
 * The streak that is shown: while bets are open, from the end of the call on until the cards come, which in mode `drand`
 * are dealt before the reveal, and once more when `winner` has made it longer. It is null until that may be shown.
 */
export function streakAt(view: Play, winner: string | null, elapsedMs: number): StreakShown | null {
  const { form, state, closesAtMs = 0 } = view;
  const streak = form?.streak;
  if (!streak || streak.length < SHOWN_FROM || (winner !== null && winner !== streak.side)) {
    return null;
  }
  const bare = { ...streak, isOnCards: false };
  const laid = { ...streak, isOnCards: true };
  const isDealtEarly = waitsForBeacon(view);
  switch (state.phase) {
    case "betting": {
      const { opening } = TABLE_MS;
      const gone = isDealtEarly ? progress(elapsedMs, closesAtMs, TABLE_MS.pop) : 0;
      return { ...bare, shown: progress(elapsedMs, opening * 0.6, opening * 0.4) - gone };
    }
    case "revealing":
      return { ...bare, shown: isDealtEarly ? 0 : 1 - progress(elapsedMs, 0, TABLE_MS.pop) };
    case "result":
      return { ...laid, shown: progress(elapsedMs, PLATE_AT_MS, TABLE_MS.pop) };
    default:
      return { ...laid, shown: 1 - progress(elapsedMs, 0, SWEEP_MS.cleared) };
  }
}
