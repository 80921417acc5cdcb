import type { RoundSources } from "../../src/fairness/check-round.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import {
  loadDayBefore,
  loadEntry,
  loadKeys,
  loadRecord,
  readProofOrRecord,
} from "../../src/fairness/house-sources.ts";
import type { HouseClient } from "../../src/fairness/house-sources.ts";
import { headerPath, recordPath } from "../../src/fairness/paths.ts";
import { FieldError, readHeader, readRecord } from "../../src/fairness/read-untrusted.ts";
import type { OpenRecord, RoundRecord } from "../../src/fairness/record.ts";
import { StartError } from "../runtime/start-error.ts";
import { UsageError } from "./command.ts";
import { houseClient, isUrl, readJson } from "./read-json.ts";

/**
 * Loads a record and the data for checking it from files and from http or https URLs. The header comes from a saved
 * proof, from the house that returned the record, or from the user. Keys come from a house that the user named, never
 * from a saved proof: a forger would forge its keys too.
 *
 * @param source a file or URL.
 * @throws NotCovered for a round that is older than the first header; StartError with a message when something cannot
 * be loaded.
 */
export async function loadSources(
  source: string,
  options: {
    readonly header: string | undefined;
    /** The pinned keys, 64 hex digits each. */
    readonly keys: readonly string[];
    /** The house's base URL, without a trailing slash. */
    readonly house: string | undefined;
  },
): Promise<Omit<RoundSources, "chains">> {
  const request = requestedRound(source);
  const found = readProofOrRecord(
    await (request === null
      ? readJson(source)
      : loadRecord(request.house, request.slug, request.round)),
  );
  const { record, isSavedProof } = found;
  // A file does not belong to a house.
  const origin = isSavedProof || !isUrl(source) ? undefined : new URL(source).origin;
  const url = options.house ?? origin;
  const house = url === undefined ? undefined : houseClient(url);
  if (!isSavedProof) {
    requireRequested(source, record);
  }
  const header = await loadHeader(options.header, found.header, house, record);
  return {
    record,
    header,
    keys: {
      pinned: options.keys,
      shown: options.keys.length > 0 || house === undefined ? [] : await loadKeys(house),
    },
    ...(house === undefined ? {} : await loadFromHouse(house, record, header)),
  };
}

/** The round that a URL requests from a house; null for other URLs and for files. */
function requestedRound(
  source: string,
): { house: HouseClient; slug: string; round: number } | null {
  const url = isUrl(source) ? URL.parse(source) : null;
  const [, slug = "", round] =
    /^\/embed\/(\w+)\/api\/rounds\/([1-9]\d{0,14})$/.exec(url?.pathname ?? "") ?? [];
  return url && round !== undefined && url.search === ""
    ? { house: houseClient(url.origin), slug, round: Number(round) }
    : null;
}

/** Refuses a response about a different round from the one requested, however well proven. */
function requireRequested(source: string, record: unknown): void {
  const { game, round } = Object(record) as Readonly<Record<string, unknown>>;
  const path = isUrl(source) ? new URL(source).pathname : null;
  const isNamed = typeof game === "string" && typeof round === "number";
  if (path?.startsWith("/embed/") && !(isNamed && path === recordPath(game, round))) {
    throw new StartError(`${source} did not return the requested round.`);
  }
}

async function loadHeader(
  given: string | undefined,
  saved: unknown,
  house: HouseClient | undefined,
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
      "A record alone proves little. Pass --header with its day's header, or --base-url with the house's URL.",
    );
  }
  return house.get(headerPathOf(record));
}

function headerPathOf(record: unknown): string {
  try {
    return headerPath(readRecord(record));
  } catch (error) {
    throw error instanceof FieldError
      ? new StartError(`This is not a record: ${error.message}`, { cause: error })
      : error;
  }
}

/** Loads the data that a record and its header lack: the previous day, if needed, and the round's result. */
async function loadFromHouse(
  house: HouseClient,
  record: unknown,
  header: unknown,
): Promise<Pick<RoundSources, "dayBefore" | "entry">> {
  let read: { record: OpenRecord | RoundRecord; header: SignedHeader };
  try {
    read = { record: readRecord(record), header: readHeader(header) };
  } catch (error) {
    if (!(error instanceof FieldError)) {
      throw error;
    }
    // The format check reports this; nothing can be requested.
    return {};
  }
  return { ...(await loadDayBefore(house, read.header)), ...(await loadEntry(house, read.record)) };
}
