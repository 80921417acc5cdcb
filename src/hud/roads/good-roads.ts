import type { Mark, RoadColour } from "../../round/mark.ts";
import { streakLengths, winners } from "./streaks.ts";

/**
 * A pattern that the newest results of a board are in. Players call such boards "good roads" and look
 * for them in a lobby. It describes past rounds and predicts nothing.
 */
export interface GoodRoad {
  /**
   * `streak`: one side wins again and again. `ping-pong`: the sides take turns. `double`: they take turns
   * by two wins each. `one-two`: one wins once, the other twice, and so on.
   */
  readonly kind: "streak" | "ping-pong" | "double" | "one-two";
  /** The side of a streak, the side that wins once in `one-two`, else the side that won last. */
  readonly colour: RoadColour;
  /** Wins of a streak; columns of the big road for the others. */
  readonly length: number;
}

/** So many wins, or columns, make a good road, as players count them. */
const LEAST = 4;

/**
 * The good road that a board is on; null for none. There is never more than one. As on the big road, ties
 * count for nothing. A column of one that may still become two breaks neither `double` nor `one-two`.
 *
 * @param marks oldest first
 */
export function goodRoad(marks: readonly Mark[]): GoodRoad | null {
  const won = winners(marks);
  const last = won.at(-1);
  if (last === undefined) {
    return null;
  }
  const columns = streakLengths(won);
  const running = columns.at(-1) as number;
  if (running >= LEAST) {
    return { kind: "streak", colour: last, length: running };
  }
  const singles = lengthOfEnd(columns, (column) => column === 1);
  if (singles >= LEAST) {
    return { kind: "ping-pong", colour: last, length: singles };
  }
  const doubles = lengthOfEnd(running === 1 ? columns.slice(0, -1) : columns, isDouble);
  if (doubles >= LEAST) {
    return { kind: "double", colour: last, length: doubles };
  }
  const mayGrow = running === 1 && columns.at(-2) === 1;
  const whole = mayGrow ? columns.slice(0, -1) : columns;
  const turns = lengthOfEnd(whole, isTurn);
  if (turns >= LEAST) {
    // The columns alternate, so the single ones are all of one side.
    const isLastSingle = whole.at(-1) === 1;
    const colour = isLastSingle === mayGrow ? other(last) : last;
    return { kind: "one-two", colour, length: turns };
  }
  return null;
}

const isDouble = (column: number): boolean => column === 2;

/** Whether a column is one or two, and the next one is the other. */
function isTurn(column: number, next: number | undefined): boolean {
  return next === undefined ? column <= 2 : column + next === 3;
}

/** How many of the last columns are as wanted; each is given with the one after it. */
function lengthOfEnd(
  columns: readonly number[],
  isWanted: (column: number, next: number | undefined) => boolean,
): number {
  const first = columns.findLastIndex((column, index) => !isWanted(column, columns[index + 1]));
  return columns.length - 1 - first;
}

function other(colour: RoadColour): RoadColour {
  return colour === "red" ? "blue" : "red";
}
