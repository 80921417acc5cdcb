import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { LAST_ROUND } from "../../src/fairness/read-untrusted.ts";
import { findGame, slugs } from "../../src/games/index.ts";
import { groupDigits } from "../../src/hud/group-digits.ts";
import { roundStartMs } from "../../src/round/phases.ts";
import type { HistoryEntry } from "../../src/wire/responses.ts";
import { MAX_RESULTS } from "../../src/wire/results-limit.ts";
import { readConfig } from "../config/config.ts";
import type { Config } from "../config/config.ts";
import type { Environment } from "../config/settings.ts";
import { isStoredSecret } from "../fairness/secret.ts";
import { createOracle } from "../oracle/oracle.ts";
import { StartError } from "../runtime/start-error.ts";
import { findServiceStore } from "./cli-store.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";
import { houseClient } from "./read-json.ts";

const USAGE = `Usage: npm run -s rounds -- GAME --from R --count N [--secret HEX]

  Prints the finished rounds of the service that runs on this machine as history entries, one JSON
  object per line, oldest first. With --secret, it generates any range with a secret of your own, for
  statistics. The service's own secret is refused, because it would print future rounds.

  GAME is one of: ${slugs.join(", ")}.`;

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

  /** @param read returns at most `limit` finished rounds after a round, oldest first. */
  function print(
    read: (page: { after: number; limit: number }) => HistoryEntry[] | Promise<HistoryEntry[]>,
  ) {
    async function* lines(): AsyncIterable<string> {
      for (let after = from - 1; after < last;) {
        const page = await read({ after, limit: Math.min(MAX_RESULTS, last - after) });
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
  const { host, port } = config;
  const house = houseClient(`http://${host.includes(":") ? `[${host}]` : host}:${port}`);
  return print(async ({ after, limit }) => {
    const path = `/embed/${slug}/api/results?after=${after}&limit=${limit}`;
    return (await house.get(path)) as HistoryEntry[];
  });
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
