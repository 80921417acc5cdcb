import { phaseLengthMs } from "../round/phases.ts";
import type { TableView } from "../table/view.ts";

/** How far into phase `result` the picture of a game names the winner, in ms. */
export function winnerSeenMs({ game }: Pick<TableView, "game">): number {
  return game.board.winnerSeenMs ?? 0;
}

/**
 * A view as far as its picture has told it. A race replays its finish before it ranks anybody: until then the
 * round is still being played for all that stands around the picture. Any other view is returned unchanged.
 */
export function asSeen(view: TableView): TableView {
  const { state, times, results, elapsedMs } = view;
  if (state?.phase !== "result" || elapsedMs >= winnerSeenMs(view)) {
    return view;
  }
  return {
    ...view,
    state: { ...state, phase: "revealing" },
    // Without motion, or without a picture, there is no replay.
    isReplayed: view.hasPicture && !view.controls.calm,
    elapsedMs: phaseLengthMs("revealing", times) - 1,
    results: results.filter(({ round }) => round !== state.round),
  };
}
