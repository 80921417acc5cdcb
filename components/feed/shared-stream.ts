import { PHASES } from "../../src/round/phases.ts";
import type { RoundState } from "../../src/wire/answers.ts";
import type { OnState, StateStream } from "../../src/wire/live-stream.ts";

/** Raise this when the messages change. After an update, tabs of both builds are open side by side. */
const VERSION = 2;

/** Asks who holds the connection, releases it, or passes on what arrived; null: the stream is down. */
type Content = { type: "ask" | "release" } | { type: "state"; state: RoundState | null };

/** What the tables of one game send each other. `from` is the number of the sender, 0 to 1. */
type StreamMessage = Content & { version: typeof VERSION; from: number };

/** A message of this build. */
export function streamMessage(from: number, content: Content): StreamMessage {
  return { version: VERSION, from, ...content };
}

/** Whether a message comes from a build that means the same by it. Any page of our origin can send one. */
function isStreamMessage(data: unknown): data is StreamMessage {
  const { version, from, type, state } = Object(data);
  return (
    version === VERSION &&
    typeof from === "number" &&
    (type === "ask" || type === "release" || (type === "state" && isStateOrNull(state)))
  );
}

/** Checks what a feed reads itself. The fields of a game are as the service sent them. */
function isStateOrNull(state: unknown): boolean {
  const { round, phase, remainMs } = Object(state);
  return state === null || (round >= 1 && remainMs >= 0 && PHASES.includes(phase));
}

/** The dependencies of a shared stream, which tests replace. */
export interface SharedStreamDeps {
  /** Reaches all other tables of the same game, service and browser. */
  channel: BroadcastChannel;
  /** Returns 0 to 1. */
  random: () => number;
}

/** A holder that has not answered after this time, plus as much jitter, is gone or asleep, in ms. */
const ANSWER_MS = 500;

/**
 * One connection for all tables of a game in all tabs and frames of one origin: one table holds it and
 * passes on each state. Over HTTP/1.1 a browser opens six connections to a host, and six tables must
 * not use them all.
 *
 * A table that gets no answer opens the connection, so for a moment there may be two holders; the one
 * with the lower number stays. Web Locks would be simpler, but browsers deny them to some frames, and
 * to every page that was not loaded over TLS.
 */
export class SharedStream implements StateStream {
  readonly #own: StateStream;
  readonly #channel: BroadcastChannel;
  readonly #random: () => number;
  readonly #number: number;
  /** Set while this table holds the connection. */
  #holding: AbortController | null = null;
  #last: RoundState | null = null;
  #signal = AbortSignal.abort();
  #onState: OnState = () => {};
  #unanswered: ReturnType<typeof setTimeout> | undefined;

  /** `own` is the connection that this table opens if it has to. */
  constructor(own: StateStream, { channel, random }: SharedStreamDeps) {
    this.#own = own;
    this.#channel = channel;
    this.#random = random;
    this.#number = random();
  }

  run(signal: AbortSignal, onState: OnState): void {
    this.#signal = signal;
    this.#onState = onState;
    this.#channel.addEventListener("message", this.#receive, { signal });
    signal.addEventListener("abort", () => this.#end(), { once: true });
    this.#ask();
  }

  retryLater(): void {
    if (this.#holding === null) {
      this.#ask();
    } else {
      this.#own.retryLater();
    }
  }

  retrySoon(): void {
    if (this.#holding !== null) {
      this.#own.retrySoon();
    }
  }

  reconnect(): void {
    if (this.#holding === null) {
      this.#ask();
    } else {
      this.#own.reconnect();
    }
  }

  /** Leaves the connection to another table until `reconnect`: this page is being hidden for good. */
  leave(): void {
    clearTimeout(this.#unanswered);
    if (this.#holding !== null) {
      this.#release();
      this.#send({ type: "release" });
    }
  }

  #end(): void {
    this.leave();
    this.#channel.close();
  }

  readonly #receive = ({ data }: MessageEvent<unknown>) => {
    if (!isStreamMessage(data)) {
      return;
    }
    if (this.#holding === null) {
      if (data.type === "state") {
        clearTimeout(this.#unanswered);
        this.#onState(data.state);
      } else if (data.type === "release") {
        this.#ask();
      }
    } else if (data.type === "state" && data.from < this.#number) {
      this.#release();
      this.#onState(data.state);
    } else if (data.type !== "release") {
      this.#send({ type: "state", state: this.#last });
    }
  };

  /** Asks who holds the connection, and opens one if nobody answers. */
  #ask(): void {
    this.#send({ type: "ask" });
    clearTimeout(this.#unanswered);
    this.#unanswered = setTimeout(() => this.#hold(), ANSWER_MS * (1 + this.#random()));
  }

  #hold(): void {
    const holding = new AbortController();
    this.#holding = holding;
    this.#last = null;
    // No state yet, but this keeps the others from opening a connection as well.
    this.#send({ type: "state", state: null });
    this.#own.run(AbortSignal.any([this.#signal, holding.signal]), (state) => {
      if (!holding.signal.aborted) {
        this.#last = state;
        this.#onState(state);
        this.#send({ type: "state", state });
      }
    });
  }

  #release(): void {
    this.#holding?.abort();
    this.#holding = null;
  }

  #send(content: Parameters<typeof streamMessage>[1]): void {
    this.#channel.postMessage(streamMessage(this.#number, content));
  }
}
