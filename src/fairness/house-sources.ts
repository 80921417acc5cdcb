import { isInTime } from "./check-header.ts";
import type { RoundSources } from "./check-round.ts";
import { entryPath, headerOfDayPath, KEYS_PATH, recordPath } from "./paths.ts";
import { readFirstRound, readHeader, readKeys, readOrNull } from "./read-untrusted.ts";
import { isRevealed } from "./record.ts";
import type { OpenRecord, RoundRecord } from "./record.ts";
import { entryRound } from "./results-entry.ts";
import { dayOfDate } from "./utc-day.ts";

/*
 * Fetches sources that only the house has. The verify page and the verify command share this code, with different
 * clients.
 */

export interface HouseClient {
  /** The JSON at one of the house's paths, such as `/fairness/keys.json`. Rejects if it is unavailable. */
  get(path: string): Promise<unknown>;
  /** Whether an error from `get` means that the house has nothing at that path. */
  isMissing(error: unknown): boolean;
}

/** A house's public keys; none if its response is invalid, so that the signer counts as unknown. */
export async function loadKeys(house: HouseClient): Promise<string[]> {
  const shown = await house.get(KEYS_PATH);
  return readOrNull(() => readKeys(shown)) ?? [];
}

/** The first round of a game that a house claims to cover; null if the house names none. */
export async function loadFirstRound(house: HouseClient, slug: string): Promise<number | null> {
  return readFirstRound(await house.get(KEYS_PATH), slug);
}

/** Thrown for a round before the house's first header, which has no record. */
export class NotCovered extends Error {
  override readonly name = "NotCovered";
  /** The first round of the game that the house covers. */
  readonly firstRound: number;

  constructor(firstRound: number) {
    super(`Records start at round ${firstRound}. Choose that round or a later one.`);
    this.firstRound = firstRound;
  }
}

/**
 * A round record. Throws {@link NotCovered}, or whatever `get` throws.
 *
 * @param round unvalidated.
 */
export async function loadRecord(
  house: HouseClient,
  slug: string,
  round: number | string,
): Promise<unknown> {
  try {
    return await house.get(recordPath(slug, encodeURIComponent(round)));
  } catch (error) {
    const mayBeOlder = house.isMissing(error) && /^[1-9]\d*$/.test(String(round));
    const firstRound = mayBeOlder ? await loadFirstRound(house, slug) : null;
    throw firstRound !== null && Number(round) < firstRound ? new NotCovered(firstRound) : error;
  }
}

/** A game's header for a UTC day; null if the house says it published none. */
export async function loadHeaderOfDay(
  house: HouseClient,
  slug: string,
  day: number,
): Promise<unknown> {
  try {
    return await house.get(headerOfDayPath(slug, day));
  } catch (error) {
    if (house.isMissing(error)) {
      return null;
    }
    throw error;
  }
}

/**
 * The previous day's header; null if there is none. Omitted if it is not needed, because `value` (any JSON) is not a
 * header, or is one that was published in time.
 */
export async function loadDayBefore(
  house: HouseClient,
  value: unknown,
): Promise<Pick<RoundSources, "dayBefore">> {
  const header = readOrNull(() => readHeader(value));
  if (header === null || isInTime(header)) {
    return {};
  }
  const firstRound = await loadFirstRound(house, header.game);
  if (firstRound !== null && firstRound >= header.firstRound) {
    // The header is the first one. Requesting an earlier one would log an error in the browser.
    return { dayBefore: null };
  }
  const day = dayOfDate(header.date) as number;
  return { dayBefore: await loadHeaderOfDay(house, header.game, day - 1) };
}

/** A round's entry in the house's results; null if there is none, and omitted before the result. */
export async function loadEntry(
  house: HouseClient,
  record: OpenRecord | RoundRecord,
): Promise<Pick<RoundSources, "entry">> {
  if (!isRevealed(record)) {
    return {};
  }
  const entries = await house.get(entryPath(record.game, record.round));
  const [entry] = Array.isArray(entries) ? (entries as unknown[]) : [];
  return { entry: entryRound(entry) === record.round ? entry : null };
}

/**
 * Splits a JSON value into record and header, which is undefined for a record alone. The keys in a saved proof are
 * ignored, because a forger would also forge them.
 */
export function readProofOrRecord(value: unknown) {
  const fields = Object(value) as Readonly<Record<string, unknown>>;
  return Object.hasOwn(fields, "record")
    ? { record: fields["record"], header: fields["header"], isSavedProof: true }
    : { record: value, header: undefined, isSavedProof: false };
}
