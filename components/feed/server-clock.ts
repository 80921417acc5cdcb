/** How fast a viewer's clock may run away from the server's: 0.1 ms a second. */
const DRIFT = 1e-4;

/**
 * The server's time, told from a local clock that only goes forward (`performance.now`): the
 * viewer's own date may be an hour off without harm.
 *
 * Whatever the server says bounds how far its clock is ahead of the local one. The bounds of all that
 * was heard hold together, so the answer that was quickest counts most; they widen by the drift as
 * they age, so a newer one wins in the end.
 */
export class ServerClock {
  readonly #localNow: () => number;
  /** The server's time less the local one lies between these, in ms, as of `#learnedMs`. */
  #leastMs = Number.NEGATIVE_INFINITY;
  #mostMs = Number.POSITIVE_INFINITY;
  #learnedMs = 0;
  #isDoubted = false;

  constructor(localNow: () => number) {
    this.#localNow = localNow;
  }

  /** Whether the server's time is known yet. */
  get isSet(): boolean {
    return Number.isFinite(this.#mostMs - this.#leastMs);
  }

  /** How far off `now` may be at most, in ms; Infinity while it is unknown or in doubt. */
  get errorMs(): number {
    return this.#isDoubted
      ? Number.POSITIVE_INFINITY
      : (this.#mostMs - this.#leastMs) / 2 + this.#driftSince(this.#localNow());
  }

  /**
   * Learns the time from an answer: the server read its clock somewhere between sending the request
   * and receiving the answer (local ms), and it then stood between `fromMs` and `toMs` (epoch ms).
   * An answer that nobody asked for was sent at -Infinity.
   */
  learn(fromMs: number, toMs: number, sentMs: number, receivedMs: number): void {
    const leastMs = fromMs - receivedMs;
    const mostMs = toMs - sentMs;
    const driftMs = this.#driftSince(receivedMs);
    const widthMs = this.#mostMs - this.#leastMs;
    this.#learnedMs = receivedMs;
    if (this.#isDoubted && mostMs < Number.POSITIVE_INFINITY) {
      this.#isDoubted = false;
      this.#leastMs = leastMs;
      this.#mostMs = mostMs;
      return;
    }
    // Where the two do not meet, a clock was set: what is known moves as far as it must.
    this.#leastMs = Math.max(this.#leastMs - driftMs, leastMs);
    this.#mostMs = Math.min(this.#mostMs + driftMs, mostMs);
    if (this.#leastMs > mostMs) {
      this.#leastMs = Math.max(leastMs, mostMs - widthMs);
    } else if (leastMs > this.#mostMs) {
      this.#mostMs = Math.min(mostMs, leastMs + widthMs);
    }
  }

  /** Has the next answer to a request count alone: the local clock may have stood still in sleep. */
  doubt(): void {
    this.#isDoubted = true;
  }

  /** The server's time now, epoch ms. Throws before the first answer. */
  now(): number {
    if (!this.isSet) {
      throw new Error("The server's time is not known yet.");
    }
    return this.#localNow() + (this.#leastMs + this.#mostMs) / 2;
  }

  /** How far the clocks may have run apart since the bounds were learned, in ms. */
  #driftSince(localMs: number): number {
    return Math.max(0, localMs - this.#learnedMs) * DRIFT;
  }
}
