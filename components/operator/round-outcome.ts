import { StateApi } from "../../src/feed/api.ts";
import type { Game, Side } from "../../src/games/contract.ts";
import { isConfirmed } from "../../src/round/phases.ts";
import type { RoundState } from "../../src/wire.ts";

/** The outcome of a round. */
export interface RoundOutcome {
  /** The game's fields as the API sent them, as JSON. */
  readonly json: string;
  readonly winner: Side | undefined;
  /** The whole of it, which bets can be settled by. */
  readonly state: RoundState;
}

const COMMON_FIELDS = ["round", "daily_round", "date", "phase", "remainMs"];

/** Fetches an outcome. Rejects if the service does not answer, or the round is not confirmed. */
export async function fetchOutcome(
  game: Game,
  round: number,
  signal: AbortSignal,
): Promise<RoundOutcome> {
  const api = new StateApi(`${location.origin}/`, game.slug, fetch);
  const state = await api.current(signal);
  if (state.round !== round || !isConfirmed(state.phase)) {
    throw new Error(`Round ${round} is not confirmed.`);
  }
  const outcome = Object.fromEntries(
    Object.entries(state).filter(([name]) => !COMMON_FIELDS.includes(name)),
  );
  const winner = game.board.winner(outcome);
  return {
    json: JSON.stringify(outcome),
    winner: game.board.sides.find(({ id }) => id === winner),
    state,
  };
}
