import type { Game } from "../games/contract.ts";
import { isConfirmed } from "../round/clock.ts";
import type { HistoryEntry, RoundState } from "../wire.ts";

/** A round's entry in the history, built field by field. */
export function toHistoryEntry<Outcome>(
  game: Game<Outcome>,
  { round, daily_round, date }: Pick<HistoryEntry, "round" | "daily_round" | "date">,
  outcome: Outcome,
): HistoryEntry {
  return Object.assign({ round, daily_round, date }, game.historyFields(outcome));
}

/**
 * The entry that a round has in the history, told from its state; null until its result stands.
 * Whoever follows the states need not ask for the history: from phase `result` on a state holds all
 * fields of the outcome.
 */
export function finishedRound(game: Game, state: RoundState): HistoryEntry | null {
  return isConfirmed(state.phase) ? toHistoryEntry(game, state, state) : null;
}
