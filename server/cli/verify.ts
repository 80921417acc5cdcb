import { parseArgs } from "node:util";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import { QUICKNET } from "../../src/fairness/chain.ts";
import { type Check, type Verdict, overallVerdict } from "../../src/fairness/check-names.ts";
import { notCovered, verify } from "../../src/fairness/check-round.ts";
import type { RoundSources } from "../../src/fairness/check-round.ts";
import {
  loadDayBefore,
  loadEntry,
  loadKeys,
  loadRecord,
  NotCovered,
  readProofOrRecord,
} from "../../src/fairness/house-sources.ts";
import { headerPath } from "../../src/fairness/paths.ts";
import {
  FieldError,
  isHex,
  readChain,
  readOrNull,
  readRecord,
} from "../../src/fairness/read-untrusted.ts";
import { dayOfDate } from "../../src/fairness/utc-day.ts";
import { findGame } from "../../src/games/index.ts";
import { words as en } from "../../src/i18n/en/verify.ts";
import { caveats, explain } from "../../src/i18n/interpolate.ts";
import { checkDay, type DayVerification } from "../../src/kit/verify/day.ts";
import { StartError } from "../runtime/start-error.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";
import { houseClient, isUrl, readJson } from "./read-json.ts";
import { alignedTable } from "./terminal.ts";

/** Scripts may rely on these. */
const EXIT_CODES = {
  proven: 0,
  refuted: 1,
  undecided: 2,
  /** Nothing was checked: the command line is wrong, or the data cannot be loaded. */
  unusable: 3,
  consistent: 4,
} as const satisfies Readonly<Record<Verdict | "unusable", number>>;

const USAGE = `Usage: npm run -s verify -- FILE|URL [--base-url URL] [--key HEX]... [--kept FILE|URL]
       [--chain FILE|URL]
       npm run -s verify -- day SLUG DATE --base-url URL [--key HEX]... [--chain FILE|URL]

  Checks one round and prints the result of each check with its reason. With \`day\` it checks a UTC
  day: its header, and every finished round with its entry in the house's results, from which bets
  are paid.

  FILE is a proof saved on the page /verify/, or a record; URL is the URL of a record, such as
  https://games.example.com/embed/baccarat/api/rounds/521999. Header and keys come from the same
  service. The keys inside a saved proof are ignored, since anyone can forge them. Pass --key
  with a key you trust, or --base-url with the house's URL.

  --base-url  the house whose keys and results are used
  --key       a pinned public key; no other key is then trusted
  --kept      the round's record as you saved it while bets were open; needed for \`proven\`
  --chain     a trusted chain in addition to drand quicknet: the response from its /info

  Exit codes:
    0  everything is proven
    1  a check failed
    2  no check failed, but some could not be run
    3  nothing could be checked
    4  every check passed, but you have only the house's word that it
       published in time (see --kept)`;

const LEGEND =
  "pass: correct; fail: wrong; word: you have only the house's word; open: not known yet; none: not needed, or not requested.";

const MAX_SHOWN = 5;

export const verifyCommand: Command = { usage: USAGE, run, faultCode: EXIT_CODES.unusable };

async function run(args: string[], { stdout, now = Date.now }: CommandIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      "base-url": { type: "string" },
      kept: { type: "string" },
      key: { type: "string", multiple: true, default: [] },
      chain: { type: "string", multiple: true, default: [] },
    },
  });
  if (!values.key.every((key) => isHex(key, 32))) {
    throw new UsageError("--key must be 64 hexadecimal digits.");
  }
  const house = houseUrl(values["base-url"]);
  const chains = [QUICKNET, ...(await Promise.all(values.chain.map(readChainFrom)))];
  if (positionals[0] === "day") {
    const [, game = "", date = "", ...others] = positionals;
    const isDay = findGame(game) !== undefined && dayOfDate(date) !== null;
    if (house === undefined || others.length > 0 || !isDay) {
      throw new UsageError(
        "Specify a game and a UTC day such as 2026-07-01, and pass --base-url with the house's URL.",
      );
    }
    const options = { game, keys: values.key, chains };
    const day = await checkDay(houseClient(house), options, date, now());
    stdout.write(reportDay(day, `${date} of ${game}`));
    return EXIT_CODES[day.verdict];
  }
  const [source, ...others] = positionals;
  if (source === undefined || others.length > 0) {
    throw new UsageError("Specify one file or URL.");
  }
  const kept = values.kept === undefined ? undefined : await readJson(values.kept);
  const { verdict, checks } = await loadSources(source, values.key, house).then(
    (sources) => verify({ ...sources, chains, kept }),
    (error: unknown) => {
      if (error instanceof NotCovered) {
        return notCovered(error.firstRound);
      }
      throw error;
    },
  );
  stdout.write(report(checks));
  return EXIT_CODES[verdict];
}

/** Checks a house's URL, and returns it without a trailing slash. */
function houseUrl(text: string | undefined): string | undefined {
  const url = text === undefined ? undefined : URL.parse(text);
  if (url === null || (url && (!/^https?:$/.test(url.protocol) || url.search || url.hash))) {
    throw new UsageError("--base-url must be a URL such as https://games.example.com.");
  }
  return url?.href.replace(/\/+$/, "");
}

/**
 * Loads a record and the data for checking it. The header comes from a saved proof or from the house. Keys come from
 * the house, never from a saved proof: a forger would forge its keys too.
 *
 * @param source a file or URL.
 * @param pinned the keys that the user trusts, 64 hex digits each.
 * @param baseUrl the house that the user named, without a trailing slash.
 * @throws NotCovered for a round that is older than the first header; StartError with a message when something cannot
 * be loaded.
 */
async function loadSources(
  source: string,
  pinned: readonly string[],
  baseUrl: string | undefined,
): Promise<Omit<RoundSources, "chains">> {
  const url = isUrl(source) ? URL.parse(source) : null;
  const [, slug, round] =
    /^\/embed\/(\w+)\/api\/rounds\/([1-9]\d{0,14})$/.exec(url?.pathname ?? "") ?? [];
  const value =
    url === null || slug === undefined || round === undefined
      ? await readJson(source)
      : await loadRecord(houseClient(url.origin), slug, round);
  const { record, header: saved, isSavedProof } = readProofOrRecord(value);
  const read = isSavedProof
    ? readOrNull(() => readRecord(record))
    : readAs("a record", source, () => readRecord(record));
  if (round !== undefined && (read?.game !== slug || String(read?.round) !== round)) {
    // The proof of another round may be valid, but does not prove this one.
    throw new StartError(`${source} did not return the requested round.`);
  }
  // A saved proof does not belong to a house.
  const houseAt = baseUrl ?? (isSavedProof ? undefined : url?.origin);
  const house = houseAt === undefined ? null : houseClient(houseAt);
  if (house === null && !isSavedProof) {
    throw new UsageError("A record alone proves little. Pass --base-url with the house's URL.");
  }
  const header = isSavedProof || read === null ? saved : await house?.get(headerPath(read));
  return {
    record,
    header,
    keys: { pinned, shown: pinned.length > 0 || house === null ? [] : await loadKeys(house) },
    ...(house && (await loadDayBefore(house, header))),
    ...(house && read && (await loadEntry(house, read))),
  };
}

async function readChainFrom(source: string): Promise<BeaconChain> {
  const value = await readJson(source);
  return readAs("a chain", source, () => readChain(value));
}

/** @throws StartError if `read` finds a malformed field. */
function readAs<T>(what: string, source: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof FieldError
      ? new StartError(`${source} is not ${what}: ${error.message}`, { cause: error })
      : error;
  }
}

function reportDay({ verdict, header, rounds }: DayVerification, title: string): string {
  const badRounds = rounds.filter(
    (round) => round.verdict === "refuted" || round.verdict === "undecided",
  );
  const missingRow = ["open", "Record", "The house has no record of it."];
  const rows = badRounds.toSorted((a, b) => a.verdict.localeCompare(b.verdict)).slice(0, MAX_SHOWN);
  const lines = rows.flatMap(({ round, checks }) => {
    const faults = checks.filter(({ status }) => status === "fail" || status === "open");
    const cells = faults.length > 0 ? faults.map(cellsOf) : [missingRow];
    return cells.map((row) => [`${round}`, ...row]);
  });
  const refuted = badRounds.filter((round) => round.verdict === "refuted").length;
  const count = `${rounds.length - badRounds.length} right, ${badRounds.length - refuted} undecided, ${refuted} refuted`;
  return `${alignedTable(header.map(cellsOf))}${alignedTable(lines)}${LEGEND}\n${title}: ${verdict}. Finished rounds: ${count}.\n`;
}

function cellsOf(check: Check): string[] {
  return [check.status, en.checks[check.name], explain(check, en)];
}

function report(checks: readonly Check[]): string {
  const notes = caveats(checks).map((check) => {
    const remedy = " (--key HEX, or --base-url with the house's URL.)";
    return `${explain(check, en)}${check.reason === "key-unknown" ? remedy : ""}\n`;
  });
  const verdict = en.verdicts[overallVerdict(checks)];
  return `${alignedTable(checks.map(cellsOf))}${LEGEND}\n\n${verdict}\n${notes.join("")}`;
}

if (import.meta.main) {
  await runProgram(verifyCommand);
}
