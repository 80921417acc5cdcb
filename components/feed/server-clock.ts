/** Maximum drift of a viewer's clock from the server's: 0.1 ms per second. */
const DRIFT = 1e-4;

/**
 * The server's time, derived from a monotonic local clock (`performance.now`), so the viewer's date can be wrong.
 *
 * Every response gives a lower and an upper bound for the offset between the clocks. The bounds of all responses are
 * intersected, so the fastest response counts most. The drift widens bounds with age, so newer responses eventually
 * win.
 */
export class ServerClock {
  readonly #localNow: () => number;
  /** The offset, server time minus local time, lies between these, in ms, as of `#learnedMs`. */
  #minOffsetMs = Number.NEGATIVE_INFINITY;
  #maxOffsetMs = Number.POSITIVE_INFINITY;
  #learnedMs = 0;
  #isDoubted = false;

  constructor(localNow: () => number) {
    this.#localNow = localNow;
  }

  get isSet(): boolean {
    return Number.isFinite(this.#maxOffsetMs - this.#minOffsetMs);
  }

  /** The largest possible error of `now`, in ms; Infinity while the time is unknown or in doubt. */
  get errorMs(): number {
    return this.#isDoubted
      ? Number.POSITIVE_INFINITY
      : (this.#maxOffsetMs - this.#minOffsetMs) / 2 + this.#driftSinceMs(this.#localNow());
  }

  /**
   * Learns from a response. Between `sentMs` and `receivedMs` (local ms) the server's clock showed a time
   * from `fromMs` to `toMs` (epoch ms). Pass -Infinity for `sentMs` if the state was pushed.
   */
  learn(fromMs: number, toMs: number, sentMs: number, receivedMs: number): void {
    const minMs = fromMs - receivedMs;
    const maxMs = toMs - sentMs;
    const driftMs = this.#driftSinceMs(receivedMs);
    const widthMs = this.#maxOffsetMs - this.#minOffsetMs;
    this.#learnedMs = receivedMs;
    if (this.#isDoubted && maxMs < Number.POSITIVE_INFINITY) {
      this.#isDoubted = false;
      this.#minOffsetMs = minMs;
      this.#maxOffsetMs = maxMs;
      return;
    }
    this.#minOffsetMs = Math.max(this.#minOffsetMs - driftMs, minMs);
    this.#maxOffsetMs = Math.min(this.#maxOffsetMs + driftMs, maxMs);
    // If the bounds do not overlap, one of the clocks was changed: move ours only as far as needed.
    if (this.#minOffsetMs > maxMs) {
      this.#minOffsetMs = Math.max(minMs, maxMs - widthMs);
    } else if (minMs > this.#maxOffsetMs) {
      this.#maxOffsetMs = Math.min(maxMs, minMs + widthMs);
    }
  }

  /**
   * Makes the next polled response, not a pushed state, replace the bounds, because the local clock might have stopped
   * during sleep.
   */
  doubt(): void {
    this.#isDoubted = true;
  }

  /** The server's time now, epoch ms. Throws before the first response. */
  now(): number {
    if (!this.isSet) {
      throw new Error("The server's time is not known yet.");
    }
    return this.#localNow() + (this.#minOffsetMs + this.#maxOffsetMs) / 2;
  }

  /** How far the clocks can have drifted since the bounds were learned, in ms. */
  #driftSinceMs(localMs: number): number {
    return Math.max(0, localMs - this.#learnedMs) * DRIFT;
  }
}
