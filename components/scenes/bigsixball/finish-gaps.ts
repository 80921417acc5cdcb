import type { RaceKind } from "../../../src/games/bigsixball/race-kind.ts";
import { lerp } from "../../stage/easing.ts";

// Squared, for many close finishes and few wide gaps.
const usualGap = (chance: number) => lerp(55, 165, chance ** 2);

/** Time between the finishes of two ranks in a kind of race, in ms; `chance` is 0 to 1. */
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

/** Maximum gap between the first two in a photo finish and in a battle, and minimum gap in a runaway win. */
const PHOTO_MS = 30;
const BATTLE_MS = 95;
const RUNAWAY_MS = 450;

/**
 * A finished race's kind, as viewers saw it: from the gap between the first two in ms, and the winner's row at the
 * start of the home straight, from 0.
 */
export function kindFromFinish(winMs: number, rowAtHome: number): RaceKind | "none" {
  if (winMs <= PHOTO_MS) {
    return "photo";
  }
  if (rowAtHome >= 4) {
    return "comeback";
  }
  return winMs >= RUNAWAY_MS ? "runaway" : winMs <= BATTLE_MS ? "battle" : "none";
}
