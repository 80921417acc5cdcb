import { isRevealed } from "../../src/fairness/record.ts";
import type { Game } from "../../src/games/contract.ts";
import { timingOf } from "../../src/games/timing.ts";
import type { BetTiming } from "../../src/games/timing.ts";
import { BOARD_ROUNDS } from "../../src/hud/roads/board.ts";
import { toHistoryEntry } from "../../src/hud/table/finished-round.ts";
import type { HistoryEntry, Schedule } from "../../src/wire/answers.ts";
import { StateApi } from "../../src/wire/api.ts";
import { fetchRecord } from "../proof/fetch-record.ts";

/** A finished round, and what its table showed then. */
export interface FinishedRound {
  readonly entry: HistoryEntry;
  /** The rounds before it, latest first, as many as fill a board with it. */
  readonly before: readonly HistoryEntry[];
  readonly times: BetTiming;
  readonly schedule: Schedule;
}

/**
 * Loads a round from what the service publishes of it: the outcome out of its record, or out of the
 * history where nothing was published for its day. Null for a round that is not finished, or none.
 * Rejects with an ApiError, or as `fetch` does.
 *
 * @param service its address, ending in a slash.
 * @param round as it was given, which may be anything.
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
  const number = Number(round);
  const api = new StateApi(service, game.slug, fetch);
  const page = `results?limit=${BOARD_ROUNDS}&before=${number + 1}`;
  const [record, [entry, ...before], schedule] = await Promise.all([
    fetchRecord(service, game.slug, number, signal),
    api.get<HistoryEntry[]>(page, signal),
    api.schedule(signal),
  ]);
  // Of a round that is not finished the list has only those before it.
  if (entry?.round !== number) {
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
