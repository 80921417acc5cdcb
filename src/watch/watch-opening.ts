import { recordPath } from "../fairness/paths.ts";
import { FieldError, readRecord } from "../fairness/read-untrusted.ts";
import type { OpenRecord } from "../fairness/record.ts";
import type { Game } from "../games/contract.ts";
import type { WatchFault } from "./watch-round.ts";
import type { WatchedHouse } from "./watched-house.ts";

/**
 * Looks, shortly before bets close, whether the house has signed that the round opened, and keeps that. A table
 * that takes bets without it could be denied afterwards.
 */
export async function checkOpening(
  house: WatchedHouse,
  game: Game,
  round: number,
): Promise<WatchFault[]> {
  const record = readOrNull(await house.get(recordPath(game.slug, round)));
  const isOfRound = record?.game === game.slug && record.round === round;
  // What is no record of the round is found elsewhere.
  if (!isOfRound || record.version === "tbs/1") {
    return [];
  }
  house.memory.keepPromise(record);
  const { receipt = null } = record;
  if (receipt !== null && receipt.openedAt !== null) {
    return [];
  }
  const state = await house.get(`/embed/${game.slug}/api/current`);
  if (!takesBets(state, round)) {
    return [];
  }
  const words =
    receipt === null
      ? "The table takes bets on a round of which the house has not signed that it opened."
      : "The table takes bets on a round that the house has called void.";
  return [{ words, evidence: { state, record } }];
}

function takesBets(value: unknown, wanted: number): boolean {
  const state = Object(value) as Readonly<Record<string, unknown>>;
  const { phase, round, remainMs } = state;
  return phase === "betting" && round === wanted && typeof remainMs === "number" && remainMs > 0;
}

function readOrNull(value: unknown): OpenRecord | null {
  try {
    return readRecord(value);
  } catch (error) {
    if (!(error instanceof FieldError)) {
      throw error;
    }
    return null;
  }
}
