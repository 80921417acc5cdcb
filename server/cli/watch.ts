import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { QUICKNET } from "../../src/fairness/chain.ts";
import type { Check } from "../../src/fairness/check-names.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import { games } from "../../src/games/index.ts";
import { words as en } from "../../src/i18n/en/verify.ts";
import { explain } from "../../src/i18n/verify-words.ts";
import { StartError } from "../runtime/start-error.ts";
import { openMemory } from "../watcher/memory.ts";
import { createWatcher } from "../watcher/watcher.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";
import { ENDS } from "./exit-codes.ts";
import { houseAddress } from "./house-address.ts";
import { houseClient } from "./house-client.ts";
import { printable } from "./printable.ts";
import { readChainFrom } from "./read-chain.ts";
import { readBytesFrom } from "./read-json.ts";
import { loadTimeEvidence } from "./time-evidence.ts";

const USAGE = `Usage: npm run -s watch -- URL [--file FILE] [--policy FILE|URL] [--chain FILE|URL]...

  Follows a house, and raises an alarm when it says one thing at one time and another later. It keeps the
  house's keys, headers and log, and what it promises of each round while bets are open; it looks at the
  tables at moments that nobody can foresee, checks each round that is over, and compares it with all of
  that and with the results by which bets are paid. Each alarm is a line of JSON with its evidence.

  --file    what it keeps (./watch.sqlite): under 50 MB for a week. Started again, it goes on from there.
  --policy  whom you believe of the witnesses of the house's log
  --chain   a chain besides drand quicknet whose beacons you believe: the answer of its /info
  --alarms  prints the alarms that it has raised so far, and ends

  It runs until it is stopped. Ends with 1 when it has ever raised an alarm of this house, else with 0.`;

/** How often it looks whether something is due. */
const LOOK_MS = 1_000;

export const watchCommand: Command = { usage: USAGE, run };

async function run(args: string[], { stdout, stderr, now = Date.now }: CommandIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      file: { type: "string", default: "./watch.sqlite" },
      policy: { type: "string" },
      chain: { type: "string", multiple: true, default: [] },
      alarms: { type: "boolean", default: false },
    },
  });
  const address = houseAddress(positionals[0]);
  if (address === undefined || positionals.length > 1) {
    throw new UsageError("Name the address of one house.");
  }
  const chains = [QUICKNET, ...(await Promise.all(values.chain.map(readChainFrom)))];
  const memory = openMemory(values.file, address);
  const print = (value: unknown) => stdout.write(`${printable(JSON.stringify(value))}\n`);
  try {
    if (values.alarms) {
      memory.alarms().forEach(print);
    } else {
      const house = {
        // What it did not get is due again at the next look.
        ...houseClient(address, false),
        getBytes: (path: string) => readBytesFrom(`${address}${path}`, false),
        memory,
        chains,
        inWords: (check: Check) => explain(check, en),
        timeOf: async (header: SignedHeader) => ({
          time: await loadTimeEvidence({ policy: values.policy }, header, { address }),
        }),
      };
      const watcher = createWatcher({ house, games, now, random: Math.random, onAlarm: print });
      const stopped = new AbortController();
      for (const signal of ["SIGINT", "SIGTERM"] as const) {
        process.once(signal, () => stopped.abort());
      }
      let trouble = "";
      while (!stopped.signal.aborted) {
        await watcher.look().catch((error: unknown) => {
          if (!(error instanceof StartError)) {
            throw error;
          }
          // Once, while it lasts.
          if (error.message !== trouble) {
            trouble = error.message;
            stderr.write(`${trouble}\n`);
          }
        });
        await pause(LOOK_MS, undefined, { signal: stopped.signal }).catch(() => {});
      }
    }
    return memory.alarms().length > 0 ? ENDS.refuted : ENDS.proven;
  } finally {
    memory.close();
  }
}

if (import.meta.main) {
  await runProgram(watchCommand);
}
