import type { RoundState } from "./answers.ts";
import { ApiError } from "./api-error.ts";
import { interruptibleDelay } from "./interruptible-delay.ts";

/** Receives each message as the service sends it, and null when the stream is down. */
export type OnState<Message = RoundState> = (message: Message | null) => void;

/** A subscription to the states of a game, or to messages of another kind. */
export interface StateStream<Message = RoundState> {
  /** Subscribes until the signal is aborted. Never throws. */
  run(signal: AbortSignal, onState: OnState<Message>): void;
  /** The stream missed a change: disconnects, and retries after the usual wait. */
  retryLater(): void;
  /** The service answers again: a stream that is waiting to retry does so within seconds. */
  retrySoon(): void;
  /** The network or the machine was away: disconnects, and reconnects at once. */
  reconnect(): void;
}

/** A stream that has sent no state after this time has failed, in ms. */
const OPENING_MS = 3_000;
/** The longest wait before the first retry, in ms. It doubles with each failure. */
const RETRY_MS = 10_000;
const MAX_RETRY_MS = 300_000;
/** A stream that lasted this long did not end through a fault of its own, in ms. */
const STABLE_MS = 60_000;
/** A service that refuses the stream with a 4xx will not offer one today. */
const DAY_MS = 86_400_000;

/** What opens a stream, and resolves when the service ends it. */
interface StreamApi<Message> {
  stream(signal: AbortSignal, onMessage: (message: Message) => void): Promise<void>;
}

/** The dependencies of a stream, which tests replace. */
export interface StreamDeps {
  /** Milliseconds of a clock that only goes forward. */
  localNow: () => number;
  /** Returns 0 to 1, for jitter. */
  random: () => number;
}

/** One connection to the service, which reconnects whenever it breaks. */
export class LiveStream<Message = RoundState> implements StateStream<Message> {
  readonly #api: StreamApi<Message>;
  readonly #deps: StreamDeps;
  readonly #delay = interruptibleDelay();
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

  /** A tenth of the longest wait to all of it: ten thousand viewers spread over ten seconds. */
  #backOffMs(): number {
    const longestMs = Math.min(RETRY_MS * 2 ** this.#failures, MAX_RETRY_MS);
    this.#failures += 1;
    return longestMs * (0.1 + 0.9 * this.#deps.random());
  }
}

/** The wait that a refusal asks for, in ms. */
function requestedWaitMs(error: unknown): number {
  if (!(error instanceof ApiError)) {
    return 0;
  }
  return error.status < 500 ? DAY_MS : Math.min(error.retryAfterMs ?? 0, MAX_RETRY_MS);
}
