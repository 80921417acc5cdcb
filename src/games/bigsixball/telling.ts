import { whim } from "../../round/whim.ts";
import type { Telling } from "../contract.ts";

/**
 * Which of the four kinds of race a round has, from 0: it follows from the round and its ranking, so every viewer sees the same.
 *
 * @param ranks the rank of each team, in the order of the team list.
 */
export function kindOf(round: number, ranks: readonly number[]): number {
  return Math.floor(whim(round, ...ranks, 5) * 4);
}

/** When the race of a round is told of: sooner where it was won clearly (kind 1), since there is less to look at. */
export function tellingOf(round: number, ranks: readonly number[] | null): Telling {
  return ranks && kindOf(round, ranks) === 1 ? [2_000, 2_700] : [3_000, 3_700];
}
