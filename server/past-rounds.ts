import { dayOfRound, roundsOfDay } from "../src/fairness/utc-day.ts";
import type { Game } from "../src/games/game.ts";
import type { Decisions } from "./decisions.ts";

/** A round, and whether a beacon decides it. */
export interface PastRound {
  readonly round: number;
  readonly needsBeacon: boolean;
}

/** The rounds of a game from `last` back to the first, without the days that have none. */
export function* roundsBackFrom(
  last: number,
  game: Game,
  { modeOf }: Pick<Decisions, "modeOf">,
): Iterable<PastRound> {
  for (let round = last; round >= 1; round--) {
    const day = dayOfRound(round, game.intervalMs);
    const mode = modeOf(game, day);
    if (mode === null) {
      ({ firstRound: round } = roundsOfDay(day, game.intervalMs));
    } else {
      yield { round, needsBeacon: mode === "drand" };
    }
  }
}
