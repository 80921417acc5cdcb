/**
 * The server's time, told from a local clock that only goes forward (`performance.now`): the
 * viewer's own date may be an hour off without harm.
 */
export class ServerClock {
  readonly #localNow: () => number;
  #offsetMs: number | null = null;

  constructor(localNow: () => number) {
    this.#localNow = localNow;
  }

  /** Whether the server's time is known yet. */
  get isSet(): boolean {
    return this.#offsetMs !== null;
  }

  /**
   * Learns the time from an answer: the server read its clock (`serverMs`, epoch ms) somewhere
   * between sending the request and receiving the answer (local ms); the middle is the best guess,
   * at most half of that time off.
   */
  sync(serverMs: number, sentMs: number, receivedMs: number): void {
    this.#offsetMs = serverMs - (sentMs + receivedMs) / 2;
  }

  /** The server's time now, epoch ms. Throws before the first `sync`. */
  now(): number {
    if (this.#offsetMs === null) {
      throw new Error("The server's time is not known yet.");
    }
    return this.#localNow() + this.#offsetMs;
  }
}
