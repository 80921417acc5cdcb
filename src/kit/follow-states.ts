import type { RoundState } from "../wire/answers.ts";
import { ApiError } from "../wire/api-error.ts";
import type { StateApi } from "../wire/api.ts";
import type { Connection } from "../wire/connection.ts";
import { deferred } from "../wire/deferred.ts";
import { InterruptibleDelay } from "../wire/interruptible-delay.ts";
import { LiveStream } from "../wire/live-stream.ts";
import type { StreamDeps } from "../wire/live-stream.ts";
import { RetryPolicy } from "../wire/retry.ts";
import { isOutdated } from "../wire/state-order.ts";

/** How states arrive: pushed (`live`), or polled while there is no stream; otherwise why none arrive. */
export type StreamConnection = Connection | "polling";

export interface StreamOptions {
  signal?: AbortSignal;
  /** Called when the connection changes. Accept no bets unless it is `live` or `polling`. */
  onConnection?: (connection: StreamConnection) => void;
}

/** Interval of polling while there is no stream, plus up to half as much jitter, in ms. */
const POLL_MS = 1_000;
/** Maximum number of states that wait for a slow reader; the oldest are dropped. */
const MAX_WAITING = 100;

const DEFAULT_DEPS: StreamDeps = { localNow: () => performance.now(), random: Math.random };

/**
 * Yields the current state of a game, and again at each change of phase. It reconnects by itself, with jitter, and
 * polls meanwhile; in maintenance it waits as long as the service requests. Missed states are not repeated; read
 * `results` for those.
 *
 * Ends by throwing: the signal's reason once it is aborted, or an ApiError if the service refuses permanently, such as
 * for an unknown game.
 */
export async function* followStates(
  api: Pick<StateApi, "current" | "stream">,
  { signal, onConnection }: StreamOptions,
  deps: StreamDeps = DEFAULT_DEPS,
): AsyncGenerator<RoundState, void, undefined> {
  signal?.throwIfAborted();
  const ending = new AbortController();
  const stopped = signal === undefined ? ending.signal : AbortSignal.any([signal, ending.signal]);
  const states = new Follower(api, deps, onConnection ?? (() => {}), stopped);
  try {
    for (;;) {
      yield await states.next();
      signal?.throwIfAborted();
    }
  } finally {
    ending.abort();
  }
}

class Follower {
  readonly #api: Pick<StateApi, "current" | "stream">;
  readonly #deps: StreamDeps;
  readonly #onConnection: (connection: StreamConnection) => void;
  readonly #signal: AbortSignal;
  readonly #stream: LiveStream;
  readonly #waiting: RoundState[] = [];
  #last: RoundState | null = null;
  #connection: StreamConnection = "stale";
  #polling: AbortController | null = null;
  #fault: { error: unknown } | null = null;
  #changed = deferred();

  constructor(
    api: Pick<StateApi, "current" | "stream">,
    deps: StreamDeps,
    onConnection: (connection: StreamConnection) => void,
    signal: AbortSignal,
  ) {
    this.#api = api;
    this.#deps = deps;
    this.#onConnection = onConnection;
    this.#signal = signal;
    this.#stream = new LiveStream(api, deps);
    signal.addEventListener("abort", () => this.#end(signal.reason), { once: true });
    this.#stream.run(signal, (state) => this.#receive(state));
  }

  /** The next state. Rejects when there are no more. */
  async next(): Promise<RoundState> {
    for (;;) {
      const state = this.#waiting.shift();
      if (state !== undefined) {
        return state;
      }
      if (this.#fault !== null) {
        throw this.#fault.error;
      }
      await this.#changed.promise;
      this.#changed = deferred();
    }
  }

  #receive(state: RoundState | null): void {
    if (state !== null) {
      this.#polling?.abort();
      this.#polling = null;
      this.#report("live");
      this.#add(state);
    } else if (this.#polling === null) {
      this.#polling = new AbortController();
      void this.#poll(AbortSignal.any([this.#signal, this.#polling.signal]));
    }
  }

  async #poll(signal: AbortSignal): Promise<void> {
    const { random } = this.#deps;
    const retry = new RetryPolicy(random);
    const delay = new InterruptibleDelay();
    while (!signal.aborted) {
      let waitMs = POLL_MS * (1 + random() / 2);
      try {
        const state = await this.#api.current(signal);
        if (signal.aborted) {
          return;
        }
        this.#report("polling");
        this.#add(state);
        if (retry.isFailing) {
          retry.succeed();
          this.#stream.retrySoon();
        }
      } catch (error) {
        if (signal.aborted) {
          return;
        }
        if (isFinal(error)) {
          this.#end(error);
          return;
        }
        const { connection, waitMs: backOffMs } = retry.fail(error);
        this.#report(connection);
        waitMs = backOffMs;
      }
      await delay.wait(waitMs, signal);
    }
  }

  /** Queues a state if it is new; the responses of two servers may arrive out of order. */
  #add(state: RoundState): void {
    const last = this.#last;
    const isKnown = last?.round === state.round && last.phase === state.phase;
    if (isKnown || isOutdated(state, last)) {
      return;
    }
    this.#last = state;
    this.#waiting.push(state);
    if (this.#waiting.length > MAX_WAITING) {
      this.#waiting.shift();
    }
    this.#changed.resolve();
  }

  #report(connection: StreamConnection): void {
    if (connection !== this.#connection) {
      this.#connection = connection;
      this.#onConnection(connection);
    }
  }

  #end(error: unknown): void {
    this.#fault ??= { error };
    this.#polling?.abort();
    this.#changed.resolve();
  }
}

/** Whether retrying cannot help. Status 429 means that the service is too busy. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}
