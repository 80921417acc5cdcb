import { isInTime } from "../../src/fairness/check-header.ts";
import { roundOfEntry } from "../../src/fairness/history-entry.ts";
import {
  entryPath,
  headerOfDayPath,
  headerPath,
  KEYS_PATH,
  recordPath,
} from "../../src/fairness/paths.ts";
import { FieldError, readHeader, readKeys, readRecord } from "../../src/fairness/read.ts";
import { isRevealed } from "../../src/fairness/record.ts";
import type { OpenRecord, RoundRecord } from "../../src/fairness/record.ts";
import { dayOfDate } from "../../src/fairness/utc-day.ts";
import type { Evidence } from "../../src/fairness/verify.ts";

/** What a proof is made of, as far as it was had. */
export interface Proof extends Pick<Evidence, "dayBefore" | "entry"> {
  readonly record: unknown;
  readonly header: unknown;
  /** Those that the house shows now. What came with a saved proof is none: it may be made up. */
  readonly keys: readonly string[];
}

/** What stands in the way of a check, in words of the page or of the house. */
export class Obstacle extends Error {
  override readonly name = "Obstacle";
  readonly kind: "noJson" | "noRecord" | "notHad" | "otherRound";
  /** The status of the answer that was refused, if there was one. */
  readonly status: number | undefined;

  constructor(kind: Obstacle["kind"], why = "", status?: number) {
    super(why);
    this.kind = kind;
    this.status = status;
  }
}

/** Asks a house for all that proves a round. Throws an {@link Obstacle}. */
export async function proofFromHouse(house: string, slug: string, round: string): Promise<Proof> {
  const told = await getJson(house + recordPath(slug, encodeURIComponent(round)));
  const record = readable(told);
  // Another round's proof may well hold, and says nothing of the one that was asked for.
  if (record.game !== slug || String(record.round) !== round) {
    throw new Obstacle("otherRound");
  }
  return complete(told, record, house);
}

/**
 * The proof in a text: a saved one, or a record, whose header and keys the house has to tell.
 * Throws an {@link Obstacle}.
 */
export async function proofFromText(text: string, house: string): Promise<Proof> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Obstacle("noJson");
  }
  const fields = Object(value) as Readonly<Record<string, unknown>>;
  if (!Object.hasOwn(fields, "record")) {
    return complete(value, readable(value), house);
  }
  const { record, header } = fields;
  // From a disk and without a network there is no house to ask: then the key is not known.
  const keys = await shownKeys(house).catch(() => []);
  return { record, header, keys };
}

function readable(record: unknown): OpenRecord | RoundRecord {
  try {
    return readRecord(record);
  } catch (error) {
    throw error instanceof FieldError ? new Obstacle("noRecord") : error;
  }
}

async function complete(
  told: unknown,
  record: OpenRecord | RoundRecord,
  house: string,
): Promise<Proof> {
  const [header, keys] = await Promise.all([getJson(house + headerPath(record)), shownKeys(house)]);
  return {
    record: told,
    header,
    keys,
    ...(await dayBeforeOf(header, house)),
    ...(isRevealed(record) ? { entry: await entryOf(record, house) } : {}),
  };
}

/** The header of the day before one that came late: it tells whether that may be. */
async function dayBeforeOf(value: unknown, house: string): Promise<Pick<Proof, "dayBefore">> {
  try {
    const header = readHeader(value);
    const day = dayOfDate(header.date) as number;
    return isInTime(header)
      ? {}
      : { dayBefore: await getJson(house + headerOfDayPath(header.game, day - 1)) };
  } catch (error) {
    // No header, or none that can be read: the check of the format says so.
    return error instanceof Obstacle && error.status === 404 ? { dayBefore: null } : {};
  }
}

/** A round's entry in the house's results; null when there is none. */
async function entryOf({ game, round }: OpenRecord, house: string): Promise<unknown> {
  const entries = await getJson(house + entryPath(game, round));
  const [entry] = Array.isArray(entries) ? (entries as unknown[]) : [];
  return roundOfEntry(entry) === round ? entry : null;
}

/** The keys that a house shows now. */
export async function shownKeys(house: string): Promise<readonly string[]> {
  return keysIn(await getJson(house + KEYS_PATH));
}

function keysIn(value: unknown): readonly string[] {
  try {
    return readKeys(value);
  } catch {
    // Then nothing is known of who signed, and the check says so.
    return [];
  }
}

async function getJson(address: string): Promise<unknown> {
  let answer: Response;
  let value: unknown;
  try {
    answer = await fetch(address, { referrerPolicy: "no-referrer" });
    value = await answer.json();
  } catch {
    throw new Obstacle("notHad", address);
  }
  if (!answer.ok) {
    const detail = String((value as { detail?: unknown }).detail ?? address);
    throw new Obstacle("notHad", detail, answer.status);
  }
  return value;
}
