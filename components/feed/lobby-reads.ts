import { ApiError } from "../../src/feed/api-error.ts";
import type { StateApi } from "../../src/feed/api.ts";
import type { LobbyApi } from "../../src/feed/lobby-api.ts";
import type { LobbyTable } from "../../src/wire.ts";

type TableReads = Pick<StateApi, "current" | "schedule">;

/**
 * What the tables of a lobby read: those that ask at the same moment share one request. Only then does an
 * answer tell each of them the time, which it takes to have been read after it asked.
 */
export class LobbyReads {
  readonly #api: Pick<LobbyApi, "current">;
  readonly #signal: AbortSignal;
  #next: Promise<LobbyTable[]> | null = null;

  /** The signal ends all requests. */
  constructor(api: Pick<LobbyApi, "current">, signal: AbortSignal) {
    this.#api = api;
    this.#signal = signal;
  }

  /** The reads of one table. While its game is closed there is no state, as in the game's own API. */
  of(slug: string): TableReads {
    const read = async (signal: AbortSignal) => {
      signal.throwIfAborted();
      const tables = await unlessAborted(this.#read(), signal);
      const table = tables.find(({ game }) => game === slug);
      if (table === undefined) {
        throw new ApiError(new Response(null, { status: 404 }));
      }
      return table;
    };
    return {
      async current(signal) {
        const { state, closed } = await read(signal);
        if (state === null) {
          throw new ApiError(new Response(null, { status: 503 }), { reason: closed });
        }
        return state;
      },
      schedule: async (signal) => (await read(signal)).schedule,
    };
  }

  #read(): Promise<LobbyTable[]> {
    this.#next ??= Promise.resolve().then(() => {
      this.#next = null;
      return this.#api.current(this.#signal);
    });
    return this.#next;
  }
}

/** Rejects when the signal is aborted, whatever becomes of the promise. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([promise, aborted]);
}
