import { setMaxListeners } from "node:events";
import { onTestFinished, vi } from "vitest";
import { TableEvents } from "../../../components/element/table-events.ts";
import { StateFeed } from "../../../components/feed/state-feed.ts";
import { createOracle } from "../../../server/oracle/oracle.ts";
import type { Oracle } from "../../../server/oracle/oracle.ts";
import { exactly } from "../../../server/oracle/time-source.ts";
import type { Game } from "../../../src/games/contract.ts";
import type { KnownGame } from "../../../src/games/index.ts";
import type { Snapshot } from "../../../src/hud/table/snapshot.ts";
import { roundAt, roundStartMs } from "../../../src/round/phases.ts";
import type { RoundState } from "../../../src/wire/answers.ts";
import { ApiError } from "../../../src/wire/api-error.ts";
import { LiveStream } from "../../../src/wire/live-stream.ts";
import { TIMEOUT_MS } from "../../../src/wire/service-requests.ts";

/** A phase change as a page would announce it. */
export interface Announced {
  state: RoundState;
  /** The server's time when it was announced, epoch ms. */
  atMs: number;
}

/** What goes wrong with a request: no answer at all, an answer never, or a refusal. */
export type Fault = "network" | "silence" | { status: number; retryAfterS?: number };

/** What a viewer's surroundings are like. */
export interface Conditions {
  game: Game;
  /** The server's time at the beginning, epoch ms. */
  startMs: number;
  /** How long an answer takes, in ms; half of it on the way there. */
  latencyMs?: (request: number) => number;
  /** What goes wrong at a moment, if anything. A stream that is open breaks off. */
  faultAt?: (nowMs: number, path: string) => Fault | null;
  random?: () => number;
  /** What decides the service's rounds; rounds of mode `seed` if left out. */
  oracle?: Oracle;
  /** How fast the viewer's clock runs, 1 being right. */
  pace?: number;
  /** What the service's clock says at a time; that time if left out. */
  serverMs?: (nowMs: number) => number;
}

/** A service that has no stream, as before there was one. */
export function unlessStream(nowMs: number, path: string): Fault | null {
  return path === "stream" && nowMs > 0 ? { status: 404 } : null;
}

/**
 * A feed against the real oracle in simulated time: hours pass in a moment. One at a time, since
 * there is one time.
 */
export class SimulatedService {
  readonly requests: { path: string; atMs: number }[] = [];
  readonly announced: Announced[] = [];
  readonly feed: StateFeed;
  readonly #conditions: Conditions;
  readonly #oracle: Oracle;
  readonly #host = new EventTarget();
  readonly #events = new TableEvents(this.#host);
  readonly #stop = new AbortController();
  #isRunning = false;
  #aheadMs = 12_345;
  /** Connections from before this are dead, and nobody says so. */
  #cutAtMs = 0;

  constructor(conditions: Conditions) {
    this.#conditions = conditions;
    this.#oracle =
      conditions.oracle ?? createOracle({ secret: new Uint8Array(32), timeZone: "UTC" });
    vi.useFakeTimers({
      now: conditions.startMs,
      toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
    });
    // Its requests listen to it, and in a moment of ours there are more of them than Node expects.
    setMaxListeners(0, this.#stop.signal);
    onTestFinished(() => this.end());
    const { random = () => 0.5 } = conditions;
    const localNow = () => this.localNow();
    const api = this.#api();
    const stream = new LiveStream(api, { localNow, random });
    const { game } = conditions;
    this.feed = new StateFeed({ game, api, stream, localNow, random }, () =>
      this.#events.follow(game as KnownGame, this.feed),
    );
    this.#host.addEventListener("phase", () => {
      this.announced.push({ state: this.feed.state as RoundState, atMs: this.nowMs });
    });
  }

  /** The time, epoch ms. */
  get nowMs(): number {
    return Date.now();
  }

  /** What the service's clock says, epoch ms. */
  get serverMs(): number {
    return this.#conditions.serverMs?.(this.nowMs) ?? this.nowMs;
  }

  /** The snapshot that a page served now would bring along. */
  snapshot(): Snapshot & { state: RoundState } {
    return {
      schedule: this.#oracle.schedule(this.#game, this.serverMs),
      state: this.#oracle.current(this.#game, exactly(this.serverMs)),
      results: this.#oracle.results(this.#game, this.serverMs, { limit: 72 }),
    };
  }

  /** Lets the feed run for this long. */
  async run(forMs: number): Promise<void> {
    if (!this.#isRunning) {
      this.#isRunning = true;
      void this.feed.run(this.#stop.signal);
    }
    await vi.advanceTimersByTimeAsync(forMs);
  }

  /**
   * The viewer's machine sleeps for this long: its timers stop, and its clock if it is of that
   * kind. Its connections are dead when it wakes, and nobody says so.
   */
  sleep(forMs: number, clockStops: boolean): void {
    if (clockStops) {
      this.#aheadMs -= forMs * (this.#conditions.pace ?? 1);
    }
    vi.setSystemTime(this.nowMs + forMs);
    this.cut();
  }

  /** Kills the stream that is open now, and nobody says so. */
  cut(): void {
    this.#cutAtMs = this.nowMs;
  }

  /** Takes the feed and its timers away. */
  end(): void {
    this.#stop.abort();
    vi.useRealTimers();
  }

  /** The local clock of the viewer: it began years from now, and it is not a date. */
  localNow(): number {
    const { startMs, pace = 1 } = this.#conditions;
    return (this.nowMs - startMs) * pace + this.#aheadMs;
  }

  /** How many requests there were since a time, of all kinds or of one. */
  asked(sinceMs: number, path = ""): number {
    return this.requests.filter((asked) => asked.atMs >= sinceMs && asked.path.includes(path))
      .length;
  }

  get #game(): Game {
    return this.#conditions.game;
  }

  #api() {
    return {
      current: (signal: AbortSignal) =>
        this.#answer("current", signal, (nowMs) => this.#current(nowMs)),
      schedule: (signal: AbortSignal) =>
        this.#answer("schedule", signal, (nowMs) => this.#oracle.schedule(this.#game, nowMs)),
      results: (limit: number, signal: AbortSignal) =>
        this.#answer("results", signal, (nowMs) =>
          this.#oracle.results(this.#game, nowMs, { limit }),
        ),
      stream: (signal: AbortSignal, received: (state: RoundState) => void) =>
        this.#stream(signal, received),
    };
  }

  async #stream(signal: AbortSignal, received: (state: RoundState) => void): Promise<void> {
    const openedAtMs = this.nowMs;
    let state = await this.#answer("stream", signal, (nowMs) => this.#current(nowMs));
    received(state);
    for (;;) {
      const { toMs } = this.#oracle.standing(this.#game, exactly(this.serverMs)) ?? {
        toMs: Infinity,
      };
      await passed(Math.min(toMs - this.serverMs, 500), signal);
      const fault = this.#faultOf("stream");
      if (fault === "network") {
        throw new TypeError("network error");
      }
      if (this.#oracle.standing(this.#game, exactly(this.serverMs)) === null) {
        return;
      }
      const next = this.#oracle.current(this.#game, exactly(this.serverMs));
      const isCut = openedAtMs < this.#cutAtMs;
      if (
        fault === null &&
        !isCut &&
        `${next.round} ${next.phase}` !== `${state.round} ${state.phase}`
      ) {
        state = next;
        await passed(this.#latencyMs() / 2, signal);
        received(next);
      }
    }
  }

  /** Refuses as the service does while no round is open. */
  #current(nowMs: number): RoundState {
    if (this.#oracle.standing(this.#game, exactly(nowMs)) !== null) {
      return this.#oracle.current(this.#game, exactly(nowMs));
    }
    const { intervalMs } = this.#game;
    const nextMs = roundStartMs(roundAt(nowMs, intervalMs) + 1, intervalMs);
    const headers = { "retry-after": String(Math.ceil((nextMs - nowMs) / 1_000)) };
    const refusal = new Response(null, { status: 503, headers });
    throw new ApiError(refusal, { reason: "suspended" });
  }

  async #answer<T>(path: string, signal: AbortSignal, at: (nowMs: number) => T): Promise<T> {
    this.requests.push({ path, atMs: this.nowMs });
    const latencyMs = this.#latencyMs();
    await passed(latencyMs / 2, signal);
    const fault = this.#faultOf(path);
    if (fault === "silence") {
      // A stream may say nothing for as long as it likes.
      await passed(path === "stream" ? Number.MAX_SAFE_INTEGER : TIMEOUT_MS, signal);
      throw new DOMException("The operation timed out.", "TimeoutError");
    }
    const answer = fault === null ? at(Math.floor(this.serverMs)) : undefined;
    await passed(latencyMs / 2, signal);
    if (fault === "network") {
      throw new TypeError("Failed to fetch");
    }
    if (typeof fault === "object" && fault !== null) {
      const headers =
        fault.retryAfterS === undefined ? {} : { "retry-after": `${fault.retryAfterS}` };
      throw new ApiError(new Response(null, { status: fault.status, headers }));
    }
    return answer as T;
  }

  #faultOf(path: string): Fault | null {
    return this.#conditions.faultAt?.(this.nowMs, path) ?? null;
  }

  #latencyMs(): number {
    return this.#conditions.latencyMs?.(this.requests.length) ?? 40;
  }
}

/** Resolves after so long, and rejects when the signal says so. */
async function passed(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // More than a timer takes is never.
  const timer = setTimeout(resolve, Math.min(ms, 2 ** 31 - 1));
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}
