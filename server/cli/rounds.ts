import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { LAST_ROUND } from "../../src/fairness/read-untrusted.ts";
import { findGame, slugs } from "../../src/games/index.ts";
import { groupDigits } from "../../src/hud/group-digits.ts";
import { roundStartMs } from "../../src/round/phases.ts";
import type { HistoryEntry } from "../../src/wire/responses.ts";
import { readConfig } from "../config/config.ts";
import type { Config } from "../config/config.ts";
import type { Environment } from "../config/settings.ts";
import { openDatedSecrets } from "../fairness/dated-secrets.ts";
import { storedHeader } from "../fairness/day-headers.ts";
import { isStoredSecret, loadSecret } from "../fairness/secret.ts";
import { createOracle } from "../oracle/oracle.ts";
import { createPastBeacons } from "../oracle/past-beacons.ts";
import type { HistoryPage } from "../oracle/past-rounds.ts";
import { createRoundInputs } from "../oracle/round-inputs.ts";
import { openServiceClock } from "../oracle/service-clock.ts";
import { beaconSeal, beaconStore } from "../oracle/stored-beacons.ts";
import { StartError } from "../runtime/start-error.ts";
import { setBackgroundTimer } from "../runtime/timers.ts";
import type { Store } from "../store/store.ts";
import { findServiceStore, withCliStore } from "./cli-store.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";

const USAGE = `Usage: npm run -s rounds -- GAME --from R --count N [--secret HEX]

  Prints finished rounds as history entries, one JSON object per line, oldest first, and stops at the
  last round that has finished, by the service's clock. With --secret, it generates any range with a
  secret of your own, for statistics. The service's own secret is refused, because it would print future
  rounds.

  GAME is one of: ${slugs.join(", ")}.`;

/** Entries per write. Writing line by line would take longer than dealing the rounds. */
const CHUNK = 500;

export const roundsCommand: Command = { usage: USAGE, run };

async function run(args: string[], io: CommandIo): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      from: { type: "string" },
      count: { type: "string" },
      secret: { type: "string" },
    },
  });
  const [slug = "", ...others] = positionals;
  const game = findGame(slug);
  if (game === undefined || others.length > 0) {
    throw new UsageError(`Specify one game: ${slugs.join(" or ")}.`);
  }
  const count = wholeNumber("--count", values.count);
  const from = wholeNumber("--from", values.from);
  const last = from + count - 1;

  /** @param read returns a page of finished rounds. */
  function print(read: (page: HistoryPage) => HistoryEntry[] | Promise<HistoryEntry[]>) {
    async function* lines(): AsyncIterable<string> {
      for (let after = from - 1; after < last;) {
        const page = await read({ after, limit: Math.min(CHUNK, last - after) });
        yield page
          .filter(({ round }) => round <= last)
          .map((entry) => `${JSON.stringify(entry)}\n`)
          .join("");
        after = page.at(-1)?.round ?? last;
      }
    }
    return pipeline(Readable.from(lines()), io.stdout);
  }

  const config = readConfig(io.env);
  if (values.secret !== undefined) {
    const secret = await statisticalSecret(values.secret, config, io.env);
    const oracle = createOracle({ secret, timeZone: config.timeZone });
    // A secret that is not in use has no unfinished rounds.
    const endMs = roundStartMs(last + 1, game.intervalMs);
    return print((page) => oracle.results(game, endMs, page));
  }
  return withCliStore(io.env, async (store) => {
    const nowMs = await serviceTime(store);
    const { oracle, withPastBeacons } = await storedRounds(store, config);
    const finished = oracle.lastFinished(game, nowMs);
    await print((page) =>
      withPastBeacons(game, { ...page, last: finished }, () => oracle.results(game, nowMs, page)),
    );
  });
}

/**
 * The service's time, epoch ms.
 *
 * @throws StartError if the service itself could not show a round now.
 */
async function serviceTime(store: Store): Promise<number> {
  const clock = await openServiceClock({
    store,
    wall: Date.now,
    steady: () => performance.now(),
    setTimer: setBackgroundTimer,
    log: () => {},
    report: () => {},
  });
  const { earliestMs } = clock.time();
  const fault = clock.fault();
  await clock.stop();
  if (fault !== null) {
    throw new StartError(fault);
  }
  return earliestMs;
}

/**
 * Derives the rounds of a service, which need not be running.
 *
 * @throws StartError if the secret is malformed, missing, or not the one of this store.
 */
async function storedRounds(store: Store, config: Config) {
  const { dataDir, oracleSecret, timeZone, entropy } = config;
  const secret = await loadSecret({ dataDir, given: oracleSecret }, store);
  const secrets = await openDatedSecrets(secret, config, store);
  const rows = await store.db.selectFrom("day_header").selectAll().execute();
  const headers = new Map(rows.map((row) => [`${row.game}:${row.day}`, storedHeader(row)]));
  const { chain } = config.beacons;
  const stored = beaconStore(store, chain, beaconSeal(secret, chain.hash), () => {});
  const held = new Map<number, Uint8Array>();
  const beacons = {
    chain,
    get: (beaconRound: number) => held.get(beaconRound),
    heldSinceMs: (beaconRound: number) => (held.has(beaconRound) ? -Infinity : Infinity),
    isWanted: () => false,
    onBeacon: () => undefined,
    async load(numbers: readonly number[]) {
      const { genuine } = await stored.read(numbers);
      genuine.forEach((signature, number) => held.set(number, signature));
      return new Set(genuine.keys());
    },
  };
  const inputs = createRoundInputs({
    headers: { of: ({ slug }, day) => headers.get(`${slug}:${day}`) },
    beacons,
    entropy,
  });
  return {
    oracle: createOracle({ secret: secrets.of, timeZone, inputs }),
    withPastBeacons: createPastBeacons(inputs, beacons),
  };
}

async function statisticalSecret(
  text: string,
  { oracleSecret }: Config,
  env: Environment,
): Promise<Uint8Array> {
  if (!/^[0-9a-f]{64}$/i.test(text)) {
    throw new UsageError("--secret must be 64 hexadecimal digits.");
  }
  const secret = Uint8Array.from(Buffer.from(text, "hex"));
  const store = await findServiceStore(env);
  const isStored = store !== undefined && (await isStoredSecret(store, secret));
  await store?.close();
  if (text.toLowerCase() === oracleSecret || isStored) {
    throw new StartError(
      "This is the service's own secret. Omit --secret to print finished rounds.",
    );
  }
  return secret;
}

function wholeNumber(name: string, text: string | undefined): number {
  const value = Number(text);
  if (text === undefined) {
    throw new UsageError(`Pass ${name} with a whole number, such as ${name} 1.`);
  }
  if (!/^\d+$/.test(text) || value < 1 || value > LAST_ROUND) {
    throw new UsageError(
      `${name} must be a whole number from 1 to ${groupDigits(LAST_ROUND, "en")}, such as ${name} 1.`,
    );
  }
  return value;
}

if (import.meta.main) {
  await runProgram(roundsCommand);
}
