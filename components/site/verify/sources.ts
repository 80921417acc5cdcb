import type { RoundSources } from "../../../src/fairness/check-round.ts";
import {
  loadDayBefore,
  loadEntry,
  loadKeys,
  loadRecord,
  readProofOrRecord,
} from "../../../src/fairness/house-sources.ts";
import type { HouseClient } from "../../../src/fairness/house-sources.ts";
import { headerPath, recordPath } from "../../../src/fairness/paths.ts";
import { FieldError, readRecord } from "../../../src/fairness/read-untrusted.ts";
import { isRevealed } from "../../../src/fairness/record.ts";
import type { OpenRecord, RoundRecord } from "../../../src/fairness/record.ts";

/** The sources for checking a round, as far as they could be loaded. */
export interface LoadedSources extends Pick<RoundSources, "dayBefore" | "entry" | "kept"> {
  readonly record: unknown;
  readonly header: unknown;
  /** The house's current keys, never a saved proof's keys, which can be forged. */
  readonly keys: readonly string[];
}

/** The reason why a round cannot be checked. The message is the house's own, if it gave one. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  readonly kind: "noRecord" | "unavailable" | "otherRound";
  /** The HTTP status of the error response, if there was one. */
  readonly status: number | undefined;

  constructor(kind: SourceError["kind"], why = "", status?: number) {
    super(why);
    this.kind = kind;
    this.status = status;
  }
}

/** Fetches a round's proof from a house. Throws a {@link SourceError}, or NotCovered. */
export async function loadFromHouse(
  url: string,
  slug: string,
  round: string,
): Promise<LoadedSources> {
  const house = houseAt(url);
  const result = await loadRecord(house, slug, round);
  const record = requireRecord(result);
  // Another round's proof can be valid, but does not prove the requested round.
  if (record.game !== slug || String(record.round) !== round) {
    throw new SourceError("otherRound");
  }
  return complete(result, record, house);
}

/**
 * Reads a saved proof, or a record, whose header and keys are then fetched from the house.
 * Throws a {@link SourceError}.
 */
export async function loadFromText(text: string, url: string): Promise<LoadedSources> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SourceError("noRecord");
  }
  const { record, header, isSavedProof } = readProofOrRecord(value);
  if (!isSavedProof) {
    return loadPasted(record, houseAt(url));
  }
  // Without a network, the house's keys are unknown.
  const keys = await shownKeys(url).catch(() => []);
  return { record, header, keys };
}

/** Loads the sources for a pasted record. An open round's record is compared with the house's current record. */
async function loadPasted(result: unknown, house: HouseClient): Promise<LoadedSources> {
  const record = requireRecord(result);
  if (!isRevealed(record)) {
    const today = await house.get(recordPath(record.game, record.round)).catch(() => null);
    const read = today === null ? null : requireRecord(today);
    if (read?.game === record.game && read.round === record.round && isRevealed(read)) {
      return { ...(await complete(today, read, house)), kept: result };
    }
  }
  return complete(result, record, house);
}

/** A house's current keys; none if its response is invalid. */
export async function shownKeys(url: string): Promise<readonly string[]> {
  return loadKeys(houseAt(url));
}

function requireRecord(record: unknown): OpenRecord | RoundRecord {
  try {
    return readRecord(record);
  } catch (error) {
    throw error instanceof FieldError ? new SourceError("noRecord") : error;
  }
}

async function complete(
  result: unknown,
  record: OpenRecord | RoundRecord,
  house: HouseClient,
): Promise<LoadedSources> {
  const [header, keys] = await Promise.all([house.get(headerPath(record)), loadKeys(house)]);
  return {
    record: result,
    header,
    keys,
    // Without the previous day, the publication check remains open.
    ...(await loadDayBefore(house, header).catch(() => ({}))),
    ...(await loadEntry(house, record)),
  };
}

function houseAt(url: string): HouseClient {
  return {
    get: (path) => getJson(url + path),
    isMissing: (error) => error instanceof SourceError && error.status === 404,
  };
}

async function getJson(url: string): Promise<unknown> {
  let response: Response;
  let value: unknown;
  try {
    response = await fetch(url, { referrerPolicy: "no-referrer" });
    value = await response.json();
  } catch {
    throw new SourceError("unavailable", url);
  }
  if (!response.ok) {
    const detail = String((value as { detail?: unknown }).detail ?? url);
    throw new SourceError("unavailable", detail, response.status);
  }
  return value;
}
