import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { HouseClient } from "../../src/fairness/house-sources.ts";
import { errorCode } from "../runtime/error-code.ts";
import { fetchText } from "../runtime/fetch.ts";
import type { TextResponse } from "../runtime/fetch.ts";
import { StartError } from "../runtime/start-error.ts";
import { printable } from "./terminal.ts";

/*
 * Reads JSON from files and URLs. A house may be hostile: its response is limited in bytes and time, and its text is
 * escaped before it reaches a terminal.
 */

/** Maximum time for one response, in ms. */
const PATIENCE_MS = 30_000;
/** Ten times the longest response of a service, a full page of history. */
const MAX_BYTES = 2_000_000;
/** The pauses before each further try, in ms. A busy service asks for a second. */
const PAUSES_MS = [500, 1_000, 2_000];
const MAX_DETAIL_LENGTH = 200;

class NotFound extends StartError {
  override readonly name = "NotFound";
}

export function houseClient(baseUrl: string): HouseClient {
  return {
    get: (path) => readJson(`${baseUrl}${path}`),
    isMissing: (error) => error instanceof NotFound,
  };
}

export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** @throws StartError that explains why the file, or the http or https URL after a few tries, could not be read. */
export async function readJson(source: string): Promise<unknown> {
  const text = isUrl(source) ? await download(source) : await load(source);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartError(`${source} is not JSON.`, { cause: error });
  }
}

async function load(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new StartError(
      errorCode(error) === "ENOENT"
        ? `There is no file "${file}". Check its name, or pass the URL of a record.`
        : `The file "${file}" cannot be read. Check its permissions.`,
      { cause: error },
    );
  }
}

async function download(url: string): Promise<string> {
  for (let tries = 0; ; tries++) {
    const response = await request(url);
    const pauseMs = PAUSES_MS[tries];
    const isBusy = response === null || response.status === 429 || response.status >= 500;
    if (!isBusy || pauseMs === undefined) {
      return textOf(url, response);
    }
    await pause(pauseMs);
  }
}

/** The response to a request; null if there is none, or it breaks off. */
async function request(url: string): Promise<TextResponse | null> {
  try {
    return await fetchText(url, { signal: AbortSignal.timeout(PATIENCE_MS) }, MAX_BYTES);
  } catch (error) {
    if (error instanceof RangeError) {
      throw new StartError(
        `${url} returned a compressed response, or more than ${MAX_BYTES} bytes.`,
        { cause: error },
      );
    }
    return null;
  }
}

function textOf(url: string, response: TextResponse | null): string {
  if (response === null) {
    throw new StartError(`${url} does not respond, or not completely.`);
  }
  const { status, headers, text } = response;
  if (status < 300) {
    return text;
  }
  if (status < 400 && headers.location !== undefined) {
    // The check concerns the house that was named.
    throw new StartError(
      `${url} redirects to ${printable(headers.location)}. If that is the same house, pass its URL.`,
    );
  }
  const words = `${url} returned ${status}: ${printable(detailOf(text))}`;
  throw status === 404 ? new NotFound(words) : new StartError(words);
}

/** The detail of a refusal; the whole text if it is in any other format. */
function detailOf(text: string): string {
  let words: unknown;
  try {
    words = Object(JSON.parse(text)).detail;
  } catch {
    // The text is a page or empty, not JSON.
  }
  return (typeof words === "string" ? words : text).slice(0, MAX_DETAIL_LENGTH);
}
