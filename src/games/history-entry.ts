import { isConfirmed } from "../round/phases.ts";
import type { Phase } from "../round/phases.ts";
import type { HistoryEntry, RoundState } from "../wire/responses.ts";
import type { Game } from "./contract.ts";

export function toHistoryEntry<Outcome>(
  game: Game<Outcome>,
  { round, daily_round, date }: Pick<HistoryEntry, "round" | "daily_round" | "date">,
  outcome: Outcome,
): HistoryEntry {
  return Object.assign({ round, daily_round, date }, game.historyFields(outcome));
}

/** Builds a state in which bets are closed. Its outcome is null in the `betting` phase. */
export function toState(
  game: Game,
  { round, daily_round, date }: Pick<HistoryEntry, "round" | "daily_round" | "date">,
  phase: Phase,
  outcome: unknown,
): RoundState {
  const common = { round, daily_round, date, phase, remainMs: 0 };
  return Object.assign(common, game.publicFields(outcome, phase));
}

/**
 * The history entry of a state's round; null until its result is confirmed. Once the `result` phase starts, a state has
 * the whole outcome, so a client that follows the states need not fetch the history.
 */
export function finishedRound(game: Game, state: RoundState): HistoryEntry | null {
  return isConfirmed(state.phase) ? toHistoryEntry(game, state, state) : null;
}
