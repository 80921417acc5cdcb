import type { Telling } from "../games/contract.ts";
import { phaseLengthMs } from "../round/phases.ts";
import type { TableView } from "./table/view.ts";

/** What a table's picture is of, and whether it moves. */
type Pictured = Pick<TableView, "game" | "state" | "isStill">;

/** When a picture tells of the result of its round. Without motion it does so at once. */
function tellingOf({ game, state, isStill }: Pictured): Telling {
  return (!isStill && state && game.board.tells?.(state)) || [0, 0];
}

/** How far into phase `result` the picture of a round names the winner, in ms. */
export const winnerSeenMs = (shown: Pictured): number => tellingOf(shown)[1];

/** How long it is until a table tells more of a result that is shown for so long, in ms; 0 once it has told all. */
export function untilToldMs(shown: Pictured, elapsedMs: number): number {
  return (tellingOf(shown).find((ms) => ms > elapsedMs) ?? elapsedMs) - elapsedMs;
}

/**
 * A view as far as its picture has told it. A race replays its finish before it ranks anybody: until then the
 * round is still being played for all that stands around the picture. Any other view is returned unchanged.
 */
export function asSeen(view: TableView): TableView {
  const { state, times, results, elapsedMs } = view;
  const [replayedUntilMs, namedMs] = tellingOf(view);
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
