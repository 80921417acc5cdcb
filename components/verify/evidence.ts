import { headerPath, KEYS_PATH, recordPath } from "../../src/fairness/paths.ts";
import { FieldError, readKeys, readRecord } from "../../src/fairness/read.ts";

/** What a proof is made of, as far as it was had. It may be saved as it stands. */
export interface Proof {
  readonly record: unknown;
  readonly header: unknown;
  /** Those that the house shows, or that came with a saved proof. */
  readonly keys: readonly string[];
}

/** What stands in the way of a check, in words of the page or of the house. */
export class Obstacle extends Error {
  override readonly name = "Obstacle";
  readonly kind: "noJson" | "noRecord" | "notHad";

  constructor(kind: Obstacle["kind"], why = "") {
    super(why);
    this.kind = kind;
  }
}

/** Asks a house for all that proves a round. Throws an {@link Obstacle}. */
export async function proofFromHouse(house: string, slug: string, round: string): Promise<Proof> {
  return complete(await getJson(house + recordPath(slug, encodeURIComponent(round))), house);
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
    return complete(value, house);
  }
  return {
    record: fields["record"],
    header: fields["header"],
    keys: keysIn({ keys: fields["keys"] }),
  };
}

async function complete(record: unknown, house: string): Promise<Proof> {
  let path: string;
  try {
    path = headerPath(readRecord(record));
  } catch (error) {
    throw error instanceof FieldError ? new Obstacle("noRecord") : error;
  }
  const [header, keys] = await Promise.all([getJson(house + path), shownKeys(house)]);
  return { record, header, keys };
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
    throw new Obstacle("notHad", String((value as { detail?: unknown }).detail ?? address));
  }
  return value;
}
