import { dayOfRound } from "../../src/fairness/utc-day.ts";
import type { Game } from "../../src/games/contract.ts";
import type { HistoryEntry } from "../../src/wire/responses.ts";
import type { Beacons } from "./beacons.ts";
import type { Oracle } from "./oracle.ts";
import { pastRounds } from "./past-rounds.ts";
import type { HistoryPage } from "./past-rounds.ts";
import type { RoundInputs } from "./round-inputs.ts";

/** A page of finished rounds. `last` is the latest finished round. */
export interface PastRounds extends HistoryPage {
  readonly last: number;
}

/**
 * Calls `make` once the available beacons of past rounds are loaded from the store. Rejects if the store does not
 * respond and might contain some of them.
 */
export type WithPastBeacons = <T>(game: Game, rounds: PastRounds, make: () => T) => Promise<T>;

export function createPastBeacons(
  inputs: Pick<RoundInputs, "modeOf" | "beaconNumber">,
  beacons: Pick<Beacons, "heldSinceMs" | "isWanted" | "load">,
): WithPastBeacons {
  /** The beacons that are not in memory but might be in the store. */
  function missing(game: Game, page: PastRounds, absent: ReadonlySet<number>): number[] {
    const found: number[] = [];
    let counted = 0;
    for (const round of pastRounds(page, page.last, game, inputs)) {
      if (counted === page.limit) {
        break;
      }
      const needsBeacon = inputs.modeOf(game, dayOfRound(round, game.intervalMs)) === "drand";
      const number = inputs.beaconNumber(game, round);
      if (!needsBeacon || (number !== null && beacons.heldSinceMs(number) < Infinity)) {
        counted += 1;
      } else if (number !== null && !absent.has(number) && !beacons.isWanted(number)) {
        // `watchNeededBeacons` already looks for a wanted beacon in the store.
        found.push(number);
        counted += 1;
      }
    }
    return found;
  }

  return async (game, rounds, make) => {
    const absent = new Set<number>();
    for (;;) {
      const numbers = missing(game, rounds, absent);
      if (numbers.length === 0) {
        return make();
      }
      const loaded = await beacons.load(numbers);
      for (const number of numbers) {
        if (!loaded.has(number)) {
          absent.add(number);
        }
      }
    }
  };
}

/** A round's entry in `results`; undefined until its result is confirmed. */
export type EntryOf = (
  game: Game,
  round: number,
  nowMs: number,
) => Promise<HistoryEntry | undefined>;

/** Reads entries as they appear in `results`, and only once they appear there. */
export function entryReader(
  oracle: Pick<Oracle, "lastFinished" | "results">,
  withPastBeacons: WithPastBeacons,
): EntryOf {
  return async (game, round, nowMs) => {
    const page = { limit: 1, round };
    const last = oracle.lastFinished(game, nowMs);
    const [entry] = await withPastBeacons(game, { ...page, last }, () =>
      oracle.results(game, nowMs, page),
    );
    return entry;
  };
}
