import { parseArgs } from "node:util";
import { QUICKNET } from "../../src/fairness/chain.ts";
import { verdictOf } from "../../src/fairness/check-names.ts";
import { FieldError, isHex } from "../../src/fairness/read-untrusted.ts";
import { dayOfDate } from "../../src/fairness/utc-day.ts";
import { findGame, slugs } from "../../src/games/index.ts";
import { StartError } from "../runtime/start-error.ts";
import { auditDay } from "./audit-day.ts";
import { withCliStore } from "./cli-store.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";
import { ENDS, ENDS_HELP } from "./exit-codes.ts";
import { houseAddress } from "./house-address.ts";
import { houseAt, houseOf } from "./house.ts";
import { readChainFrom } from "./read-chain.ts";
import { alignedTable } from "./text-table.ts";
import { TIME_HELP, TIME_OPTIONS } from "./time-evidence.ts";

const USAGE = `Usage: npm run -s audit -- GAME YYYY-MM-DD [--base-url URL] [--key HEX]... [--chain FILE|URL]
       [--policy FILE|URL] [--line LINE --line-seen TIME]

  Checks a whole UTC day of a game: its header, every round that has been over for a minute, that none
  is missing, that the list of results by which bets are paid says the same, and the results against
  their odds. What cannot be had is left open, and the rest is told.

  --base-url  the service to ask; without it the data of DATA_DIR or DATABASE_URL is read
  --key       a public key you kept; then no other is believed
  --chain     a chain besides drand quicknet whose beacons you believe: the answer of its /info
  ${TIME_HELP}

  The game is ${slugs.join(", ")}.

  ${ENDS_HELP}`;

export const auditCommand: Command = {
  usage: USAGE,
  run,
  codes: { wrongCall: ENDS.unusable, fault: ENDS.unusable },
};

async function run(args: string[], { env, stdout, now = Date.now }: CommandIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      "base-url": { type: "string" },
      key: { type: "string", multiple: true, default: [] },
      chain: { type: "string", multiple: true, default: [] },
      ...TIME_OPTIONS,
    },
  });
  const [slug = "", date = "", ...others] = positionals;
  const game = findGame(slug);
  if (game === undefined || dayOfDate(date) === null || others.length > 0) {
    throw new UsageError("Name a game and a UTC day, such as 2026-07-01.");
  }
  if (!values.key.every((key) => isHex(key, 32))) {
    throw new UsageError("--key must be 64 hexadecimal digits.");
  }
  const chains = [QUICKNET, ...(await Promise.all(values.chain.map(readChainFrom)))];

  const nowMs = now();
  const order = { game, date, pinned: values.key, chains, nowMs, timeOptions: values };
  const address = houseAddress(values["base-url"]);
  const findings = await explained(
    address === undefined
      ? withCliStore(env, async (store) =>
          auditDay({ ...order, house: await houseOf(store, env, nowMs) }),
        )
      : auditDay({ ...order, address, house: houseAt(address) }),
  );
  stdout.write(alignedTable(findings.map(({ status, title, words }) => [status, title, words])));
  return ENDS[verdictOf(findings)];
}

/** Says it in words when the house answers with something that is no header. */
async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof FieldError
      ? new StartError(`What is told of that day cannot be read: ${error.message}`, {
          cause: error,
        })
      : error;
  }
}

if (import.meta.main) {
  await runProgram(auditCommand);
}
