import { findGame } from "../games/index.ts";
import { chainHash } from "./chain.ts";
import type { BeaconChain } from "./chain.ts";
import { VERSION } from "./header.ts";
import type { SignedHeader } from "./header.ts";
import type { OpenRecord, RoundRecord } from "./record.ts";
import { dayOfDate } from "./utc-day.ts";

/*
 * Reads untrusted JSON. Code that uses the results can rely on the shape of headers and records, but not on their
 * truth.
 */

/** Thrown for a missing or invalid field. */
export class FieldError extends Error {
  override readonly name = "FieldError";
  readonly field: string;

  constructor(field: string) {
    super(`"${field}" is missing or invalid.`);
    this.field = field;
  }
}

/** Returns the value, or null if reading throws a {@link FieldError}. */
export function readOrNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof FieldError) {
      return null;
    }
    throw error;
  }
}

/** Whether a value is a string of `bytes` bytes in lower-case hex digits, the only accepted form. */
export function isHex(text: unknown, bytes: number): text is string {
  return typeof text === "string" && text.length === 2 * bytes && /^[0-9a-f]*$/.test(text);
}

type Fields = Readonly<Record<string, unknown>>;

function readFields(value: unknown, name: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new FieldError(name);
  }
  return value as Fields;
}

const has = (fields: Fields, name: string) => Object.hasOwn(fields, name);

function readField<T>(fields: Fields, name: string, isValid: (value: unknown) => value is T): T {
  const value = has(fields, name) ? fields[name] : undefined;
  if (!isValid(value)) {
    throw new FieldError(name);
  }
  return value;
}

function readHex(fields: Fields, name: string, bytes: number): string {
  return readField(fields, name, (value) => isHex(value, bytes));
}

function readWhole(fields: Fields, name: string, min: number, max: number): number {
  return readField(fields, name, (value) => isWhole(value, min, max));
}

function isWhole(value: unknown, min: number, max: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
}

const MAX_U32 = 2 ** 32 - 1;
const MAX_U53 = Number.MAX_SAFE_INTEGER;
/** The last instant that a Date can represent, epoch ms. */
const LAST_MS = 8_640_000_000_000_000;
/** The largest round number; every later round would start after `LAST_MS`. */
export const LAST_ROUND = 100_000_000_000;

const isGame = (value: unknown): value is string =>
  typeof value === "string" && findGame(value) !== undefined;
const isVersion = (value: unknown): value is typeof VERSION => value === VERSION;

/** Reads a signed header from JSON. Throws a {@link FieldError}. */
export function readHeader(value: unknown): SignedHeader {
  const header = readFields(value, "header");
  const version = readField(header, "version", isVersion);
  const entropy = readField(header, "entropy", (text) => text === "seed" || text === "drand");
  return {
    version,
    game: readField(header, "game", isGame),
    date: readField(
      header,
      "date",
      (date): date is string => typeof date === "string" && dayOfDate(date) !== null,
    ),
    firstRound: readWhole(header, "firstRound", 1, LAST_ROUND),
    count: readWhole(header, "count", 1, MAX_U32),
    intervalMs: readWhole(header, "intervalMs", 1, MAX_U32),
    closesMs: readWhole(header, "closesMs", 1, MAX_U32),
    entropy,
    chain: readField(
      header,
      "chain",
      entropy === "seed" ? (chain) => chain === null : (chain) => isHex(chain, 32),
    ),
    root: readHex(header, "root", 32),
    publishedAt: readWhole(header, "publishedAt", 0, LAST_MS),
    key: readHex(header, "key", 32),
    signature: readHex(header, "signature", 64),
  };
}

const isHexList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((hash) => isHex(hash, 32));

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Reads a record, open or revealed, from JSON. Throws a {@link FieldError}. */
export function readRecord(value: unknown): OpenRecord | RoundRecord {
  const record = readFields(value, "record");
  const version = readField(record, "version", isVersion);
  const open: OpenRecord = {
    version,
    game: readField(record, "game", isGame),
    round: readWhole(record, "round", 1, LAST_ROUND),
    headerHash: readHex(record, "headerHash", 32),
    commitment: readHex(record, "commitment", 32),
    closesAt: readWhole(record, "closesAt", 0, LAST_MS),
    drandRound: readField(record, "drandRound", (n) => n === null || isWhole(n, 1, MAX_U53)),
  };
  // A record with only some of these fields is invalid, not open.
  if (!["seed", "proof", "beacon", "outcome"].some((name) => has(record, name))) {
    return open;
  }
  return {
    ...open,
    seed: readHex(record, "seed", 32),
    proof: readField(record, "proof", isHexList),
    beacon: readField(record, "beacon", (value) => value === null || isHex(value, 48)),
    outcome: readField(record, "outcome", isObject),
  };
}

/**
 * Reads a chain, as relays describe it, from JSON. Throws a {@link FieldError}, including if its hash does not match
 * its other fields, because then anyone could have chosen the key.
 */
export function readChain(value: unknown): BeaconChain {
  const fields = readFields(value, "chain");
  const chain: BeaconChain = {
    hash: readHex(fields, "hash", 32),
    public_key: readHex(fields, "public_key", 96),
    genesis_time: readWhole(fields, "genesis_time", 0, MAX_U32),
    period: readWhole(fields, "period", 1, MAX_U32),
    groupHash: readHex(fields, "groupHash", 32),
    metadata: { beaconID: readBeaconId(fields) },
  };
  if (chainHash(chain) !== chain.hash) {
    throw new FieldError("hash");
  }
  return chain;
}

function readBeaconId(fields: Fields): string {
  const isId = (id: unknown): id is string => typeof id === "string" && id.length <= 100;
  return has(fields, "metadata")
    ? readField(readFields(fields["metadata"], "metadata"), "beaconID", isId)
    : "default";
}

/** Reads public keys from JSON such as /fairness/keys.json: `{ keys: ["…"] }`. Throws a {@link FieldError}. */
export function readKeys(value: unknown): string[] {
  return readField(readFields(value, "keys"), "keys", (keys): keys is string[] => isHexList(keys));
}

/**
 * Reads the first round of a game that a house covers, from JSON such as /fairness/keys.json; null if there is none.
 */
export function readFirstRound(value: unknown, slug: string): number | null {
  const { firstRounds } = Object(value) as { readonly firstRounds?: unknown };
  const round = (Object(firstRounds) as Readonly<Record<string, unknown>>)[slug];
  return isWhole(round, 1, LAST_ROUND) ? round : null;
}
