import { KEYS_PATH, recordPath, resultsPath } from "../../src/fairness/paths.ts";
import { readKeys } from "../../src/fairness/read.ts";
import type { Game } from "../../src/games/contract.ts";
import { readConfig } from "../config/config.ts";
import { committedDays } from "../fairness/commitments.ts";
import { createRecords } from "../fairness/records.ts";
import { StartError } from "../runtime/start-error.ts";
import type { Store } from "../store/store.ts";
import type { Environment } from "./command.ts";
import { headerOr404 } from "./evidence.ts";
import { readJson } from "./read-json.ts";
import { openStoredService } from "./stored-service.ts";

/** Somebody who tells what was published of rounds. All reject with a StartError, in words. */
export interface House {
  /** The header of a game's UTC day; null when none was published. */
  header(game: Game, day: number): Promise<unknown>;
  /** The public keys that sign headers. */
  keys(): Promise<readonly string[]>;
  record(game: Game, round: number): Promise<unknown>;
  /** At most `limit` finished rounds before a round, the latest first: what operators pay by. */
  results(game: Game, before: number, limit: number): Promise<unknown>;
}

/** A service at an address, without a slash at the end. */
export function houseAt(address: string): House {
  return {
    header: (game, day) => headerOr404(address, game.slug, day),
    keys: async () => readKeys(await readJson(`${address}${KEYS_PATH}`)),
    record: (game, round) => readJson(`${address}${recordPath(game.slug, round)}`),
    results: (game, before, limit) =>
      readJson(`${address}${resultsPath(game.slug, before, limit)}`),
  };
}

/** The service whose store this is, which need not run. It is read and not changed. */
export async function houseOf(store: Store, env: Environment): Promise<House> {
  const { secrets, headers, beacons, decisions, oracle } = await openStoredService(
    store,
    readConfig(env),
  );
  const records = createRecords({ days: committedDays(secrets), headers, beacons });
  return {
    header: async (game, day) => headers.of(game, day) ?? null,
    keys: async () => [...new Set(headers.all().map(({ key }) => key))],
    async record(game, round) {
      const told = await records.of(game, round, Date.now());
      if (told === undefined) {
        throw new StartError(`Round ${round} was not published by this service.`);
      }
      return told.record;
    },
    async results(game, before, limit) {
      const rounds = Array.from({ length: limit }, (_, index) => before - 1 - index);
      const numbers = rounds.map((round) =>
        round < 1 ? null : decisions.beaconNumber(game, round),
      );
      await beacons.recall(numbers.filter((number) => number !== null));
      return oracle.results(game, Date.now(), { before, limit });
    },
  };
}
