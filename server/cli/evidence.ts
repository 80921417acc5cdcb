import type { BeaconChain } from "../../src/fairness/chain.ts";
import { isInTime } from "../../src/fairness/check-header.ts";
import type { SigningKeys } from "../../src/fairness/check-header.ts";
import { roundOfEntry } from "../../src/fairness/history-entry.ts";
import {
  entryPath,
  headerOfDayPath,
  headerPath,
  KEYS_PATH,
  recordPath,
} from "../../src/fairness/paths.ts";
import {
  FieldError,
  readChain,
  readHeader,
  readKeys,
  readRecord,
} from "../../src/fairness/read.ts";
import { isRevealed } from "../../src/fairness/record.ts";
import type { OpenRecord, RoundRecord } from "../../src/fairness/record.ts";
import { dayOfDate } from "../../src/fairness/utc-day.ts";
import type { Evidence } from "../../src/fairness/verify.ts";
import { StartError } from "../runtime/start-error.ts";
import { UsageError } from "./command.ts";
import { isAddress, NotHadError, readJson } from "./read-json.ts";

/*
 * Fetches what a round is checked with. A source is a file, or an address of http or https.
 */

/** What whoever checks says besides the record. */
export interface Given {
  /** Where the header is, when not with the record. */
  readonly header: string | undefined;
  /** The pinned keys, 64 hex digits each. */
  readonly keys: readonly string[];
  /** The house that is asked about a proof from elsewhere, without a slash at the end. */
  readonly house: string | undefined;
}

/**
 * Gathers what belongs to a record. Its header comes with a saved proof, else from the house that
 * told the record, else it must be given. Keys come from a house that whoever checks has named, never
 * out of a saved proof: who forges one forges its keys as well.
 *
 * @throws StartError when something cannot be had, in words.
 */
export async function gatherEvidence(
  source: string,
  given: Given,
): Promise<Omit<Evidence, "chains">> {
  const found = await readJson(source);
  const proof = asFields(found);
  const isSaved = Object.hasOwn(proof, "record");
  const record = isSaved ? proof["record"] : found;
  const house = given.house ?? (isSaved ? undefined : houseOf(source));
  if (!isSaved) {
    requireAsked(source, record);
  }
  const header = await gatherHeader(given.header, proof["header"], house, record);
  return {
    record,
    header,
    keys: await gatherKeys(given.keys, house),
    ...(house === undefined ? {} : await gatherFromHouse(house, record, header)),
  };
}

/** The house that tells a record at an address; a file has none. */
function houseOf(source: string): string | undefined {
  return isAddress(source) ? new URL(source).origin : undefined;
}

/** A house that is asked for one round must not answer with another, however well that one is proven. */
function requireAsked(source: string, record: unknown): void {
  const { game, round } = asFields(record);
  const path = isAddress(source) ? new URL(source).pathname : null;
  if (path?.startsWith("/embed/") && path !== recordPath(String(game), String(round))) {
    throw new StartError(`${source} does not tell the round that was asked for.`);
  }
}

async function gatherHeader(
  given: string | undefined,
  saved: unknown,
  house: string | undefined,
  record: unknown,
): Promise<unknown> {
  if (given !== undefined) {
    return readJson(given);
  }
  if (saved !== undefined) {
    return saved;
  }
  if (house === undefined) {
    throw new UsageError(
      "A record by itself says little: give its --header, or the --base-url of the house.",
    );
  }
  return readJson(`${house}${pathOfHeader(record)}`);
}

/** Where the header of a record's day is published. */
function pathOfHeader(record: unknown): string {
  try {
    return headerPath(readRecord(record));
  } catch (error) {
    throw error instanceof FieldError
      ? new StartError(`That is no record: ${error.message}`, { cause: error })
      : error;
  }
}

async function gatherKeys(
  pinned: readonly string[],
  house: string | undefined,
): Promise<SigningKeys> {
  if (pinned.length > 0 || house === undefined) {
    return { pinned, shown: [] };
  }
  return { pinned, shown: readKeys(await readJson(`${house}${KEYS_PATH}`)) };
}

/** What only the house can say: of the day before, where that counts, and of the round's result. */
async function gatherFromHouse(
  house: string,
  record: unknown,
  header: unknown,
): Promise<Pick<Evidence, "dayBefore" | "entry">> {
  let readable: OpenRecord | RoundRecord;
  try {
    readable = readRecord(record);
    readHeader(header);
  } catch (error) {
    if (!(error instanceof FieldError)) {
      throw error;
    }
    // The check of the format says so; there is nothing to ask for.
    return {};
  }
  return {
    ...(await gatherDayBefore(house, header)),
    ...(isRevealed(readable) ? { entry: await entryOf(house, readable) } : {}),
  };
}

/** The header of the day before one that came late: it tells whether that may be. */
async function gatherDayBefore(
  house: string,
  value: unknown,
): Promise<Pick<Evidence, "dayBefore">> {
  const header = readHeader(value);
  return isInTime(header)
    ? {}
    : { dayBefore: await headerOr404(house, header.game, (dayOfDate(header.date) as number) - 1) };
}

/** The header of a day; null when the house says that it published none. */
export async function headerOr404(house: string, slug: string, day: number): Promise<unknown> {
  try {
    return await readJson(`${house}${headerOfDayPath(slug, day)}`);
  } catch (error) {
    if (error instanceof NotHadError && error.status === 404) {
      return null;
    }
    throw error;
  }
}

/** The entry of a round in the house's results; null when it has none. */
async function entryOf(house: string, { game, round }: OpenRecord): Promise<unknown> {
  const entries = await readJson(`${house}${entryPath(game, round)}`);
  const [entry] = Array.isArray(entries) ? (entries as unknown[]) : [];
  return roundOfEntry(entry) === round ? entry : null;
}

/** A chain as its relays tell it (`/info`), from a file or an address. */
export async function readChainFrom(source: string): Promise<BeaconChain> {
  try {
    return readChain(await readJson(source));
  } catch (error) {
    throw error instanceof FieldError
      ? new StartError(`${source} tells no chain: ${error.message}`, { cause: error })
      : error;
  }
}

function asFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
