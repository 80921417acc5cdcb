import type { RaceKind } from "../../../src/games/bigsixball/race-kind.ts";
import { lerp } from "../../stage/tracks.ts";
import { RACE_MS } from "./times.ts";

/** How a story is paced. Shares of a ball's own race: of its time, and of the course. */
export interface RaceStory {
  /** When, and how far along, the field as a whole is at each key. */
  pace: readonly { time: number; along: number }[];
  /** How far balls of no special part stray from the field, in lengths of the course. */
  spread: number;
  firstFinishAt: number;
  /** What a ball of a rank is ahead of the field at a key, in lengths; null for any ball of the field. */
  lead(rank: number, key: number): number | null;
  /** From one rank's finish to the next's, in ms; `chance` from 0 to 1. */
  gapMs(rank: number, chance: number): number;
}

const EVEN = [
  { time: 0.13, along: 0.14 },
  { time: 0.27, along: 0.295 },
  { time: 0.41, along: 0.45 },
  { time: 0.55, along: 0.605 },
  { time: 0.69, along: 0.745 },
  { time: 0.83, along: 0.872 },
];
// Squared: many close finishes, few wide gaps.
const usualGap = (chance: number) => lerp(RACE_MS.gapMin, RACE_MS.gapMax, chance ** 2);

export const stories: Readonly<Record<RaceKind, RaceStory>> = {
  /** Three are level in front of the line, and the last tenth of the course takes a quarter of the time. */
  photo: {
    pace: [
      { time: 0.11, along: 0.14 },
      { time: 0.24, along: 0.31 },
      { time: 0.37, along: 0.48 },
      { time: 0.5, along: 0.65 },
      { time: 0.62, along: 0.8 },
      { time: 0.73, along: 0.9 },
    ],
    spread: 0.05,
    firstFinishAt: 10_000,
    lead: (rank, key) => (key < 5 ? null : rank <= 3 ? (rank - 2) * 0.003 : -0.024),
    gapMs: (rank, chance) =>
      rank === 1
        ? lerp(50, 70, chance)
        : rank === 2
          ? lerp(70, 110, chance)
          : usualGap(chance) + 90,
  },
  /** One gets away from the middle of the course on, and crosses the line alone. */
  runaway: {
    pace: EVEN,
    spread: 0.042,
    firstFinishAt: 8_950,
    lead: (rank, key) => (rank === 1 ? ([-0.02, 0, 0.045, 0.08, 0.085, 0.05][key] ?? 0) : null),
    gapMs: (rank, chance) => (rank === 1 ? lerp(1_150, 1_350, chance) : lerp(90, 300, chance)),
  },
  /** The last of all until past the middle picks off one after another. */
  comeback: {
    pace: EVEN,
    spread: 0.04,
    firstFinishAt: 9_800,
    lead: (rank, key) =>
      rank === 1 ? ([-0.05, -0.1, -0.14, -0.14, -0.085, -0.035][key] ?? 0) : null,
    gapMs: (_, chance) => usualGap(chance),
  },
  /** Two take the lead from each other all the way. */
  battle: {
    pace: EVEN,
    spread: 0.05,
    firstFinishAt: RACE_MS.firstFinishAt,
    lead: (rank, key) => (rank > 2 ? null : (rank === 1) === (key % 2 === 0) ? 0.012 : 0.056),
    gapMs: (rank, chance) => (rank === 1 ? lerp(110, 190, chance) : usualGap(chance)),
  },
};
