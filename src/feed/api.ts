import type { HistoryEntry, RoundState, Schedule } from "../wire.ts";
import { ApiError } from "./api-error.ts";
import { readEvents } from "./event-stream.ts";

/** A request without an answer fails after this time, in ms. */
export const TIMEOUT_MS = 5_000;

/** The state API of one game. Every method rejects with an {@link ApiError}, or as `fetch` does. */
export class StateApi {
  /** The URL of the game's API, ending in a slash: the same for all tables of the game. */
  readonly address: string;
  readonly #fetch: typeof fetch;

  /** @param base the URL of the service, ending in a slash. */
  constructor(base: string, slug: string, fetchJson: typeof fetch) {
    this.address = `${base}embed/${encodeURIComponent(slug)}/api/`;
    this.#fetch = fetchJson;
  }

  current(signal: AbortSignal): Promise<RoundState> {
    return this.get<RoundState>("current", signal);
  }

  results(limit: number, signal: AbortSignal): Promise<HistoryEntry[]> {
    return this.get<HistoryEntry[]>(`results?limit=${limit}`, signal);
  }

  schedule(signal: AbortSignal): Promise<Schedule> {
    return this.get<Schedule>("schedule", signal);
  }

  /**
   * Calls `onState` with the current state, and again at every change. Resolves when the service ends
   * the stream, which may take days.
   */
  async stream(signal: AbortSignal, onState: (state: RoundState) => void): Promise<void> {
    const response = await this.#request("stream", signal);
    const type = response.headers.get("content-type") ?? "";
    if (response.body === null || !type.startsWith("text/event-stream")) {
      throw new TypeError(`Expected an event stream, got ${type}.`);
    }
    await readEvents(response.body, (name, data) => {
      if (name === "state") {
        onState(JSON.parse(data) as RoundState);
      }
    });
  }

  /**
   * The JSON at a path below the API's address. The cast is safe: our own service answers, and
   * `src/wire.ts` types both ends.
   */
  async get<Answer>(path: string, signal: AbortSignal): Promise<Answer> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    return (await (await this.#request(path, limited)).json()) as Answer;
  }

  async #request(path: string, signal: AbortSignal): Promise<Response> {
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
