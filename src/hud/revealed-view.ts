import type { RevealTimes } from "../games/contract.ts";
import { phaseLengthMs } from "../round/phases.ts";
import type { TableView } from "./table/view.ts";

/** The parts of a view that decide when its picture names the winner. */
type Pictured = Pick<TableView, "game" | "state" | "isMotionless">;

/** When a picture names the winner of its round; immediately without motion. */
function revealTimesFor({ game, state, isMotionless }: Pictured): RevealTimes {
  return (!isMotionless && state && game.revealTimes?.(state)) || [0, 0];
}

/** When the picture of a round names the winner, in ms from the start of `result`. */
export const winnerRevealMs = (shown: Pictured): number => revealTimesFor(shown)[1];

/** Time until a table reveals more of a result, `elapsedMs` into the `result` phase, in ms; 0 once all is revealed. */
export function untilRevealMs(shown: Pictured, elapsedMs: number): number {
  return (revealTimesFor(shown).find((ms) => ms > elapsedMs) ?? elapsedMs) - elapsedMs;
}

/**
 * Limits a view to what its picture has revealed. A race replays its finish before it ranks the teams, and until then
 * everything around the picture still shows the round as being played. Any other view is returned unchanged.
 */
export function revealedView(view: TableView): TableView {
  const { state, times, results, elapsedMs } = view;
  const [replayedUntilMs, namedMs] = revealTimesFor(view);
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
