import { KEYS_PATH, recordPath } from "../../src/fairness/paths.ts";
import { readKeys } from "../../src/fairness/read.ts";
import { dateOfDay } from "../../src/fairness/utc-day.ts";
import type { Game } from "../../src/games/game.ts";
import { readConfig } from "../config.ts";
import { committedDays } from "../fairness/commitments.ts";
import { createRecords } from "../fairness/records.ts";
import { openSecrets } from "../fairness/secrets.ts";
import { hasSecret, loadSecret } from "../secret.ts";
import { StartError } from "../start-error.ts";
import type { Store } from "../store/store.ts";
import { readJson } from "./evidence.ts";
import { storedBeacons, storedHeaders } from "./stored.ts";

/** Somebody who tells what was published of rounds. All reject with a StartError, in words. */
export interface House {
  /** The header of a game's UTC day. */
  header(game: Game, day: number): Promise<unknown>;
  /** The public keys that sign headers. */
  keys(): Promise<readonly string[]>;
  record(game: Game, round: number): Promise<unknown>;
}

/** A service at an address, without a slash at the end. */
export function houseAt(address: string): House {
  return {
    header: (game, day) => readJson(`${address}/fairness/${game.slug}/${dateOfDay(day)}.json`),
    keys: async () => readKeys(await readJson(`${address}${KEYS_PATH}`)),
    record: (game, round) => readJson(`${address}${recordPath(game.slug, round)}`),
  };
}

/** The service whose store this is, which need not run. It is read and not changed. */
export async function houseOf(store: Store): Promise<House> {
  const { dataDir, databaseUrl, oracleSecret, laterSecrets } = readConfig(process.env);
  if (!(await hasSecret(store))) {
    throw new StartError(
      "No service ever ran on this data. Set DATA_DIR or DATABASE_URL to yours.",
    );
  }
  const first = await loadSecret({ dataDir, given: oracleSecret }, store);
  const later = { dataDir: databaseUrl === null ? dataDir : null, given: laterSecrets };
  const headers = await storedHeaders(store);
  const records = createRecords({
    days: committedDays(await openSecrets(first, later, store)),
    headers,
    beacons: storedBeacons(store),
  });

  function missing(what: string): StartError {
    return new StartError(`${what} was not published by this service.`);
  }
  return {
    async header(game, day) {
      const header = headers.of(game, day);
      if (header === undefined) {
        throw missing(`${dateOfDay(day)} of ${game.slug}`);
      }
      return header;
    },
    keys: async () => [...new Set(headers.all().map(({ key }) => key))],
    async record(game, round) {
      const told = await records.of(game, round, Date.now());
      if (told === undefined) {
        throw missing(`Round ${round}`);
      }
      return told.record;
    },
  };
}
