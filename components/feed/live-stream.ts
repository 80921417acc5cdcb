import type { RoundState } from "../../src/wire.ts";
import { ApiError } from "./api.ts";
import type { StateApi } from "./api.ts";
import { timerNap } from "./nap.ts";

/** Hears each state as the service sends it, and null when for now none is to be expected. */
export type Listener = (news: RoundState | null) => void;

/** States that come by themselves. */
export interface StateStream {
  /** Listens from now on, until the signal is aborted. Never fails. */
  run(signal: AbortSignal, tell: Listener): void;
  /** Says that the stream missed a change: it is given up on and tried again after a while. */
  drop(): void;
  /** Says that the service answers again: a stream that waits for long is tried within seconds. */
  hasten(): void;
  /** Has the stream opened anew at once: the network, or the whole machine, was away. */
  renew(): void;
}

/** A stream that has not brought the state of now after this long counts as failed, in ms. */
const OPENING_MS = 3_000;
/** The first try after a failure comes within this time, in ms, and each one within twice as much. */
const RETRY_MS = 10_000;
const MAX_RETRY_MS = 300_000;
/** A stream that held for this long had no fault of its own when it ended, in ms. */
const PROVEN_MS = 60_000;
/** A service that has no stream will have none today. */
const A_DAY_MS = 86_400_000;

/** What a stream takes from its surroundings, so that a test can give its own. */
export interface StreamSurroundings {
  /** Milliseconds of a clock that only goes forward. */
  localNow: () => number;
  /** 0 to 1: spreads the viewers of a service that restarts. */
  random: () => number;
}

/** One connection to the service, opened again whenever it breaks. */
export class LiveStream implements StateStream {
  readonly #api: Pick<StateApi, "stream">;
  readonly #around: StreamSurroundings;
  readonly #nap = timerNap();
  #attempt = new AbortController();
  #failures = 0;
  #isResting = false;
  #isHastened = false;

  constructor(api: Pick<StateApi, "stream">, around: StreamSurroundings) {
    this.#api = api;
    this.#around = around;
  }

  run(signal: AbortSignal, tell: Listener): void {
    void this.#keepOpen(signal, tell);
  }

  drop(): void {
    this.#attempt.abort();
  }

  hasten(): void {
    this.#failures = 0;
    if (this.#isResting) {
      this.#isHastened = true;
      this.#nap.wake();
    }
  }

  renew(): void {
    this.#failures = 0;
    this.#attempt.abort();
    this.#nap.wake();
  }

  async #keepOpen(signal: AbortSignal, tell: Listener): Promise<void> {
    while (!signal.aborted) {
      const startMs = this.#around.localNow();
      let waitMs = 0;
      try {
        await this.#listen(signal, tell);
      } catch (error) {
        waitMs = askedFor(error);
      }
      if (!signal.aborted) {
        tell(null);
        this.#failures = this.#around.localNow() - startMs > PROVEN_MS ? 0 : this.#failures;
        await this.#rest(waitMs + this.#backOff(), signal);
      }
    }
  }

  async #rest(ms: number, signal: AbortSignal): Promise<void> {
    this.#isResting = true;
    await this.#nap.rest(ms, signal);
    this.#isResting = false;
    if (this.#isHastened) {
      this.#isHastened = false;
      await this.#nap.rest(this.#backOff(), signal);
    }
  }

  async #listen(signal: AbortSignal, tell: Listener): Promise<void> {
    const attempt = new AbortController();
    this.#attempt = attempt;
    const opening = setTimeout(() => attempt.abort(), OPENING_MS);
    try {
      await this.#api.stream(AbortSignal.any([signal, attempt.signal]), (state) => {
        clearTimeout(opening);
        tell(state);
      });
    } finally {
      clearTimeout(opening);
    }
  }

  /** From a tenth of the time to all of it: ten thousand viewers spread over ten seconds. */
  #backOff(): number {
    const mostMs = Math.min(RETRY_MS * 2 ** this.#failures, MAX_RETRY_MS);
    this.#failures += 1;
    return mostMs * (0.1 + 0.9 * this.#around.random());
  }
}

/** How long a refusal asks us to wait, in ms. */
function askedFor(error: unknown): number {
  if (!(error instanceof ApiError)) {
    return 0;
  }
  return error.status < 500 ? A_DAY_MS : Math.min(error.retryAfterMs ?? 0, MAX_RETRY_MS);
}
