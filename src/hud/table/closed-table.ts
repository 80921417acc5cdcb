import type { Game } from "../../games/contract.ts";
import { toState } from "../../games/history-entry.ts";
import { phaseLengthMs } from "../../round/phases.ts";
import { isClosed } from "../../wire/connection.ts";
import type { RoundState } from "../../wire/responses.ts";
import type { TableView } from "./view.ts";

/**
 * Changes the view of a closed table to the end of its last finished round, or to no state if there is none. Any other
 * view is returned unchanged.
 */
export function freezeIfClosed(view: TableView): TableView {
  const { game, times, results, connection } = view;
  if (!isClosed(connection)) {
    return view;
  }
  const [last] = results;
  const state = last === undefined ? null : toState(game, last, "waiting", last);
  // A time when nothing moves: the end of the round, or the middle of betting.
  const elapsedMs = state === null ? times.closesMs / 2 : phaseLengthMs("waiting", times);
  return { ...view, state, elapsedMs, remainMs: 0 };
}

/** A state for drawing an empty table. Its round does not exist. */
export function emptyState(game: Game): RoundState {
  return toState(game, { round: 0, daily_round: 0, date: "" }, "betting", null);
}
