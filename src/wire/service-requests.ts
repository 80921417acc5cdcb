import { ApiError } from "./api-error.ts";

/** Maximum length of an event, in characters; the service sends no longer ones. */
const MAX_EVENT_LENGTH = 65_536;

/**
 * Reads Server-Sent Events until the stream ends. It does not use an EventSource, which hides the status and
 * `Retry-After` of an error response, and reconnects all viewers at once after a restart.
 *
 * Rejects if the connection breaks, or the body contains no events.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onEvent: (name: string, data: string) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return;
    }
    const events = (text + value).split(/\r?\n\r?\n/);
    text = events.pop() ?? "";
    if (text.length > MAX_EVENT_LENGTH) {
      throw new RangeError("The event is too long.");
    }
    for (const event of events) {
      // Heartbeats are comments, which have no name or data.
      const name = /^event: ?(.*)/m.exec(event)?.[1];
      const data = /^data: ?(.*)/m.exec(event)?.[1];
      if (name !== undefined && data !== undefined) {
        onEvent(name, data);
      }
    }
  }
}

/** A request without a response fails after this time, in ms. */
export const TIMEOUT_MS = 5_000;

/** Sends requests below a service URL. They reject with an {@link ApiError}, or like `fetch`. */
export class ServiceRequests {
  /** Ends in a slash. */
  readonly url: string;
  readonly #fetch: typeof fetch;

  constructor(url: string, fetchJson: typeof fetch) {
    this.url = url;
    this.#fetch = fetchJson;
  }

  /**
   * The JSON at a path below the URL. The cast is safe because our own service responds, and `src/wire/responses.ts`
   * types both ends.
   */
  async get<Body>(path: string, signal: AbortSignal): Promise<Body> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const response = await this.#request(path, AbortSignal.any([signal, timeout]));
      return (await response.json()) as Body;
    } catch (error) {
      if (timeout.aborted && !signal.aborted) {
        throw new TypeError(`No response from ${this.url}${path}.`, { cause: error });
      }
      throw error instanceof SyntaxError
        ? new TypeError(`${this.url}${path} did not respond with JSON.`, { cause: error })
        : error;
    }
  }

  /** Calls `onEvent` with the data of each event of this name. Resolves when the service ends the stream. */
  protected async events<Data>(
    path: string,
    name: string,
    signal: AbortSignal,
    onEvent: (data: Data) => void,
  ): Promise<void> {
    const response = await this.#request(path, signal);
    const type = response.headers.get("content-type") ?? "";
    if (response.body === null || !type.startsWith("text/event-stream")) {
      throw new TypeError(`Expected an event stream, got ${type}.`);
    }
    await readEvents(response.body, (event, data) => {
      if (event === name) {
        onEvent(JSON.parse(data) as Data);
      }
    });
  }

  async #request(path: string, signal: AbortSignal): Promise<Response> {
    const response = await this.#fetch.call(globalThis, this.url + path, {
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
