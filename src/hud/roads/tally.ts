import { TIE_COLOUR } from "../../round/mark.ts";
import type { Mark } from "../../round/mark.ts";
import { streakLengths, winners } from "./streaks.ts";

/**
 * Counts a side's rounds and streaks. As on the big road, ties do not end a streak of wins. A streak of ties consists
 * of consecutive ties.
 */
export function tally(marks: readonly Mark[], colour: string) {
  const sequence = colour === TIE_COLOUR ? marks.map((mark) => mark.colour) : winners(marks);
  const lengths = streakLengths(sequence);
  const colours = sequence.filter((mark, index) => mark !== sequence[index - 1]);
  const runs = lengths.filter((_, index) => colours[index] === colour);
  const count = marks.filter((mark) => mark.colour === colour).length;
  return {
    count,
    /** The share of rounds that the side won, 0 to 1; 0 on an empty board. */
    share: marks.length === 0 ? 0 : count / marks.length,
    /** 0 if another side has the current streak. */
    currentStreak: colours.at(-1) === colour ? (lengths.at(-1) ?? 0) : 0,
    longestStreak: Math.max(0, ...runs),
    /** How often the side's first two cards were a pair; 0 for ties. */
    pairs: marks.filter(({ pairs }) => pairs.some((side) => side === colour)).length,
  };
}

export const PODIUM_PLACES = 3;

/** Counts a side's places in rankings, which list side ids from first to last. */
export function tallyPlaces(rankings: readonly (readonly string[])[], id: string) {
  const wins = rankings.filter(([first]) => first === id).length;
  return {
    wins,
    /** The share of rounds that the side won, 0 to 1; 0 on an empty board. */
    winShare: rankings.length === 0 ? 0 : wins / rankings.length,
    podiums: rankings.filter((ranking) => ranking.slice(0, PODIUM_PLACES).includes(id)).length,
  };
}
