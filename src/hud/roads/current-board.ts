import type { HistoryEntry } from "../../wire/responses.ts";

/** Rounds on a board, a multiple of `ROWS`: about as many as in a shoe, after which players expect new roads. */
export const BOARD_ROUNDS = 72;

/**
 * The finished rounds of the current board, oldest first, from a history that is latest first. Boards start at daily
 * rounds 1, 73, 145, …, and therefore on every new date. A board lasts until the first round of the next board is
 * finished.
 */
export function currentBoard<Entry extends HistoryEntry>(results: readonly Entry[]): Entry[] {
  const [latest] = results;
  if (latest === undefined) {
    return [];
  }
  const first = latest.daily_round - ((latest.daily_round - 1) % BOARD_ROUNDS);
  return results
    .filter((entry) => entry.date === latest.date && entry.daily_round >= first)
    .toReversed();
}
