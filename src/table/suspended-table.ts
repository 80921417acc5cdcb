import type { Game } from "../games/contract.ts";
import { phaseLengthMs } from "../round/clock.ts";
import type { HistoryEntry, RoundState } from "../wire.ts";
import type { TableView } from "./view.ts";

/**
 * A table as it is seen while no round is open: as the last one that was told left it, waiting for the
 * next; without one, no state. Any other table stays as it is.
 */
export function unlessSuspended(view: TableView): TableView {
  const { game, times, results, connection } = view;
  if (connection !== "suspended") {
    return view;
  }
  const state = clearedState(game, results);
  // At rest: at the end of what is left to see, or halfway through an empty table's time.
  const elapsedMs = state === null ? times.closesMs / 2 : phaseLengthMs("waiting", times);
  return { ...view, state, elapsedMs, remainMs: 0 };
}

/** The state of the last round at its very end; null where there was none. */
function clearedState(game: Game, [last]: readonly HistoryEntry[]): RoundState | null {
  if (last === undefined) {
    return null;
  }
  const { round, daily_round, date } = last;
  const common = { round, daily_round, date, phase: "waiting" as const, remainMs: 0 };
  return Object.assign(common, game.publicFields(last, "waiting"));
}

/** What is drawn of a table on which nothing was ever dealt. Its numbers are no round's. */
export function emptyState(game: Game): RoundState {
  const common = { round: 0, daily_round: 0, date: "", phase: "betting" as const, remainMs: 0 };
  return Object.assign(common, game.publicFields(null, "betting"));
}
