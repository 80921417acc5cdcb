import { dayOfRound, roundsOfDay } from "../../src/fairness/utc-day.ts";
import type { Game } from "../../src/games/contract.ts";
import type { RoundInputs } from "./round-inputs.ts";

/**
 * A page of finished rounds: at most `limit`, latest first. At most one of the other fields is given: rounds older
 * than `before`; rounds newer than `after`, oldest first; or `round` alone.
 */
export interface HistoryPage {
  limit: number;
  before?: number;
  after?: number;
  round?: number;
}

/** A page's first and last round, and its direction. If the page is empty, `to` is in the opposite direction. */
function roundRange({ before, after, round }: HistoryPage, last: number) {
  if (round !== undefined) {
    return { from: round, to: Math.min(round, last), step: 1 };
  }
  return after === undefined
    ? { from: Math.min(last, (before ?? Infinity) - 1), to: 1, step: -1 }
    : { from: after + 1, to: last, step: 1 };
}

/** The maximum number of rounds in a page. */
export function countRounds(page: HistoryPage, last: number): number {
  const { from, to, step } = roundRange(page, last);
  return Math.min(page.limit, Math.max(0, (to - from) * step + 1));
}

/**
 * A page's rounds, in its order. Skips days without rounds.
 *
 * @param last the latest finished round.
 */
export function* pastRounds(
  page: HistoryPage,
  last: number,
  game: Game,
  { modeOf }: Pick<RoundInputs, "modeOf">,
): Iterable<number> {
  const { from, to, step } = roundRange(page, last);
  let round = from;
  while ((to - round) * step >= 0) {
    const day = dayOfRound(round, game.intervalMs);
    const { firstRound, count } = roundsOfDay(day, game.intervalMs);
    const lastOfDay = step === 1 ? firstRound + count - 1 : firstRound;
    if (modeOf(game, day) !== null) {
      const end = step === 1 ? Math.min(to, lastOfDay) : Math.max(to, lastOfDay);
      for (; (end - round) * step >= 0; round += step) {
        yield round;
      }
    }
    round = lastOfDay + step;
  }
}
