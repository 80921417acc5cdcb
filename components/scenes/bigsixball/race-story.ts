import type { RaceKind } from "../../../src/games/bigsixball/race-kind.ts";
import { lerp } from "../../stage/tracks.ts";

// Squared: many close finishes, few wide gaps.
const usualGap = (chance: number) => lerp(55, 165, chance ** 2);

/** From one rank's finish to the next one's in a race of a kind, in ms; `chance` from 0 to 1. */
export function gapMs(kind: RaceKind, rank: number, chance: number): number {
  if (kind === "photo" && rank < 3) {
    return rank === 1 ? lerp(10, 22, chance) : lerp(20, 44, chance);
  }
  if (rank > 1) {
    return usualGap(chance);
  }
  return {
    photo: 0,
    runaway: lerp(465, 560, chance),
    battle: lerp(70, 90, chance),
    comeback: lerp(110, 210, chance),
  }[kind];
}

/** Seconds between the first two, of a finish that the eye cannot tell, and of one that nobody was near. */
const [PHOTO_MS, BATTLE_MS, RUNAWAY_MS] = [30, 95, 450];

/**
 * What is said of a race that is over: what everybody has seen of it. `gapMs` is between the first two, and
 * `rowAtHome` where the winner was as the last straight began, from 0.
 */
export function storyOf(gap: number, rowAtHome: number): RaceKind | "none" {
  if (gap <= PHOTO_MS) {
    return "photo";
  }
  if (rowAtHome >= 4) {
    return "comeback";
  }
  return gap >= RUNAWAY_MS ? "runaway" : gap <= BATTLE_MS ? "battle" : "none";
}
