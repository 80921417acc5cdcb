import { isRevealed } from "../../src/fairness/record.ts";
import type { Game } from "../../src/games/contract.ts";
import { toHistoryEntry } from "../../src/games/history-entry.ts";
import { timingOf } from "../../src/games/timing.ts";
import type { BetTiming } from "../../src/games/timing.ts";
import { BOARD_ROUNDS } from "../../src/hud/roads/current-board.ts";
import { StateApi } from "../../src/wire/api.ts";
import type { HistoryEntry, Schedule } from "../../src/wire/responses.ts";
import { fetchRecord } from "../proof/fetch-record.ts";

export interface FinishedRound {
  readonly entry: HistoryEntry;
  /** The rounds before the replayed one, latest first, enough to fill a board. */
  readonly before: readonly HistoryEntry[];
  readonly times: BetTiming;
  readonly schedule: Schedule;
}

/**
 * Loads a finished round: its outcome from its published record, or from the history if its day has no
 * records. Null if the round is not finished or does not exist. Rejects with an ApiError or a `fetch` error.
 *
 * @param service the service URL, ending in a slash.
 * @param round unvalidated.
 */
export async function loadRound(
  game: Game,
  service: string,
  round: string,
  signal: AbortSignal,
): Promise<FinishedRound | null> {
  if (!/^[1-9]\d{0,14}$/.test(round)) {
    return null;
  }
  const roundNumber = Number(round);
  const api = new StateApi(service, game.slug, fetch);
  const page = `results?limit=${BOARD_ROUNDS}&before=${roundNumber + 1}`;
  const [record, [entry, ...before], schedule] = await Promise.all([
    fetchRecord(service, game.slug, roundNumber, signal),
    api.get<HistoryEntry[]>(page, signal),
    api.schedule(signal),
  ]);
  // If the round is not finished, the list starts with an earlier round.
  if (entry?.round !== roundNumber) {
    return null;
  }
  const outcome = record !== null && isRevealed(record) ? record.outcome : entry;
  return {
    entry: toHistoryEntry(game, entry, outcome),
    before,
    times: timingOf(game, (record?.drandRound ?? null) === null ? "seed" : "drand"),
    schedule,
  };
}
