import type { OnState, StateStream } from "../../src/feed/live-stream.ts";
import type { LobbyChange } from "../../src/wire.ts";

/** The streams of all tables of a lobby over one connection. */
export class LobbyStream {
  readonly #own: StateStream<LobbyChange>;
  readonly #listeners = new Map<string, OnState>();
  #isRunning = false;

  /** `own` is that connection. */
  constructor(own: StateStream<LobbyChange>) {
    this.#own = own;
  }

  /** The stream of one table. A closed one gets null, as if its stream were down, and asks why. */
  of(slug: string): StateStream {
    const own = this.#own;
    return {
      run: (signal, onState) => {
        this.#listeners.set(slug, onState);
        this.#run(signal);
      },
      retryLater: () => own.retryLater(),
      retrySoon: () => own.retrySoon(),
      reconnect: () => own.reconnect(),
    };
  }

  /** All tables run until the same signal is aborted, so the first one begins it. */
  #run(signal: AbortSignal): void {
    if (this.#isRunning) {
      return;
    }
    this.#isRunning = true;
    signal.addEventListener("abort", () => (this.#isRunning = false), { once: true });
    this.#own.run(signal, (change) => {
      if (change === null) {
        this.#listeners.forEach((onState) => onState(null));
      } else {
        this.#listeners.get(change.game)?.(change.state);
      }
    });
  }
}
