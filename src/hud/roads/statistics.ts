import type { Mark } from "../../round/mark.ts";
import { streakLengths, winners } from "./streaks.ts";

/** The figures of a side on a board. */
export interface Tally {
  readonly count: number;
  /** The part of all rounds that the side won, 0 to 1; 0 on an empty board. */
  readonly share: number;
  /** The length of the side's current streak; 0 if another side has it. */
  readonly currentStreak: number;
  readonly longestStreak: number;
  /** How often the side's first two cards were a pair; 0 for a tie. */
  readonly pairs: number;
}

/**
 * Counts a side's rounds and streaks. As on the big road, ties do not end a streak of wins. A streak of ties consists
 * of consecutive ties.
 */
export function tally(marks: readonly Mark[], colour: string): Tally {
  const sequence = colour === "green" ? marks.map((mark) => mark.colour) : winners(marks);
  const lengths = streakLengths(sequence);
  const colours = sequence.filter((each, index) => each !== sequence[index - 1]);
  const runs = lengths.filter((_, index) => colours[index] === colour);
  const count = marks.filter((mark) => mark.colour === colour).length;
  return {
    count,
    share: marks.length === 0 ? 0 : count / marks.length,
    currentStreak: colours.at(-1) === colour ? (lengths.at(-1) ?? 0) : 0,
    longestStreak: Math.max(0, ...runs),
    pairs: marks.filter(({ pairs }) => pairs.some((each) => each === colour)).length,
  };
}

/** How often a side came first, and among the first three. */
export interface PlaceTally {
  readonly wins: number;
  /** The part of all rounds that the side won, 0 to 1; 0 on an empty board. */
  readonly winShare: number;
  readonly podiums: number;
}

/** The number of places on a podium. */
const PODIUM_PLACES = 3;

/** Counts the places of a side in rankings, which list the ids of sides from first to last. */
export function tallyPlaces(rankings: readonly (readonly string[])[], id: string): PlaceTally {
  const wins = rankings.filter(([first]) => first === id).length;
  return {
    wins,
    winShare: rankings.length === 0 ? 0 : wins / rankings.length,
    podiums: rankings.filter((ranking) => ranking.slice(0, PODIUM_PLACES).includes(id)).length,
  };
}
