import { loadHeaderOfDay, loadKeys } from "../../src/fairness/house-sources.ts";
import { recordPath, resultsPath } from "../../src/fairness/paths.ts";
import type { Game } from "../../src/games/contract.ts";
import { readConfig } from "../config/config.ts";
import { committedDays } from "../fairness/commitments.ts";
import { readReceipt } from "../fairness/receipt-book.ts";
import { createRecords } from "../fairness/records.ts";
import { StartError } from "../runtime/start-error.ts";
import type { Store } from "../store/store.ts";
import type { Environment } from "./command.ts";
import { houseClient } from "./house-client.ts";
import { openStoredService } from "./stored-service.ts";

/** What a house publishes about rounds. Everything rejects with a StartError, in words. */
export interface House {
  /** The header of a game's UTC day; null when none was published. */
  header(game: Game, day: number): Promise<unknown>;
  /** The public keys that sign its headers, 64 hex digits each. */
  keys(): Promise<readonly string[]>;
  record(game: Game, round: number): Promise<unknown>;
  /** At most `limit` finished rounds before a round, the latest first: what operators pay by. */
  results(game: Game, before: number, limit: number): Promise<unknown>;
}

/** The house at an address, without a slash at the end. */
export function houseAt(address: string): House {
  const house = houseClient(address);
  return {
    header: (game, day) => loadHeaderOfDay(house, game.slug, day),
    keys: () => loadKeys(house),
    record: (game, round) => house.get(recordPath(game.slug, round)),
    results: (game, before, limit) => house.get(resultsPath(game.slug, before, limit)),
  };
}

/**
 * The house whose store this is. Its service need not run, and nothing is changed.
 *
 * @param nowMs until when rounds are published, epoch ms.
 */
export async function houseOf(store: Store, env: Environment, nowMs: number): Promise<House> {
  const { secrets, headers, beacons, inputs, oracle } = await openStoredService(
    store,
    readConfig(env),
  );
  const receipts = { of: (slug: string, round: number) => readReceipt(store, slug, round) };
  const records = createRecords({ days: committedDays(secrets), headers, beacons, receipts });
  return {
    header: async (game, day) => headers.of(game, day) ?? null,
    keys: async () => [...new Set(headers.all().map(({ key }) => key))],
    async record(game, round) {
      const found = await records.of(game, round, nowMs);
      if (found === undefined) {
        throw new StartError(`Round ${round} was not published by this service.`);
      }
      return found.record;
    },
    async results(game, before, limit) {
      const rounds = Array.from({ length: limit }, (_, index) => before - 1 - index);
      const numbers = rounds.map((round) => (round < 1 ? null : inputs.beaconNumber(game, round)));
      await beacons.load(numbers.filter((number) => number !== null));
      return oracle.results(game, nowMs, { before, limit });
    },
  };
}
