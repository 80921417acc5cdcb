import type { HistoryEntry, RoundState, Schedule } from "../../src/wire.ts";
import { readEvents } from "./event-stream.ts";

/** The service answered, but not with what was asked for. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  /** When to ask again, in ms, if the service said so. */
  readonly retryAfterMs: number | null;
  /** What the service says besides, in a word; empty when it does not. */
  readonly reason: string;

  /** @param problem what the service says of it, JSON if all is well. */
  constructor(response: Response, problem: unknown = null) {
    super(`The service answered ${response.status}.`);
    this.status = response.status;
    this.reason = String(Object(problem).reason ?? "");
    const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
    this.retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : null;
  }
}

/** A request that has no answer after this long counts as failed, in ms. */
export const TIMEOUT_MS = 5_000;

/** The state API of one game. Every call rejects with an ApiError, or as `fetch` does. */
export class StateApi {
  /** Where the game's API is, with the slash at its end: the same for all tables of the game. */
  readonly address: string;
  readonly #fetch: typeof fetch;

  /** `base` is the address of the service, with the slash at its end. */
  constructor(base: string, slug: string, fetchJson: typeof fetch) {
    this.address = `${base}embed/${encodeURIComponent(slug)}/api/`;
    this.#fetch = fetchJson;
  }

  current(signal: AbortSignal): Promise<RoundState> {
    return this.#get<RoundState>("current", signal);
  }

  results(limit: number, signal: AbortSignal): Promise<HistoryEntry[]> {
    return this.#get<HistoryEntry[]>(`results?limit=${limit}`, signal);
  }

  schedule(signal: AbortSignal): Promise<Schedule> {
    return this.#get<Schedule>("schedule", signal);
  }

  /**
   * Hands on the state of now and then each one as it changes. Resolves when the service ends the
   * stream, which may take days.
   */
  async stream(signal: AbortSignal, heard: (state: RoundState) => void): Promise<void> {
    const response = await this.#ask("stream", signal);
    const type = response.headers.get("content-type") ?? "";
    if (response.body === null || !type.startsWith("text/event-stream")) {
      throw new TypeError(`This is no stream but ${type}.`);
    }
    await readEvents(response.body, (name, data) => {
      if (name === "state") {
        heard(JSON.parse(data) as RoundState);
      }
    });
  }

  /** The answer is taken at its word: it comes from our own service, typed by `src/wire.ts`. */
  async #get<Answer>(path: string, signal: AbortSignal): Promise<Answer> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    return (await (await this.#ask(path, limited)).json()) as Answer;
  }

  async #ask(path: string, signal: AbortSignal): Promise<Response> {
    const response = await this.#fetch.call(globalThis, this.address + path, {
      cache: "no-store",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      signal,
    });
    if (!response.ok) {
      throw new ApiError(response, await response.json().catch(() => null));
    }
    return response;
  }
}
