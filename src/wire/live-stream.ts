import { ApiError } from "./api-error.ts";
import { InterruptibleDelay } from "./interruptible-delay.ts";
import type { RoundState } from "./responses.ts";

/** Receives each message as the service sends it, and null when the stream is down. */
export type OnState<Message = RoundState> = (message: Message | null) => void;

/** A subscription to a game's states, or to other messages. */
export interface StateStream<Message = RoundState> {
  /** Subscribes until the signal is aborted. Never throws. */
  run(signal: AbortSignal, onState: OnState<Message>): void;
  /** Disconnects, and retries after the usual wait. Call it if the stream has missed a change. */
  retryLater(): void;
  /** Makes a waiting stream retry within seconds. Call it when the service responds again. */
  retrySoon(): void;
  /** Disconnects, and reconnects immediately. Call it after sleep or a network loss. */
  reconnect(): void;
}

/** Maximum time for a new stream to send its first state, in ms. */
const OPENING_MS = 3_000;
/** Maximum wait before the first retry, in ms, which doubles with each failure. */
const RETRY_MS = 10_000;
/** Maximum wait before any retry, in ms. */
const MAX_RETRY_MS = 300_000;
/** A stream that lasted this long resets the number of failures, in ms. */
const STABLE_MS = 60_000;
/** Wait after a 4xx response, in ms: a day. */
const REFUSED_WAIT_MS = 86_400_000;

interface StreamApi<Message> {
  /** Opens a stream. Resolves when the service ends it. */
  stream(signal: AbortSignal, onMessage: (message: Message) => void): Promise<void>;
}

/** A stream's dependencies, which tests replace. */
export interface StreamDeps {
  /** A monotonic clock, in ms. */
  localNow: () => number;
  /** Returns 0 to 1, for jitter. */
  random: () => number;
}

export class LiveStream<Message = RoundState> implements StateStream<Message> {
  readonly #api: StreamApi<Message>;
  readonly #deps: StreamDeps;
  readonly #delay = new InterruptibleDelay();
  #attempt = new AbortController();
  #failures = 0;
  #isWaiting = false;
  #isHurried = false;

  constructor(api: StreamApi<Message>, deps: StreamDeps) {
    this.#api = api;
    this.#deps = deps;
  }

  run(signal: AbortSignal, onState: OnState<Message>): void {
    void this.#keepOpen(signal, onState);
  }

  retryLater(): void {
    this.#attempt.abort();
  }

  retrySoon(): void {
    this.#failures = 0;
    if (this.#isWaiting) {
      this.#isHurried = true;
      this.#delay.interrupt();
    }
  }

  reconnect(): void {
    this.#failures = 0;
    this.#attempt.abort();
    this.#delay.interrupt();
  }

  async #keepOpen(signal: AbortSignal, onState: OnState<Message>): Promise<void> {
    while (!signal.aborted) {
      const startMs = this.#deps.localNow();
      let waitMs = 0;
      try {
        await this.#open(signal, onState);
      } catch (error) {
        waitMs = requestedWaitMs(error);
      }
      if (!signal.aborted) {
        onState(null);
        this.#failures = this.#deps.localNow() - startMs > STABLE_MS ? 0 : this.#failures;
        await this.#wait(waitMs + this.#backOffMs(), signal);
      }
    }
  }

  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    this.#isWaiting = true;
    await this.#delay.wait(ms, signal);
    this.#isWaiting = false;
    if (this.#isHurried) {
      this.#isHurried = false;
      await this.#delay.wait(this.#backOffMs(), signal);
    }
  }

  async #open(signal: AbortSignal, onState: OnState<Message>): Promise<void> {
    const attempt = new AbortController();
    this.#attempt = attempt;
    const opening = setTimeout(() => attempt.abort(), OPENING_MS);
    try {
      await this.#api.stream(AbortSignal.any([signal, attempt.signal]), (state) => {
        clearTimeout(opening);
        onState(state);
      });
    } finally {
      clearTimeout(opening);
    }
  }

  /** A random wait from a tenth of the maximum to all of it, which spreads viewers over time. */
  #backOffMs(): number {
    const longestMs = Math.min(RETRY_MS * 2 ** this.#failures, MAX_RETRY_MS);
    this.#failures += 1;
    return longestMs * (0.1 + 0.9 * this.#deps.random());
  }
}

/** The wait that an error response requests, in ms. */
function requestedWaitMs(error: unknown): number {
  if (!(error instanceof ApiError)) {
    return 0;
  }
  return error.status < 500 ? REFUSED_WAIT_MS : Math.min(error.retryAfterMs ?? 0, MAX_RETRY_MS);
}
