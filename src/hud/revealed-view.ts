import type { RevealTimes } from "../games/contract.ts";
import { phaseLengthMs } from "../round/phases.ts";
import type { TableView } from "./table/view.ts";

/** The parts of a view that determine when its picture names the winner. */
type RevealInput = Pick<TableView, "game" | "state" | "isMotionless">;

/** When a picture has replayed the finish and when it names the winner; both immediately without motion. */
function revealTimesFor({ game, state, isMotionless }: RevealInput): RevealTimes {
  return (!isMotionless && state && game.revealTimes?.(state)) || [0, 0];
}

/** When the picture of a round names the winner, in ms from the start of `result`. */
export const winnerRevealMs = (view: RevealInput): number => revealTimesFor(view)[1];

/** Time until a table reveals more of a result, `elapsedMs` into the `result` phase, in ms; 0 once all is revealed. */
export function untilRevealMs(view: RevealInput, elapsedMs: number): number {
  return (revealTimesFor(view).find((ms) => ms > elapsedMs) ?? elapsedMs) - elapsedMs;
}

/**
 * Limits a view to the part of a result that its picture has revealed. A race replays its finish before it ranks the
 * teams, and until then the rest of the table treats the round as still in play. Any other view is returned unchanged.
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
