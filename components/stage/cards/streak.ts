import type { Play } from "../scene.ts";
import { TABLE_MS } from "../theme.ts";
import { progress } from "../tracks.ts";

/** A streak as it is told on the table, 0 to 1 `shown`. */
export interface StreakShown {
  side: string;
  length: number;
  shown: number;
}

/** Fewer wins in a row than these are nothing to speak of. */
const TOLD_FROM = 3;

/** The streak that is told while bets are open: from the end of the call on, until the cards come. */
export function streakAt({ past, state }: Play, elapsedMs: number): StreakShown | null {
  const streak = past?.streak;
  if (!streak || streak.length < TOLD_FROM) {
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
