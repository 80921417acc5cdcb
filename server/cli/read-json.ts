import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { plainFetch } from "../http/fetch.ts";
import { readBytes } from "../http/read-text.ts";
import { StartError } from "../runtime/start-error.ts";
import { printable } from "./printable.ts";

/*
 * JSON from files and from addresses. Whoever is asked may be hostile: an answer is bounded in bytes,
 * time and redirects, and none of its text goes to a terminal as it is.
 */

/** An address did not give what was asked for, in words. */
export class UnavailableError extends StartError {
  override readonly name = "UnavailableError";
  /** The status of the answer; null when there was none, or none that counts. */
  readonly status: number | null;
  /** How long the address asks to be left alone, in ms. */
  readonly retryAfterMs: number;

  constructor(words: string, status: number | null, retryAfterMs = 0, options: ErrorOptions = {}) {
    super(words, options);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }

  /** Whether asking again may help. */
  get mayPass(): boolean {
    return this.status === null || this.status === 429 || this.status >= 500;
  }
}

/** How long one answer may take, redirects included. */
const PATIENCE_MS = 30_000;
/** The longest answer of a service, 500 rounds of history, is a tenth of this. */
const MAX_BYTES = 2_000_000;
const MAX_REDIRECTS = 3;
/** The pauses between the attempts. */
const PAUSES_MS = [250, 500, 1_000, 2_000];
/** The longest wait that an address may ask for. */
const MAX_WAIT_MS = 10_000;
/** What is told of rounds and days has five levels; whoever walks through thousands never comes back. */
const MAX_DEPTH = 50;
/** So much of a refusal is shown. */
const SHOWN = 200;

export function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/**
 * JSON out of a file, or from an address of http or https, which is asked again a few times when it
 * is busy or away.
 *
 * @param isPatient false asks an address once only.
 * @throws StartError in words; a {@link UnavailableError} when an address does not give it.
 */
export async function readJson(source: string, isPatient = true): Promise<unknown> {
  const text = await readTextFrom(source, isPatient);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new StartError(`${source} is no JSON.`, { cause: error });
  }
  if (isDeeper(json, MAX_DEPTH)) {
    throw new StartError(`${source} is nested too deeply to be read.`);
  }
  return json;
}

function isDeeper(json: unknown, levels: number): boolean {
  return (
    typeof json === "object" &&
    json !== null &&
    (levels === 0 || Object.values(json).some((each) => isDeeper(each, levels - 1)))
  );
}

/** Text, from where {@link readJson} reads. */
export async function readTextFrom(source: string, isPatient = true): Promise<string> {
  return (await readBytesFrom(source, isPatient)).toString("utf8");
}

/** Bytes, from where {@link readJson} reads. */
export function readBytesFrom(source: string, isPatient = true): Promise<Buffer> {
  if (!isAddress(source)) {
    return load(source);
  }
  return isPatient ? downloadPatiently(source) : download(source);
}

async function load(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new StartError(`The file ${file} cannot be read.`, { cause: error });
  }
}

async function downloadPatiently(address: string): Promise<Buffer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await download(address);
    } catch (error) {
      const pauseMs = PAUSES_MS[attempt];
      if (!(error instanceof UnavailableError && error.mayPass) || pauseMs === undefined) {
        throw error;
      }
      await pause(Math.max(pauseMs, Math.min(error.retryAfterMs, MAX_WAIT_MS)));
    }
  }
}

async function download(address: string): Promise<Buffer> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  let url = new URL(address);
  for (let redirects = 0; ; redirects++) {
    const response = await ask(url, address, signal);
    if (response.status < 300 || response.status >= 400) {
      return body(response, address);
    }
    await response.body?.cancel();
    if (redirects === MAX_REDIRECTS) {
      throw new StartError(`${address} leads from one address to the next without end.`);
    }
    url = redirected(response, url, address);
  }
}

async function ask(url: URL, address: string, signal: AbortSignal): Promise<Response> {
  try {
    return await plainFetch(url.href, { signal, redirect: "manual" });
  } catch (error) {
    throw new UnavailableError(`${address} does not answer.`, null, 0, { cause: error });
  }
}

/** Where a redirect leads: elsewhere on the same host, since who answers is part of what is checked. */
function redirected(response: Response, from: URL, address: string): URL {
  const to = URL.parse(response.headers.get("location") ?? "", from);
  if (to === null || !isAddress(to.href)) {
    throw new StartError(`${address} redirects to no address.`);
  }
  const isSameHost = to.hostname === from.hostname;
  if (!isSameHost || (from.protocol === "https:" && to.protocol !== "https:")) {
    throw new StartError(
      `${address} redirects to ${printable(to.origin)}, which is another house. If you mean that one, name it yourself.`,
    );
  }
  return to;
}

async function body(response: Response, address: string): Promise<Buffer> {
  let bytes: Buffer;
  try {
    bytes = await readBytes(response, MAX_BYTES);
  } catch (error) {
    throw error instanceof RangeError
      ? new StartError(`${address} answers with more than ${MAX_BYTES} bytes.`, { cause: error })
      : new UnavailableError(`${address} does not answer to the end.`, null, 0, { cause: error });
  }
  if (!response.ok) {
    const seconds = Number(response.headers.get("retry-after") ?? 0);
    throw new UnavailableError(
      `${address} answers ${response.status}: ${detailOf(bytes.toString("utf8"))}`,
      response.status,
      Number.isFinite(seconds) ? 1_000 * seconds : 0,
    );
  }
  return bytes;
}

/** What a refusal says, when it says it as our own do. */
function detailOf(text: string): string {
  let words = text;
  try {
    const { detail } = Object(JSON.parse(text)) as { detail?: unknown };
    words = typeof detail === "string" ? detail : text;
  } catch {
    // It is a page, or nothing at all.
  }
  return printable(words.slice(0, SHOWN));
}
