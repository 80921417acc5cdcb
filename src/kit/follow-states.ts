import { ApiError } from "../wire/api-error.ts";
import type { StateApi } from "../wire/api.ts";
import type { Connection } from "../wire/connection.ts";
import { deferred, InterruptibleDelay } from "../wire/interruptible-delay.ts";
import { LiveStream } from "../wire/live-stream.ts";
import type { StreamDeps } from "../wire/live-stream.ts";
import type { RoundState } from "../wire/responses.ts";
import { RetryPolicy } from "../wire/retry.ts";
import { isOutdated } from "../wire/state-order.ts";

/** How states arrive: pushed (`live`), or polled while there is no stream; otherwise why none arrive. */
export type StreamConnection = Connection | "polling";

export interface StreamOptions {
  signal?: AbortSignal;
  /** Called when the connection changes. Accept no bets unless it is `live` or `polling`. */
  onConnection?: (connection: StreamConnection) => void;
}

/** Polling interval while there is no stream, in ms, before up to 50% jitter. */
const POLL_MS = 1_000;
/** Maximum number of states queued for a slow reader; the oldest are dropped. */
const MAX_WAITING = 100;

const DEFAULT_DEPS: StreamDeps = { localNow: () => performance.now(), random: Math.random };

/**
 * Yields a game's current state, and again on every phase change. It reconnects automatically, with jitter, and polls
 * meanwhile; during maintenance, it waits as long as the service requests. It does not replay missed states; read
 * `results` instead.
 *
 * Ends by throwing: the signal's reason once it is aborted, or an ApiError for a permanent error, such as an unknown
 * game.
 */
export async function* followStates(
  api: Pick<StateApi, "current" | "stream">,
  { signal, onConnection }: StreamOptions,
  deps: StreamDeps = DEFAULT_DEPS,
): AsyncGenerator<RoundState, void, undefined> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const untilStopped =
    signal === undefined ? controller.signal : AbortSignal.any([signal, controller.signal]);
  const nextState = follow(api, deps, onConnection ?? (() => {}), untilStopped);
  try {
    for (;;) {
      yield await nextState();
      signal?.throwIfAborted();
    }
  } finally {
    controller.abort();
  }
}

/** Returns a function that waits for the next state, and rejects when there are no more states. */
function follow(
  api: Pick<StateApi, "current" | "stream">,
  deps: StreamDeps,
  onConnection: (connection: StreamConnection) => void,
  signal: AbortSignal,
): () => Promise<RoundState> {
  const stream = new LiveStream(api, deps);
  const waiting: RoundState[] = [];
  let last: RoundState | null = null;
  let reported: StreamConnection = "stale";
  let polling: AbortController | null = null;
  let fault: { error: unknown } | null = null;
  let changed = deferred();

  function receive(state: RoundState | null): void {
    if (state !== null) {
      polling?.abort();
      polling = null;
      report("live");
      add(state);
    } else if (polling === null) {
      polling = new AbortController();
      void poll(AbortSignal.any([signal, polling.signal]));
    }
  }

  async function poll(until: AbortSignal): Promise<void> {
    const retry = new RetryPolicy(deps.random);
    const delay = new InterruptibleDelay();
    while (!until.aborted) {
      let waitMs = POLL_MS * (1 + deps.random() / 2);
      try {
        const state = await api.current(until);
        if (until.aborted) {
          return;
        }
        report("polling");
        add(state);
        if (retry.isFailing) {
          retry.succeed();
          stream.retrySoon();
        }
      } catch (error) {
        if (until.aborted) {
          return;
        }
        if (isFinal(error)) {
          end(error);
          return;
        }
        const { connection, waitMs: backOffMs } = retry.fail(error);
        report(connection);
        waitMs = backOffMs;
      }
      await delay.wait(waitMs, until);
    }
  }

  /** Queues a state if it is new; responses from two servers can arrive out of order. */
  function add(state: RoundState): void {
    const isKnown = last?.round === state.round && last.phase === state.phase;
    if (isKnown || isOutdated(state, last)) {
      return;
    }
    last = state;
    waiting.push(state);
    if (waiting.length > MAX_WAITING) {
      waiting.shift();
    }
    changed.resolve();
  }

  function report(connection: StreamConnection): void {
    if (connection !== reported) {
      reported = connection;
      onConnection(connection);
    }
  }

  function end(error: unknown): void {
    fault ??= { error };
    polling?.abort();
    changed.resolve();
  }

  signal.addEventListener("abort", () => end(signal.reason), { once: true });
  stream.run(signal, receive);
  return async () => {
    for (;;) {
      const state = waiting.shift();
      if (state !== undefined) {
        return state;
      }
      if (fault !== null) {
        throw fault.error;
      }
      await changed.promise;
      changed = deferred();
    }
  };
}

/** Whether retrying cannot help. Status 429 means that the service is too busy. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}
