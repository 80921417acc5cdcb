import { phaseLengthMs } from "../round/phases.ts";
import type { TableView } from "../table/view.ts";

/** What a table's picture is: of which game, and whether it moves. */
type Pictured = Pick<TableView, "game" | "isStill">;

/** How far into phase `result` the picture of a game names the winner, in ms. Without motion it does so at once. */
export function winnerSeenMs({ game, isStill }: Pictured): number {
  return isStill ? 0 : (game.board.winnerSeenMs ?? 0);
}

/** How long it is until a table tells more of a result that is shown for so long, in ms; 0 once it has told all. */
export function untilToldMs(shown: Pictured, elapsedMs: number): number {
  const namedMs = winnerSeenMs(shown);
  const { replayedUntilMs = namedMs } = shown.game.board;
  const nextMs = elapsedMs < replayedUntilMs ? Math.min(replayedUntilMs, namedMs) : namedMs;
  return Math.max(0, nextMs - elapsedMs);
}

/**
 * A view as far as its picture has told it. A race replays its finish before it ranks anybody: until then the
 * round is still being played for all that stands around the picture. Any other view is returned unchanged.
 */
export function asSeen(view: TableView): TableView {
  const { state, times, results, elapsedMs, game } = view;
  const namedMs = winnerSeenMs(view);
  if (state?.phase !== "result" || elapsedMs >= namedMs) {
    return view;
  }
  const { replayedUntilMs = namedMs } = game.board;
  return {
    ...view,
    state: { ...state, phase: "revealing" },
    // Without a picture there is no replay.
    awaits: !view.hasPicture ? undefined : elapsedMs < replayedUntilMs ? "replay" : "winner",
    elapsedMs: phaseLengthMs("revealing", times) - 1,
    results: results.filter(({ round }) => round !== state.round),
  };
}
