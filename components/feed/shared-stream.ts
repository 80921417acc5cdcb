import type { RoundState } from "../../src/wire.ts";
import type { Listener, StateStream } from "./live-stream.ts";

/** What a table says to the others: it asks who holds the stream, hands on news, or lets it go. */
type Words = { says: "who?" | "bye" } | { says: "news"; news: RoundState | null };

/** What a stream that is shared takes from its surroundings. */
export interface SharingSurroundings {
  /** To all tables of the same game, service and browser, but not to itself. */
  channel: BroadcastChannel;
  /** 0 to 1. */
  random: () => number;
}

/** One that has not answered after this long, up to twice as long, is not there or sleeps. */
const ANSWER_MS = 500;

/**
 * One connection for all tables of a game in all tabs and frames of one origin: one of them holds it
 * and hands on what it hears. A browser opens six connections to a host over HTTP/1.1, and six tables
 * must not take them all.
 *
 * Who finds that nobody answers opens the connection, so for a moment there may be two; of these the
 * one with the lower number stays. Why no locks: browsers deny them to many a frame, and to any page
 * that came without TLS.
 */
export class SharedStream implements StateStream {
  readonly #own: StateStream;
  readonly #channel: BroadcastChannel;
  readonly #random: () => number;
  readonly #number: number;
  /** While this table holds the connection. */
  #holding: AbortController | null = null;
  #last: RoundState | null = null;
  #signal = AbortSignal.abort();
  #tell: Listener = () => {};
  #silence: ReturnType<typeof setTimeout> | undefined;

  /** `own` is the connection. */
  constructor(own: StateStream, { channel, random }: SharingSurroundings) {
    this.#own = own;
    this.#channel = channel;
    this.#random = random;
    this.#number = random();
  }

  run(signal: AbortSignal, tell: Listener): void {
    this.#signal = signal;
    this.#tell = tell;
    const hear = ({ data }: MessageEvent<Words & { from: number }>) => this.#hear(data);
    this.#channel.addEventListener("message", hear, { signal });
    signal.addEventListener("abort", () => this.#end(), { once: true });
    this.#ask();
  }

  drop(): void {
    if (this.#holding === null) {
      this.#ask();
    } else {
      this.#own.drop();
    }
  }

  hasten(): void {
    if (this.#holding !== null) {
      this.#own.hasten();
    }
  }

  renew(): void {
    if (this.#holding === null) {
      this.#ask();
    } else {
      this.#own.renew();
    }
  }

  /** Lets another table have the connection, until `renew`: nobody sees this page any more. */
  leave(): void {
    clearTimeout(this.#silence);
    if (this.#holding !== null) {
      this.#letGo();
      this.#say({ says: "bye" });
    }
  }

  #end(): void {
    this.leave();
    this.#channel.close();
  }

  #hear(words: Words & { from: number }): void {
    if (this.#holding === null) {
      if (words.says === "news") {
        clearTimeout(this.#silence);
        this.#tell(words.news);
      } else if (words.says === "bye") {
        this.#ask();
      }
    } else if (words.says === "news" && words.from < this.#number) {
      this.#letGo();
      this.#tell(words.news);
    } else if (words.says !== "bye") {
      this.#say({ says: "news", news: this.#last });
    }
  }

  /** Asks who holds the connection, and opens one if nobody answers. */
  #ask(): void {
    this.#say({ says: "who?" });
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#hold(), ANSWER_MS * (1 + this.#random()));
  }

  #hold(): void {
    const holding = new AbortController();
    this.#holding = holding;
    this.#last = null;
    // There is none yet, but the others need not open one.
    this.#say({ says: "news", news: null });
    this.#own.run(AbortSignal.any([this.#signal, holding.signal]), (news) => {
      if (!holding.signal.aborted) {
        this.#last = news;
        this.#tell(news);
        this.#say({ says: "news", news });
      }
    });
  }

  #letGo(): void {
    this.#holding?.abort();
    this.#holding = null;
  }

  #say(words: Words): void {
    this.#channel.postMessage({ from: this.#number, ...words });
  }
}
