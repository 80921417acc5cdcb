import { ApiError } from "./api-error.ts";
import type { Connection } from "./connection.ts";

/** The time over which viewers' simultaneous requests are spread, in ms. */
export const JITTER_MS = 2_000;
/** The wait after the first failure, in ms, before jitter; it doubles with each failure. */
const BACK_OFF_MS = 1_000;
/** Maximum wait after a failure, in ms, before jitter. */
const MAX_BACK_OFF_MS = 15_000;
/** Maximum wait that the service can request, in ms. */
const MAX_REQUESTED_MS = 15_000;
/** Number of consecutive failures that count as an outage. */
const OFFLINE_AFTER = 2;

/** Counts failed requests, and derives the connection state and the time of the next attempt. */
export class RetryPolicy {
  readonly #random: () => number;
  #failures = 0;

  /** `random` returns 0 to 1, for jitter. */
  constructor(random: () => number) {
    this.#random = random;
  }

  get isFailing(): boolean {
    return this.#failures > 0;
  }

  succeed(): void {
    this.#failures = 0;
  }

  /** Reports a failure. `waitMs` is how long to wait before a retry. */
  fail(error: unknown): { connection: Connection; waitMs: number } {
    this.#failures += 1;
    const connection = this.#failures < OFFLINE_AFTER ? "stale" : "offline";
    if (error instanceof ApiError && error.status === 503) {
      const requestedMs = Math.min(error.retryAfterMs ?? MAX_REQUESTED_MS, MAX_REQUESTED_MS);
      return {
        connection:
          error.reason === "suspended"
            ? "suspended"
            : error.code === "maintenance"
              ? "maintenance"
              : connection,
        waitMs: requestedMs + this.#random() * JITTER_MS,
      };
    }
    const backOffMs = Math.min(BACK_OFF_MS * 2 ** (this.#failures - 1), MAX_BACK_OFF_MS);
    return { connection, waitMs: backOffMs * (0.5 + this.#random() / 2) };
  }
}
