import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { QUICKNET } from "../../src/fairness/chain.ts";
import { verdictOf } from "../../src/fairness/check-names.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import { FieldError, isHex, readHeader } from "../../src/fairness/read-untrusted.ts";
import { dayOfDate } from "../../src/fairness/utc-day.ts";
import { findGame, slugs } from "../../src/games/index.ts";
import { errorCode } from "../runtime/error-code.ts";
import { StartError } from "../runtime/start-error.ts";
import { auditDay } from "./audit-day.ts";
import type { AuditOrder } from "./audit-day.ts";
import { auditPage } from "./audit-page.ts";
import type { AuditSummary } from "./audit-page.ts";
import { withCliStore } from "./cli-store.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";
import { ENDS, ENDS_HELP } from "./exit-codes.ts";
import { houseAddress } from "./house-address.ts";
import { houseAt, houseOf } from "./house.ts";
import { readChainFrom } from "./read-chain.ts";
import { readJson } from "./read-json.ts";
import { alignedTable } from "./text-table.ts";
import { TIME_HELP, TIME_OPTIONS } from "./time-evidence.ts";

const USAGE = `Usage: npm run -s audit -- GAME YYYY-MM-DD [--base-url URL] [--key HEX]... [--chain FILE|URL]
       [--policy FILE|URL] [--line LINE --line-seen TIME] [--header FILE|URL] [--results FILE|URL]
       [--kept FILE|URL] [--json] [--page FILE]

  Checks a whole UTC day of a game: its header, every round that has been over for a minute, that none
  is missing, that the list of results by which bets are paid says the same, and the results against
  their odds. What cannot be had is left open, and the rest is told.

  --base-url  the service to ask; without it the data of DATA_DIR or DATABASE_URL is read
  --key       a public key you kept; then no other is believed
  --chain     a chain besides drand quicknet whose beacons you believe: the answer of its /info
  ${TIME_HELP}
  --header    the header of that day as you kept it: the house must still show it, and every round is
              held against it
  --results   results as you kept them, as the house's API gave them, such as those you paid by
  --kept      a list of records of rounds as you kept them while bets were open: the house must not say now that
              such a round never opened
  --json      prints the summary as JSON
  --page      writes the summary as an HTML page that you can publish; never over a file that exists

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
      header: { type: "string" },
      results: { type: "string" },
      kept: { type: "string" },
      json: { type: "boolean", default: false },
      page: { type: "string" },
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
  const order = {
    game,
    date,
    pinned: values.key,
    chains,
    nowMs,
    timeOptions: values,
    ...(await readKept(values)),
  };
  const address = houseAddress(values["base-url"]);
  const audited = await explained("What is told of that day", () =>
    address === undefined
      ? withCliStore(env, async (store) =>
          auditDay({ ...order, house: await houseOf(store, env, nowMs) }),
        )
      : auditDay({ ...order, address, house: houseAt(address) }),
  );
  const { findings } = audited;
  const verdict = verdictOf(findings);
  const checkedAt = new Date(nowMs).toISOString();
  const house = address ?? null;
  const summary: AuditSummary = {
    game: game.slug,
    date,
    house,
    checkedAt,
    verdict,
    ...audited,
  };
  stdout.write(
    values.json
      ? `${JSON.stringify(summary, null, 2)}\n`
      : alignedTable(findings.map(({ status, title, words }) => [status, title, words])),
  );
  if (values.page !== undefined) {
    await writePage(values.page, auditPage(summary));
  }
  return ENDS[verdict];
}

/** What the user kept himself, to hold the house to it. */
async function readKept(values: {
  readonly header?: string | undefined;
  readonly results?: string | undefined;
  readonly kept?: string | undefined;
}): Promise<Pick<AuditOrder, "keptHeader" | "keptResults" | "keptRecords">> {
  const kept: {
    keptHeader?: SignedHeader;
    keptResults?: readonly unknown[];
    keptRecords?: readonly unknown[];
  } = {};
  if (values.header !== undefined) {
    const header = await readJson(values.header);
    kept.keptHeader = await explained("The header that you kept", () => readHeader(header));
  }
  if (values.results !== undefined) {
    kept.keptResults = await readList(
      values.results,
      "--results",
      "as the house’s /api/results gives it",
    );
  }
  if (values.kept !== undefined) {
    kept.keptRecords = await readList(
      values.kept,
      "--kept",
      "of records as the house’s /api/rounds gives them",
    );
  }
  return kept;
}

/** @param as what the list holds, in words for the user. */
async function readList(source: string, option: string, as: string): Promise<readonly unknown[]> {
  const list = await readJson(source);
  if (!Array.isArray(list)) {
    throw new UsageError(`${option} must be a list ${as}.`);
  }
  return list as readonly unknown[];
}

async function writePage(file: string, html: string): Promise<void> {
  try {
    await writeFile(file, html, { flag: "wx" });
  } catch (error) {
    const why = errorCode(error) === "EEXIST" ? "There is a file of that name." : String(error);
    throw new StartError(`The page ${file} was not written. ${why}`, { cause: error });
  }
}

/** Says it in words when what was given for a header is none. */
async function explained<T>(what: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof FieldError
      ? new StartError(`${what} cannot be read: ${error.message}`, { cause: error })
      : error;
  }
}

if (import.meta.main) {
  await runProgram(auditCommand);
}
