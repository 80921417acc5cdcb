import type { Mark, RoadColour } from "../../round/mark.ts";
import { lengthOfEnd, streakLengths, winners } from "./streaks.ts";

/**
 * A pattern in the newest results of a board. Players call such boards "good roads" and look for them in a lobby. It
 * describes past rounds and predicts nothing.
 */
export interface GoodRoad {
  /**
   * `streak`: one side keeps winning. `ping-pong`: the sides alternate. `double`: they alternate with two wins
   * each. `one-two`: one wins once, the other twice, and so on.
   */
  readonly kind: "streak" | "ping-pong" | "double" | "one-two";
  /** The side of a streak; the side that wins once in `one-two`; otherwise the side that won last. */
  readonly colour: RoadColour;
  /** The number of wins in a streak, or of columns in the other patterns. */
  readonly length: number;
}

/** Minimum number of wins, or columns, in a good road. */
const MIN_LENGTH = 4;

/**
 * A board's good road; null for none. There is never more than one. As on the big road, ties are ignored. A column of
 * one win that can still grow to two breaks neither `double` nor `one-two`.
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
  if (running >= MIN_LENGTH) {
    return { kind: "streak", colour: last, length: running };
  }
  const singles = lengthOfEnd(columns, (column) => column === 1);
  if (singles >= MIN_LENGTH) {
    return { kind: "ping-pong", colour: last, length: singles };
  }
  const doubles = lengthOfEnd(running === 1 ? columns.slice(0, -1) : columns, isDouble);
  if (doubles >= MIN_LENGTH) {
    return { kind: "double", colour: last, length: doubles };
  }
  const mayGrow = running === 1 && columns.at(-2) === 1;
  const whole = mayGrow ? columns.slice(0, -1) : columns;
  const turns = lengthOfEnd(whole, isTurn);
  if (turns >= MIN_LENGTH) {
    // The columns alternate, so all single ones belong to one side.
    const isLastSingle = whole.at(-1) === 1;
    const colour = isLastSingle !== mayGrow ? last : last === "red" ? "blue" : "red";
    return { kind: "one-two", colour, length: turns };
  }
  return null;
}

const isDouble = (column: number): boolean => column === 2;

/** Whether a column has one win and the next two, or the reverse. */
function isTurn(column: number, next: number | undefined): boolean {
  return next === undefined ? column <= 2 : column + next === 3;
}
