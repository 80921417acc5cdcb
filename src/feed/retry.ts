import type { Connection } from "../table/connection.ts";
import { ApiError } from "./api-error.ts";

/** When all viewers have the same reason to send a request, they spread over this time, in ms. */
export const JITTER_MS = 2_000;
/** The wait after a failure, in ms: the shortest and the longest, before jitter. */
const MIN_BACK_OFF_MS = 1_000;
const MAX_BACK_OFF_MS = 5_000;
/** The longest that we wait during maintenance, whatever `Retry-After` says, in ms. */
const MAX_MAINTENANCE_MS = 15_000;
/** This many failures in a row are an outage. */
const OFFLINE_AFTER = 3;

/** Counts failed requests: what they say about the connection, and when to try again. */
export class RetryPolicy {
  readonly #random: () => number;
  #failures = 0;
  /** When the first of these failures happened, local ms. */
  #sinceMs = 0;

  /** `random` returns 0 to 1, for jitter. */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** Whether the last request failed. */
  get isFailing(): boolean {
    return this.#failures > 0;
  }

  /** Reports that the service answered. */
  succeed(): void {
    this.#failures = 0;
  }

  /** Reports a failure at `nowMs` of the local clock. `waitMs` is how long to wait before a retry. */
  fail(error: unknown, nowMs: number): { connection: Connection; waitMs: number } {
    this.#sinceMs = this.#failures === 0 ? nowMs : this.#sinceMs;
    this.#failures += 1;
    if (error instanceof ApiError && error.status === 503) {
      const askedMs = Math.min(error.retryAfterMs ?? MAX_MAINTENANCE_MS, MAX_MAINTENANCE_MS);
      return {
        connection: error.reason === "suspended" ? "suspended" : "maintenance",
        waitMs: askedMs + this.#random() * JITTER_MS,
      };
    }
    // One percent of the outage so far: after three minutes of it, everyone is back within two seconds.
    const backOffMs = Math.max((nowMs - this.#sinceMs) / 100, MIN_BACK_OFF_MS);
    return {
      connection: this.#failures < OFFLINE_AFTER ? "stale" : "offline",
      waitMs: Math.min(backOffMs, MAX_BACK_OFF_MS) * (0.5 + this.#random() / 2),
    };
  }
}
