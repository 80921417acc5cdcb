import type { Play } from "../scene.ts";
import { TABLE_MS } from "../times.ts";
import { progress } from "../tracks.ts";

/** A streak as the table shows it, 0 to 1 `shown`. */
export interface StreakShown {
  side: string;
  length: number;
  shown: number;
}

/** Fewer wins in a row than these are not shown. */
const SHOWN_FROM = 3;

/** The streak that is shown while bets are open: from the end of the call on, until the cards come. */
export function streakAt({ form, state }: Play, elapsedMs: number): StreakShown | null {
  const streak = form?.streak;
  if (!streak || streak.length < SHOWN_FROM) {
    return null;
  }
  switch (state.phase) {
    case "betting": {
      const { opening } = TABLE_MS;
      return { ...streak, shown: progress(elapsedMs, opening * 0.6, opening * 0.4) };
    }
    case "revealing":
      return { ...streak, shown: 1 - progress(elapsedMs, 0, TABLE_MS.pop) };
    default:
      return null;
  }
}
