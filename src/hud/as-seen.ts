import type { Telling } from "../games/contract.ts";
import { phaseLengthMs } from "../round/phases.ts";
import type { TableView } from "./table/view.ts";

/** What a table's picture is of, and whether it moves. */
type Pictured = Pick<TableView, "game" | "state" | "isStill">;

/** When a picture names the winner of its round: at once without motion. */
function readTelling({ game, state, isStill }: Pictured): Telling {
  return (!isStill && state && game.board.tells?.(state)) || [0, 0];
}

/** How far into phase `result` the picture of a round names the winner, in ms. */
export const winnerSeenMs = (shown: Pictured): number => readTelling(shown)[1];

/** How long until a table shows more of a result that it has shown for `elapsedMs`, in ms; 0 once it shows all. */
export function untilToldMs(shown: Pictured, elapsedMs: number): number {
  return (readTelling(shown).find((ms) => ms > elapsedMs) ?? elapsedMs) - elapsedMs;
}

/**
 * A view as far as its picture has shown it. A race replays its finish before it ranks the teams: until then everything
 * around the picture still shows the round as being played. Any other view is returned unchanged.
 */
export function asSeen(view: TableView): TableView {
  const { state, times, results, elapsedMs } = view;
  const [replayedUntilMs, namedMs] = readTelling(view);
  if (state?.phase !== "result" || elapsedMs >= namedMs) {
    return view;
  }
  return {
    ...view,
    state: { ...state, phase: "revealing" },
    // Without a picture there is no replay.
    awaits: !view.hasPicture ? undefined : elapsedMs < replayedUntilMs ? "replay" : "winner",
    elapsedMs: phaseLengthMs("revealing", times) - 1,
    results: results.filter(({ round }) => round !== state.round),
  };
}
