import { whim } from "../../round/whim.ts";

/**
 * Which of the four kinds of race a round has, from 0: it follows from the round and its ranking, so every viewer sees
 * the same. Their names are in `race-kind.ts`, which no table needs to start.
 *
 * @param ranks the rank of each team, in the order of the team list.
 */
export function kindOf(round: number, ranks: readonly number[]): number {
  return Math.floor(whim(round, ...ranks, 5) * 4);
}
