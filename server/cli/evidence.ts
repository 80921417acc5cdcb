import { readFile } from "node:fs/promises";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import { headerPath, KEYS_PATH } from "../../src/fairness/paths.ts";
import { FieldError, readChain, readKeys, readRecord } from "../../src/fairness/read.ts";
import type { Evidence, SigningKeys } from "../../src/fairness/verify.ts";
import { StartError } from "../start-error.ts";
import { UsageError } from "./command.ts";

/*
 * Fetches what a round is checked with. A source is a file, or an address of http or https.
 */

/** What whoever checks says besides the record. */
export interface Given {
  /** Where the header is, when not with the record. */
  readonly header: string | undefined;
  /** The pinned keys, 64 hex digits each. */
  readonly keys: readonly string[];
}

/** How long an address may take to answer. */
const PATIENCE_MS = 30_000;

/**
 * Gathers what belongs to a record: its header and keys come with it in a saved proof, else from the
 * service that told the record, else they must be given.
 *
 * @throws StartError when something cannot be had, in words.
 */
export async function gatherEvidence(
  source: string,
  given: Given,
): Promise<Omit<Evidence, "chains">> {
  const found = await readJson(source);
  const proof = asFields(found);
  const saved = Object.hasOwn(proof, "record");
  const record = saved ? proof["record"] : found;
  const house = isAddress(source) ? new URL(source).origin : null;
  return {
    record,
    header: await gatherHeader(given.header, proof["header"], house, record),
    keys: await gatherKeys(given.keys, saved ? proof["keys"] : undefined, house),
  };
}

async function gatherHeader(
  given: string | undefined,
  saved: unknown,
  house: string | null,
  record: unknown,
): Promise<unknown> {
  if (given !== undefined) {
    return readJson(given);
  }
  if (saved !== undefined) {
    return saved;
  }
  if (house === null) {
    throw new UsageError("A record by itself says little: give its --header too.");
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
  saved: unknown,
  house: string | null,
): Promise<SigningKeys> {
  if (pinned.length > 0) {
    return { pinned, shown: [] };
  }
  if (saved !== undefined) {
    return { pinned, shown: readKeys({ keys: saved }) };
  }
  return {
    pinned,
    shown: house === null ? [] : readKeys(await readJson(`${house}${KEYS_PATH}`)),
  };
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

function isAddress(source: string): boolean {
  return /^https?:\/\//.test(source);
}

/** JSON out of a file or from an address. */
export async function readJson(source: string): Promise<unknown> {
  const text = isAddress(source) ? await download(source) : await load(source);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartError(`${source} is no JSON.`, { cause: error });
  }
}

async function load(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new StartError(`The file ${file} cannot be read.`, { cause: error });
  }
}

async function download(address: string): Promise<string> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    text = await response.text();
  } catch (error) {
    throw new StartError(`${address} does not answer.`, { cause: error });
  }
  if (!response.ok) {
    throw new StartError(`${address} answers ${response.status}: ${detailOf(text)}`);
  }
  return text;
}

/** What a refusal says, when it says it as our own do. */
function detailOf(text: string): string {
  try {
    return String(asFields(JSON.parse(text))["detail"] ?? text.slice(0, 200));
  } catch {
    return text.slice(0, 200);
  }
}
