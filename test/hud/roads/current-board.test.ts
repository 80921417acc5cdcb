import { describe, expect, test } from "vitest";
import { BOARD_ROUNDS, currentBoard } from "../../../src/hud/roads/current-board.ts";

function rounds(date: string, from: number, to: number) {
  return Array.from({ length: to - from + 1 }, (_, index) => ({
    round: 9000 + to - index,
    daily_round: to - index,
    date,
  }));
}

const dailyRounds = (board: readonly { daily_round: number }[]) =>
  board.map(({ daily_round }) => daily_round);

describe("the rounds on the current board", () => {
  test("a new board begins every 72 rounds, at daily round 1, 73, 145, …", () => {
    expect(dailyRounds(currentBoard(rounds("2026-03-02", 60, 75)))).toEqual([73, 74, 75]);
    expect(dailyRounds(currentBoard(rounds("2026-03-02", 140, 145)))).toEqual([145]);
  });

  test("a full board stays until the next board's first round finishes", () => {
    const board = currentBoard(rounds("2026-03-02", 1, 144));
    expect(board).toHaveLength(BOARD_ROUNDS);
    expect(dailyRounds(board).at(0)).toBe(73);
    expect(dailyRounds(board).at(-1)).toBe(144);
  });

  test("a new date starts a new board, even if the last one was not full", () => {
    const history = [...rounds("2026-03-03", 1, 3), ...rounds("2026-03-02", 2860, 2880)];
    expect(dailyRounds(currentBoard(history))).toEqual([1, 2, 3]);
  });

  test("a board omits rounds from other dates with the same daily number", () => {
    const history = [...rounds("2026-03-03", 1, 1), ...rounds("2026-03-02", 1, 50)];
    expect(currentBoard(history)).toHaveLength(1);
  });
});
