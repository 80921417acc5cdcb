import type { RoundState } from "../../src/wire.ts";
import type { Listener, StateStream } from "./live-stream.ts";

/** The parts of a browser by which tabs and frames of one origin come to terms. */
export interface Commons {
  /** Undefined on pages that came without TLS. */
  locks: LockManager | undefined;
  openChannel: (name: string) => BroadcastChannel;
  random: () => number;
}

/** Asks the one that holds the stream for what it heard last. */
const PING = "?";
/** One that has not answered after this long, up to twice as long, sleeps: another takes over. */
const ANSWER_MS = 3_000;

/**
 * One connection for all tables of a game in all tabs and frames of one origin: whoever holds a lock
 * of the browser's holds the connection, and hands on what it hears. A browser opens six connections
 * to a host over HTTP/1.1 and six tables must not take them all.
 */
export class SharedStream implements StateStream {
  readonly #name: string;
  readonly #own: StateStream;
  readonly #commons: Commons;
  readonly #ownIsCheap: () => boolean;
  #channel: BroadcastChannel | null = null;
  #isHolder = false;
  #last: RoundState | null = null;
  #turn = new AbortController();
  #silence: ReturnType<typeof setTimeout> | undefined;

  /**
   * `own` is the connection. Where nothing can be shared it is opened only if `ownIsCheap`: else six
   * frames on a page would hold all of its connections.
   */
  constructor(name: string, own: StateStream, commons: Commons, ownIsCheap: () => boolean) {
    this.#name = name;
    this.#own = own;
    this.#commons = commons;
    this.#ownIsCheap = ownIsCheap;
  }

  async run(signal: AbortSignal, tell: Listener): Promise<void> {
    try {
      await this.#share(signal, tell);
    } catch {
      // No locks, or none for a frame whose origin is its own alone.
      this.#isHolder = true;
      if (this.#ownIsCheap()) {
        await this.#own.run(signal, tell);
      }
    } finally {
      this.#channel?.close();
      clearTimeout(this.#silence);
    }
  }

  drop(): void {
    if (this.#isHolder) {
      this.#own.drop();
    } else {
      this.#ping();
    }
  }

  renew(): void {
    if (this.#isHolder) {
      this.#own.renew();
    } else {
      this.#ping();
    }
  }

  async #share(signal: AbortSignal, tell: Listener): Promise<void> {
    const { locks, openChannel } = this.#commons;
    if (locks === undefined) {
      throw new TypeError("There are no locks.");
    }
    const channel = openChannel(this.#name);
    this.#channel = channel;
    channel.addEventListener(
      "message",
      ({ data }: MessageEvent<RoundState | typeof PING | null>) => {
        if (data !== PING && !this.#isHolder) {
          clearTimeout(this.#silence);
          tell(data);
        } else if (data === PING && this.#isHolder) {
          channel.postMessage(this.#last);
        }
      },
    );
    const handOn: Listener = (news) => {
      this.#last = news;
      tell(news);
      channel.postMessage(news);
    };
    this.#ping();
    let isTheft = false;
    while (!signal.aborted) {
      isTheft = await this.#takeTurn(locks, isTheft, signal, handOn);
    }
  }

  /** Waits for the lock, or takes it, and holds the stream until the end. Says whether to take it next. */
  async #takeTurn(
    locks: LockManager,
    isTheft: boolean,
    signal: AbortSignal,
    handOn: Listener,
  ): Promise<boolean> {
    const turn = new AbortController();
    const holding = new AbortController();
    this.#turn = turn;
    const options = isTheft ? { steal: true } : { signal: AbortSignal.any([signal, turn.signal]) };
    try {
      await locks.request(this.#name, options, async () => {
        clearTimeout(this.#silence);
        this.#isHolder = true;
        await this.#own.run(AbortSignal.any([signal, holding.signal]), handOn);
      });
    } catch (error) {
      // The lock was taken from us, or our turn ended before it came.
      holding.abort();
      if (!(error instanceof DOMException && error.name === "AbortError")) {
        throw error;
      }
    } finally {
      this.#isHolder = false;
    }
    return turn.signal.aborted;
  }

  #ping(): void {
    this.#channel?.postMessage(PING);
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#turn.abort(), ANSWER_MS * (1 + this.#commons.random()));
  }
}
