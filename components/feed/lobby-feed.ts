import type { Game } from "../../src/games/contract.ts";
import type { Snapshot } from "../../src/hud/table/snapshot.ts";
import type { LobbyChange, LobbyTable } from "../../src/wire/answers.ts";
import { ApiError } from "../../src/wire/api-error.ts";
import { StateApi } from "../../src/wire/api.ts";
import { LiveStream } from "../../src/wire/live-stream.ts";
import type { OnState, StateStream } from "../../src/wire/live-stream.ts";
import { LobbyApi } from "../../src/wire/lobby-api.ts";
import { onPageReturn } from "./page-return.ts";
import { StateFeed } from "./state-feed.ts";

type TableReads = Pick<StateApi, "current" | "schedule">;

/**
 * Shares requests among the tables of a lobby: reads in the same microtask share one request. A later read sends a
 * new request: a table sets its clock by the response, which must not be older than the read.
 */
export class LobbyReads {
  readonly #api: Pick<LobbyApi, "current">;
  readonly #signal: AbortSignal;
  #next: Promise<LobbyTable[]> | null = null;

  /** Aborting the signal cancels all requests. */
  constructor(api: Pick<LobbyApi, "current">, signal: AbortSignal) {
    this.#api = api;
    this.#signal = signal;
  }

  /** The reads of one table. They reject while its game is closed, as the game's own API does. */
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

/** Rejects when the signal is aborted, even if the promise never settles. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([promise, aborted]);
}

/** The streams of all tables of a lobby over one connection. */
export class LobbyStream {
  readonly #shared: StateStream<LobbyChange>;
  readonly #listeners = new Map<string, OnState>();
  #isRunning = false;

  constructor(shared: StateStream<LobbyChange>) {
    this.#shared = shared;
  }

  /** The stream of one table. A closed table receives null, as if its stream were down, and requests the reason. */
  of(slug: string): StateStream {
    const shared = this.#shared;
    return {
      run: (signal, onState) => {
        this.#listeners.set(slug, onState);
        this.#run(signal);
      },
      retryLater: () => shared.retryLater(),
      retrySoon: () => shared.retrySoon(),
      reconnect: () => shared.reconnect(),
    };
  }

  /** Starts the connection with the first table; all tables run until the same signal is aborted. */
  #run(signal: AbortSignal): void {
    if (this.#isRunning) {
      return;
    }
    this.#isRunning = true;
    signal.addEventListener("abort", () => (this.#isRunning = false), { once: true });
    this.#shared.run(signal, (change) => {
      if (change === null) {
        this.#listeners.forEach((onState) => onState(null));
      } else {
        this.#listeners.get(change.game)?.(change.state);
      }
    });
  }
}

const localNow = () => performance.now();
const { random } = Math;

/** Follows the tables of a lobby over one connection, while the lobby is visible. */
export class LobbyFeed {
  /** In the order of the games. */
  readonly tables: readonly StateFeed[];
  readonly #signal: AbortSignal;
  #running: AbortController | null = null;
  #hasRun = false;

  /**
   * @param base the URL of the service, ending in a slash.
   * @param signal ends the feed permanently.
   */
  constructor(games: readonly Game[], base: string, onChange: () => void, signal: AbortSignal) {
    this.#signal = signal;
    const api = new LobbyApi(base, fetch);
    const reads = new LobbyReads(api, signal);
    const stream = new LobbyStream(new LiveStream(api, { localNow, random }));
    this.tables = games.map((game) => {
      const { slug } = game;
      const tableApi = new StateApi(base, slug, fetch);
      const results = (limit: number, running: AbortSignal) => tableApi.results(limit, running);
      const deps = { api: { ...reads.of(slug), results }, stream: stream.of(slug) };
      return new StateFeed({ game, ...deps, localNow, random }, onChange);
    });
    onPageReturn((mayHaveMissed) => this.#wake(mayHaveMissed), signal);
  }

  /** Starts from the snapshots in the page, one for each game. */
  adopt(snapshots: readonly Snapshot[], sentMs: number, receivedMs: number): void {
    this.tables.forEach((table, index) => {
      const snapshot = snapshots[index];
      if (snapshot?.schedule.slug === table.slug) {
        table.adopt(snapshot, sentMs, receivedMs);
      }
    });
  }

  /** Starts following the tables. After a pause it first reads them again. */
  resume(): void {
    if (this.#running !== null || this.#signal.aborted) {
      return;
    }
    this.#running = new AbortController();
    const signal = AbortSignal.any([this.#signal, this.#running.signal]);
    if (this.#hasRun) {
      this.#wake(true);
    }
    this.#hasRun = true;
    for (const table of this.tables) {
      void table.run(signal);
    }
  }

  /** Closes the connection until `resume`. */
  pause(): void {
    this.#running?.abort();
    this.#running = null;
  }

  #wake(mayHaveMissed: boolean): void {
    if (this.#running !== null) {
      this.tables.forEach((table) => table.wake(mayHaveMissed));
    }
  }
}
