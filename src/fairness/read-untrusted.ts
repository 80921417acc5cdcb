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

/** The value read, or null if reading throws a {@link FieldError}. */
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

/** Reads the fields of an object. Throws a {@link FieldError} for an invalid one. */
class Reader {
  readonly #fields: Fields;

  constructor(value: unknown, name: string) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw new FieldError(name);
    }
    this.#fields = value as Fields;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#fields, name);
  }

  /** The field's value, if it is valid. */
  read<T>(name: string, isRight: (value: unknown) => value is T): T {
    const value = this.has(name) ? this.#fields[name] : undefined;
    if (!isRight(value)) {
      throw new FieldError(name);
    }
    return value;
  }

  hex(name: string, bytes: number): string {
    return this.read(name, (value) => isHex(value, bytes));
  }

  hexOrNull(name: string, bytes: number): string | null {
    return this.read(name, (value) => value === null || isHex(value, bytes));
  }

  /** A whole number from `min` to `max`. */
  whole(name: string, min: number, max: number): number {
    return this.read(name, (value) => isWhole(value, min, max));
  }
}

function isWhole(value: unknown, min: number, max: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
}

const MAX_U32 = 2 ** 32 - 1;
const MAX_U53 = Number.MAX_SAFE_INTEGER;
/** The last instant that a Date can represent, epoch ms. */
const LAST_MS = 8_640_000_000_000_000;
/** The largest round number; every later round would start after `LAST_MS`. */
const LAST_ROUND = 100_000_000_000;

const isGame = (value: unknown): value is string =>
  typeof value === "string" && findGame(value) !== undefined;
const isVersion = (value: unknown): value is typeof VERSION => value === VERSION;

/** Reads a signed header from JSON. Throws a {@link FieldError}. */
export function readHeader(value: unknown): SignedHeader {
  const header = new Reader(value, "header");
  const version = header.read("version", isVersion);
  const entropy = header.read("entropy", (text) => text === "seed" || text === "drand");
  return {
    version,
    game: header.read("game", isGame),
    date: header.read(
      "date",
      (date): date is string => typeof date === "string" && dayOfDate(date) !== null,
    ),
    firstRound: header.whole("firstRound", 1, LAST_ROUND),
    count: header.whole("count", 1, MAX_U32),
    intervalMs: header.whole("intervalMs", 1, MAX_U32),
    closesMs: header.whole("closesMs", 1, MAX_U32),
    entropy,
    chain: header.read(
      "chain",
      entropy === "seed" ? (chain) => chain === null : (chain) => isHex(chain, 32),
    ),
    root: header.hex("root", 32),
    publishedAt: header.whole("publishedAt", 0, LAST_MS),
    key: header.hex("key", 32),
    signature: header.hex("signature", 64),
  };
}

const isHexList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((hash) => isHex(hash, 32));

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Reads a record, open or revealed, from JSON. Throws a {@link FieldError}. */
export function readRecord(value: unknown): OpenRecord | RoundRecord {
  const record = new Reader(value, "record");
  const version = record.read("version", isVersion);
  const open: OpenRecord = {
    version,
    game: record.read("game", isGame),
    round: record.whole("round", 1, LAST_ROUND),
    headerHash: record.hex("headerHash", 32),
    commitment: record.hex("commitment", 32),
    closesAt: record.whole("closesAt", 0, LAST_MS),
    drandRound: record.read("drandRound", (n) => n === null || isWhole(n, 1, MAX_U53)),
  };
  // A record with only some of these fields is invalid, not open.
  if (!["seed", "proof", "beacon", "outcome"].some((name) => record.has(name))) {
    return open;
  }
  return {
    ...open,
    seed: record.hex("seed", 32),
    proof: record.read("proof", isHexList),
    beacon: record.hexOrNull("beacon", 48),
    outcome: record.read("outcome", isObject),
  };
}

/**
 * Reads a chain, as relays describe it, from JSON. Throws a {@link FieldError}, including if its hash does not match its
 * other fields, because then anyone could have chosen the key.
 */
export function readChain(value: unknown): BeaconChain {
  const fields = new Reader(value, "chain");
  const chain: BeaconChain = {
    hash: fields.hex("hash", 32),
    public_key: fields.hex("public_key", 96),
    genesis_time: fields.whole("genesis_time", 0, MAX_U32),
    period: fields.whole("period", 1, MAX_U32),
    groupHash: fields.hex("groupHash", 32),
    metadata: { beaconID: readBeaconId(fields) },
  };
  if (chainHash(chain) !== chain.hash) {
    throw new FieldError("hash");
  }
  return chain;
}

function readBeaconId(fields: Reader): string {
  const isId = (id: unknown): id is string => typeof id === "string" && id.length <= 100;
  return fields.has("metadata")
    ? new Reader(fields.read("metadata", isObject), "metadata").read("beaconID", isId)
    : "default";
}

/** Reads public keys from JSON such as that at /fairness/keys.json: `{ keys: ["…"] }`. Throws a {@link FieldError}. */
export function readKeys(value: unknown): string[] {
  return new Reader(value, "keys").read("keys", (keys): keys is string[] => isHexList(keys));
}

/** Reads the first round of a game that a house covers, from JSON such as that at /fairness/keys.json; null if there is none. */
export function readFirstRound(value: unknown, slug: string): number | null {
  const { firstRounds } = Object(value) as { readonly firstRounds?: unknown };
  const round = (Object(firstRounds) as Readonly<Record<string, unknown>>)[slug];
  return isWhole(round, 1, LAST_ROUND) ? round : null;
}
