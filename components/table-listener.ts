import type { Game } from "../src/games/game.ts";
import { isPhaseMessage } from "../src/phase-event.ts";
import { isConfirmed } from "../src/round/clock.ts";
import type { RoundState } from "../src/wire.ts";
import type { EventLog } from "./event-log.ts";
import { StateApi } from "./feed/api.ts";
import type { FramedTable } from "./framed-table.ts";

/**
 * Logs every message of the tables, as an operator's page would receive them: only of our own
 * origin, only from the frame whose game it names. Where a round ends, its outcome is fetched.
 */
export function listenToTables(tables: readonly FramedTable[], log: EventLog): void {
  const leaving = new AbortController();
  window.addEventListener("pagehide", () => leaving.abort());
  window.addEventListener("message", ({ data, origin, source }) => {
    const table = tables.find(({ frame }) => frame.contentWindow === source);
    if (table === undefined || origin !== location.origin || !isPhaseMessage(data)) {
      return;
    }
    const { game } = table;
    if (data.type !== game.eventType) {
      return;
    }
    const entry = log.add(data, new Date());
    if (data.phase === "result") {
      fetchOutcome(game, data.round, leaving.signal).then(
        (outcome) => entry.showOutcome(outcome.text, outcome.side),
        () => entry.showOutcome("could not be fetched", undefined),
      );
    }
  });
}

/** What came out in a round: the game's fields as JSON, and the side that won. */
async function fetchOutcome(game: Game, round: number, signal: AbortSignal) {
  const api = new StateApi(`${location.origin}/`, game.slug, fetch);
  const state = await api.current(signal);
  if (state.round !== round || !isConfirmed(state.phase)) {
    throw new Error(`Round ${round} is not confirmed.`);
  }
  const outcome = gameFields(state);
  const winner = game.board.winner(outcome);
  return {
    text: JSON.stringify(outcome),
    side: game.board.sides.find(({ id }) => id === winner),
  };
}

function gameFields(state: RoundState): Record<string, unknown> {
  const common = ["round", "daily_round", "date", "phase", "remainMs"];
  return Object.fromEntries(Object.entries(state).filter(([name]) => !common.includes(name)));
}
