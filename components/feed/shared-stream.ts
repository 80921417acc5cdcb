import { PHASES } from "../../src/round/phases.ts";
import type { OnState, StateStream } from "../../src/wire/live-stream.ts";
import type { RoundState } from "../../src/wire/responses.ts";

/** Increment this when the messages change, because tabs with different builds can be open at the same time. */
const VERSION = 2;

/** Asks for the connection's holder, releases the connection, or passes on a state; null if the stream is down. */
type Content = { type: "ask" | "release" } | { type: "state"; state: RoundState | null };

/** A message between one game's tables. `from` is the sender's number, 0 to 1. */
type StreamMessage = Content & { version: typeof VERSION; from: number };

export function streamMessage(from: number, content: Content): StreamMessage {
  return { version: VERSION, from, ...content };
}

/** Whether a message has this build's format. Any page of our origin can send one. */
function isStreamMessage(data: unknown): data is StreamMessage {
  const { version, from, type, state } = Object(data);
  return (
    version === VERSION &&
    typeof from === "number" &&
    (type === "ask" || type === "release" || (type === "state" && isStateOrNull(state)))
  );
}

/** Checks the fields that a feed reads itself; the game's fields are passed on unchecked. */
function isStateOrNull(state: unknown): boolean {
  const { round, phase, remainMs } = Object(state);
  return state === null || (round >= 1 && remainMs >= 0 && PHASES.includes(phase));
}

/** A shared stream's dependencies, which tests replace. */
export interface SharedStreamDeps {
  /** Connects all tables of the same game, service and browser. */
  channel: BroadcastChannel;
  /** Returns 0 to 1. */
  random: () => number;
}

/** Maximum time for a holder to respond, plus up to as much jitter, in ms; otherwise it is closed or asleep. */
const RESPONSE_MS = 500;

/**
 * One connection for all of a game's tables in all tabs and frames of one origin: one table holds it and passes on each
 * state. Over HTTP/1.1, a browser opens six connections to a host, and six tables must not use them all.
 *
 * A table that does not get a response opens the connection, so for a moment there can be two holders; the one with the
 * lower number stays. Web Locks would be simpler, but browsers deny them to some frames, and to every page not loaded
 * over TLS.
 */
export class SharedStream implements StateStream {
  readonly #direct: StateStream;
  readonly #channel: BroadcastChannel;
  readonly #random: () => number;
  readonly #number: number;
  /** Set while this table holds the connection. */
  #holding: AbortController | null = null;
  #lastState: RoundState | null = null;
  #signal = AbortSignal.abort();
  #onState: OnState = () => {};
  #responseTimer: ReturnType<typeof setTimeout> | undefined;

  /** `direct` is the connection that this table opens if there is no holder. */
  constructor(direct: StateStream, { channel, random }: SharedStreamDeps) {
    this.#direct = direct;
    this.#channel = channel;
    this.#random = random;
    this.#number = random();
  }

  run(signal: AbortSignal, onState: OnState): void {
    this.#signal = signal;
    this.#onState = onState;
    this.#channel.addEventListener("message", this.#receive, { signal });
    const end = () => {
      this.leave();
      this.#channel.close();
    };
    signal.addEventListener("abort", end, { once: true });
    this.#findHolder();
  }

  retryLater(): void {
    if (this.#holding === null) {
      this.#findHolder();
    } else {
      this.#direct.retryLater();
    }
  }

  retrySoon(): void {
    if (this.#holding !== null) {
      this.#direct.retrySoon();
    }
  }

  reconnect(): void {
    if (this.#holding === null) {
      this.#findHolder();
    } else {
      this.#direct.reconnect();
    }
  }

  /** Leaves the connection to another table until `reconnect`. Call it when the page is being hidden permanently. */
  leave(): void {
    clearTimeout(this.#responseTimer);
    if (this.#holding !== null) {
      this.#release();
      this.#send({ type: "release" });
    }
  }

  readonly #receive = ({ data }: MessageEvent<unknown>) => {
    if (!isStreamMessage(data)) {
      return;
    }
    if (this.#holding === null) {
      if (data.type === "state") {
        clearTimeout(this.#responseTimer);
        this.#onState(data.state);
      } else if (data.type === "release") {
        this.#findHolder();
      }
    } else if (data.type === "state" && data.from < this.#number) {
      this.#release();
      this.#onState(data.state);
    } else if (data.type !== "release") {
      this.#send({ type: "state", state: this.#lastState });
    }
  };

  /** Looks for the connection's holder, and opens a connection if none responds. */
  #findHolder(): void {
    this.#send({ type: "ask" });
    clearTimeout(this.#responseTimer);
    this.#responseTimer = setTimeout(() => this.#open(), RESPONSE_MS * (1 + this.#random()));
  }

  #open(): void {
    const holding = new AbortController();
    this.#holding = holding;
    this.#lastState = null;
    // There is no state yet, but this keeps other tables from opening a connection.
    this.#send({ type: "state", state: null });
    this.#direct.run(AbortSignal.any([this.#signal, holding.signal]), (state) => {
      if (!holding.signal.aborted) {
        this.#lastState = state;
        this.#onState(state);
        this.#send({ type: "state", state });
      }
    });
  }

  #release(): void {
    this.#holding?.abort();
    this.#holding = null;
  }

  #send(content: Content): void {
    this.#channel.postMessage(streamMessage(this.#number, content));
  }
}
