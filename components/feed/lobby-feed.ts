import type { Game } from "../../src/games/contract.ts";
import type { Snapshot } from "../../src/hud/table/snapshot.ts";
import { ApiError } from "../../src/wire/api-error.ts";
import { StateApi } from "../../src/wire/api.ts";
import { LiveStream } from "../../src/wire/live-stream.ts";
import type { OnState, StateStream } from "../../src/wire/live-stream.ts";
import type { LobbyChange, LobbyTable } from "../../src/wire/responses.ts";
import { ServiceRequests } from "../../src/wire/service-requests.ts";
import { onPageReturn } from "./page-return.ts";
import { StateFeed } from "./state-feed.ts";

class LobbyApi extends ServiceRequests {
  /** @param base the service URL, ending in a slash. */
  constructor(base: string, fetchJson: typeof fetch) {
    super(`${base}lobby/api/`, fetchJson);
  }

  current(signal: AbortSignal): Promise<LobbyTable[]> {
    return this.get<LobbyTable[]>("current", signal);
  }

  /** Calls `onChange` with each table's state, and again on every change. */
  stream(signal: AbortSignal, onChange: (change: LobbyChange) => void): Promise<void> {
    return this.events("stream", "table", signal, onChange);
  }
}

type TableReads = Pick<StateApi, "current" | "schedule">;

/**
 * Shares requests among a lobby's tables. Reads in the same microtask share one request. A later read sends a new one,
 * because a table sets its clock from the response, which must not be older than the read. Aborting the signal cancels
 * all requests. A table's reads reject while its game is closed, as in the game's own API.
 */
function shareReads(api: Pick<LobbyApi, "current">, lobbySignal: AbortSignal) {
  let next: Promise<LobbyTable[]> | null = null;
  const readAll = () =>
    (next ??= Promise.resolve().then(() => {
      next = null;
      return api.current(lobbySignal);
    }));
  return (slug: string): TableReads => {
    const read = async (signal: AbortSignal) => {
      signal.throwIfAborted();
      const tables = await unlessAborted(readAll(), signal);
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
          throw new ApiError(new Response(null, { status: 503 }), { code: closed, reason: closed });
        }
        return state;
      },
      schedule: async (signal) => (await read(signal)).schedule,
    };
  };
}

/** Rejects if the signal is aborted, even if the promise never settles. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([promise, aborted]);
}

/**
 * Splits a lobby's connection into one stream for each table, by game slug. A closed table receives null, as if its
 * stream were down, and then requests the reason.
 */
export function splitStream(shared: StateStream<LobbyChange>) {
  const listeners = new Map<string, OnState>();
  let isRunning = false;
  return (slug: string): StateStream => ({
    run(signal, onState) {
      listeners.set(slug, onState);
      // The first table starts the connection; all tables run until the same signal is aborted.
      if (isRunning) {
        return;
      }
      isRunning = true;
      signal.addEventListener("abort", () => (isRunning = false), { once: true });
      shared.run(signal, (change) => {
        if (change === null) {
          listeners.forEach((listener) => listener(null));
        } else {
          listeners.get(change.game)?.(change.state);
        }
      });
    },
    retryLater: () => shared.retryLater(),
    retrySoon: () => shared.retrySoon(),
    reconnect: () => shared.reconnect(),
  });
}

const localNow = () => performance.now();
const { random } = Math;

/** Follows a lobby's tables over one connection, while the lobby is visible. */
export class LobbyFeed {
  /** In the order of the games. */
  readonly tables: readonly StateFeed[];
  readonly #signal: AbortSignal;
  #running: AbortController | null = null;
  #hasRun = false;

  /**
   * @param base the service URL, ending in a slash.
   * @param signal ends the feed permanently.
   */
  constructor(games: readonly Game[], base: string, onChange: () => void, signal: AbortSignal) {
    this.#signal = signal;
    const api = new LobbyApi(base, fetch);
    const readsOf = shareReads(api, signal);
    const streamOf = splitStream(new LiveStream(api, { localNow, random }));
    this.tables = games.map((game) => {
      const { slug } = game;
      const tableApi = new StateApi(base, slug, fetch);
      const results = (limit: number, running: AbortSignal) => tableApi.results(limit, running);
      const deps = { api: { ...readsOf(slug), results }, stream: streamOf(slug) };
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

  /** Follows the tables. After a pause, it first reads them again. */
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
