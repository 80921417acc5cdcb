import type { Link } from "../../src/table/freshness.ts";
import { ApiError } from "./api.ts";
import { SPREAD_MS } from "./spread.ts";

/** How soon to ask again after failures: at first, and at most. */
const MIN_BACK_OFF_MS = 1_000;
const MAX_BACK_OFF_MS = 5_000;
/** The longest wait that maintenance asks of us. */
const MAX_MAINTENANCE_MS = 15_000;
/** So many failures in a row are an outage. */
const OFFLINE_AFTER = 3;

/** The failures to reach a service since it last answered: what they mean, and when to ask again. */
export class Failures {
  readonly #random: () => number;
  #count = 0;
  #sinceMs = 0;

  /** `random` gives 0 to 1: it spreads the viewers' requests. */
  constructor(random: () => number) {
    this.#random = random;
  }

  get areAny(): boolean {
    return this.#count > 0;
  }

  /** The service answered. */
  forget(): void {
    this.#count = 0;
  }

  /** Adds one, which came at `nowMs` of the local clock. */
  add(error: unknown, nowMs: number): { link: Link; waitMs: number } {
    this.#sinceMs = this.#count === 0 ? nowMs : this.#sinceMs;
    this.#count += 1;
    if (error instanceof ApiError && error.status === 503) {
      const askedMs = Math.min(error.retryAfterMs ?? MAX_MAINTENANCE_MS, MAX_MAINTENANCE_MS);
      return {
        link: error.reason === "suspended" ? "suspended" : "maintenance",
        waitMs: askedMs + this.#random() * SPREAD_MS,
      };
    }
    // The longer it lasts the less often: after an outage of three minutes it is over within two seconds.
    const backOffMs = Math.max((nowMs - this.#sinceMs) / 100, MIN_BACK_OFF_MS);
    return {
      link: this.#count < OFFLINE_AFTER ? "stale" : "offline",
      waitMs: Math.min(backOffMs, MAX_BACK_OFF_MS) * (0.5 + this.#random() / 2),
    };
  }
}
