import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { HouseClient } from "../../src/fairness/house-sources.ts";
import { errorCode } from "../runtime/error-code.ts";
import { plainFetch } from "../runtime/fetch.ts";
import { readText } from "../runtime/read-text.ts";
import { StartError } from "../runtime/start-error.ts";
import { printable } from "./terminal.ts";

/*
 * Reads JSON from files and URLs. A house may be hostile: its response is limited in bytes and time, and its text is
 * escaped before it reaches a terminal.
 */

class UnavailableError extends StartError {
  override readonly name = "UnavailableError";
  /** Null without a valid response. */
  readonly status: number | null;
  readonly retryAfterMs: number;

  constructor(words: string, status: number | null, retryAfterMs = 0, options: ErrorOptions = {}) {
    super(words, options);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Maximum time for one response, in ms. */
const PATIENCE_MS = 30_000;
/** Ten times the longest response of a service, a full page of history. */
const MAX_BYTES = 2_000_000;
const PAUSES_MS = [250, 500, 1_000, 2_000];
/** The longest delay that a URL may request. */
const MAX_WAIT_MS = 10_000;
const MAX_DETAIL_LENGTH = 200;

export function houseClient(baseUrl: string): HouseClient {
  return {
    get: (path) => readJson(`${baseUrl}${path}`),
    isMissing: (error) => error instanceof UnavailableError && error.status === 404,
  };
}

export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** @throws StartError that explains why the file, or the http or https URL after a few retries, could not be read. */
export async function readJson(source: string): Promise<unknown> {
  const text = isUrl(source) ? await downloadPatiently(source) : await load(source);
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

async function downloadPatiently(sourceUrl: string): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await download(sourceUrl);
    } catch (error) {
      const pauseMs = PAUSES_MS[attempt];
      if (!(error instanceof UnavailableError) || pauseMs === undefined) {
        throw error;
      }
      const { status } = error;
      if (status !== null && status !== 429 && status < 500) {
        throw error;
      }
      await pause(Math.max(pauseMs, Math.min(error.retryAfterMs, MAX_WAIT_MS)));
    }
  }
}

async function download(url: string): Promise<string> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await plainFetch(url, { signal }).catch((cause: unknown) => {
    throw new UnavailableError(`${url} does not respond.`, null, 0, { cause });
  });
  const location = response.headers.get("location");
  if (location !== null && response.status < 400) {
    // The check concerns the house that was named.
    await response.body?.cancel();
    throw new StartError(
      `${url} redirects to ${printable(location)}. If that is the same house, pass its URL.`,
    );
  }
  return body(response, url);
}

async function body(response: Response, sourceUrl: string): Promise<string> {
  let text: string;
  try {
    text = await readText(response, MAX_BYTES);
  } catch (error) {
    throw error instanceof RangeError
      ? new StartError(`${sourceUrl} returned more than ${MAX_BYTES} bytes.`, { cause: error })
      : new UnavailableError(`${sourceUrl} did not complete its response.`, null, 0, {
          cause: error,
        });
  }
  if (!response.ok) {
    const retryAfterMs = Number(response.headers.get("retry-after")) * 1_000 || 0;
    const words = `${sourceUrl} returned ${response.status}: ${printable(detailOf(text))}`;
    throw new UnavailableError(words, response.status, retryAfterMs);
  }
  return text;
}

/** The detail of a refusal; empty for a response in any other format. */
function detailOf(text: string): string {
  let words = text;
  try {
    const { detail } = Object(JSON.parse(text)) as { detail?: unknown };
    words = typeof detail === "string" ? detail : text;
  } catch {
    // The text is a page or empty, not JSON.
  }
  return words.slice(0, MAX_DETAIL_LENGTH);
}
