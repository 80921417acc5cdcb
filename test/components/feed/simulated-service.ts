import { setMaxListeners } from "node:events";
import { onTestFinished, vi } from "vitest";
import { ElementEvents } from "../../../components/element/table-events.ts";
import { StateFeed } from "../../../components/feed/state-feed.ts";
import { createOracle } from "../../../server/oracle/oracle.ts";
import type { Oracle } from "../../../server/oracle/oracle.ts";
import { exactTime } from "../../../server/oracle/time-source.ts";
import type { Game } from "../../../src/games/contract.ts";
import type { KnownGame } from "../../../src/games/index.ts";
import type { Snapshot } from "../../../src/hud/table/snapshot.ts";
import { roundAt, roundStartMs } from "../../../src/round/phases.ts";
import { ApiError } from "../../../src/wire/api-error.ts";
import { LiveStream } from "../../../src/wire/live-stream.ts";
import type { ProblemCode } from "../../../src/wire/problem.ts";
import type { RoundState } from "../../../src/wire/responses.ts";
import { TIMEOUT_MS } from "../../../src/wire/service-requests.ts";

export interface Announced {
  state: RoundState;
  /** The server's time when it was announced, epoch ms. */
  atMs: number;
}

export type Fault =
  | "network"
  | "silence"
  | { status: number; retryAfterS?: number; code?: ProblemCode };

export interface Conditions {
  game: Game;
  /** The server's time at the start, epoch ms. */
  startMs: number;
  /** A request's duration, in ms, half of it on the way to the server. */
  latencyMs?: (request: number) => number;
  /** The fault at a given time, if any. It also breaks an open stream. */
  faultAt?: (nowMs: number, path: string) => Fault | null;
  random?: () => number;
  /** Determines the service's rounds; by default in `seed` mode. */
  oracle?: Oracle;
  /** The speed of the viewer's clock; 1 is correct. */
  pace?: number;
}

export function unlessStream(nowMs: number, path: string): Fault | null {
  return path === "stream" && nowMs > 0 ? { status: 404 } : null;
}

export const WAYS: { way: string; faultAt: NonNullable<Conditions["faultAt"]> }[] = [
  { way: "streaming", faultAt: () => null },
  { way: "polling", faultAt: unlessStream },
];

/** Runs a feed against the real oracle in simulated time. One at a time, since fake timers are global. */
export class SimulatedService {
  readonly requests: { path: string; atMs: number }[] = [];
  readonly announced: Announced[] = [];
  readonly feed: StateFeed;
  readonly #conditions: Conditions;
  readonly #oracle: Oracle;
  readonly #host = new EventTarget();
  readonly #events = new ElementEvents(this.#host);
  readonly #stop = new AbortController();
  #isRunning = false;
  #aheadMs = 12_345;
  /** Connections older than this are silently dead. */
  #cutAtMs = 0;

  constructor(conditions: Conditions) {
    this.#conditions = conditions;
    this.#oracle =
      conditions.oracle ?? createOracle({ secret: new Uint8Array(32), timeZone: "UTC" });
    vi.useFakeTimers({
      now: conditions.startMs,
      toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
    });
    // More requests listen to it at one simulated instant than Node expects.
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

  get nowMs(): number {
    return Date.now();
  }

  snapshot(): Snapshot & { state: RoundState } {
    return {
      schedule: this.#oracle.schedule(this.#game, this.nowMs),
      state: this.#oracle.current(this.#game, exactTime(this.nowMs)),
      closed: null,
      results: this.#oracle.results(this.#game, this.nowMs, { limit: 72 }),
    };
  }

  async run(forMs: number): Promise<void> {
    if (!this.#isRunning) {
      this.#isRunning = true;
      void this.feed.run(this.#stop.signal);
    }
    await vi.advanceTimersByTimeAsync(forMs);
  }

  /**
   * Puts the viewer's machine to sleep: its timers stop, and on some machines so does its clock. Its connections are
   * silently dead when it wakes.
   */
  sleep(forMs: number, clockStops: boolean): void {
    if (clockStops) {
      this.#aheadMs -= forMs * (this.#conditions.pace ?? 1);
    }
    vi.setSystemTime(this.nowMs + forMs);
    this.cut();
  }

  cut(): void {
    this.#cutAtMs = this.nowMs;
  }

  end(): void {
    this.#stop.abort();
    vi.useRealTimers();
  }

  /** The viewer's local clock, which starts years from now and is not a date. */
  localNow(): number {
    const { startMs, pace = 1 } = this.#conditions;
    return (this.nowMs - startMs) * pace + this.#aheadMs;
  }

  countRequests(sinceMs: number, path = ""): number {
    return this.requests.filter((asked) => asked.atMs >= sinceMs && asked.path.includes(path))
      .length;
  }

  get #game(): Game {
    return this.#conditions.game;
  }

  #api() {
    return {
      current: (signal: AbortSignal) =>
        this.#respond("current", signal, (nowMs) => this.#current(nowMs)),
      schedule: (signal: AbortSignal) =>
        this.#respond("schedule", signal, (nowMs) => this.#oracle.schedule(this.#game, nowMs)),
      results: (limit: number, signal: AbortSignal) =>
        this.#respond("results", signal, (nowMs) =>
          this.#oracle.results(this.#game, nowMs, { limit }),
        ),
      stream: (signal: AbortSignal, received: (state: RoundState) => void) =>
        this.#stream(signal, received),
    };
  }

  async #stream(signal: AbortSignal, received: (state: RoundState) => void): Promise<void> {
    const openedAtMs = this.nowMs;
    let state = await this.#respond("stream", signal, (nowMs) => this.#current(nowMs));
    received(state);
    for (;;) {
      const { toMs } = this.#oracle.runningPhase(this.#game, exactTime(this.nowMs)) ?? {
        toMs: Infinity,
      };
      await passed(Math.min(toMs - this.nowMs, 500), signal);
      const fault = this.#faultOf("stream");
      if (fault === "network") {
        throw new TypeError("network error");
      }
      if (this.#oracle.runningPhase(this.#game, exactTime(this.nowMs)) === null) {
        return;
      }
      const next = this.#oracle.current(this.#game, exactTime(this.nowMs));
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

  /** Throws as the service does while no round is open. */
  #current(nowMs: number): RoundState {
    if (this.#oracle.runningPhase(this.#game, exactTime(nowMs)) !== null) {
      return this.#oracle.current(this.#game, exactTime(nowMs));
    }
    const { intervalMs } = this.#game;
    const nextMs = roundStartMs(roundAt(nowMs, intervalMs) + 1, intervalMs);
    const headers = { "retry-after": String(Math.ceil((nextMs - nowMs) / 1_000)) };
    const refusal = new Response(null, { status: 503, headers });
    throw new ApiError(refusal, { reason: "suspended" });
  }

  async #respond<T>(path: string, signal: AbortSignal, at: (nowMs: number) => T): Promise<T> {
    this.requests.push({ path, atMs: this.nowMs });
    const latencyMs = this.#latencyMs();
    await passed(latencyMs / 2, signal);
    const fault = this.#faultOf(path);
    if (fault === "silence") {
      // A stream can be silent for any time.
      await passed(path === "stream" ? Number.MAX_SAFE_INTEGER : TIMEOUT_MS, signal);
      throw new DOMException("The operation timed out.", "TimeoutError");
    }
    const response = fault === null ? at(this.nowMs) : undefined;
    await passed(latencyMs / 2, signal);
    if (fault === "network") {
      throw new TypeError("Failed to fetch");
    }
    if (typeof fault === "object" && fault !== null) {
      const headers =
        fault.retryAfterS === undefined ? {} : { "retry-after": `${fault.retryAfterS}` };
      throw new ApiError(new Response(null, { status: fault.status, headers }), fault);
    }
    return response as T;
  }

  #faultOf(path: string): Fault | null {
    return this.#conditions.faultAt?.(this.nowMs, path) ?? null;
  }

  #latencyMs(): number {
    return this.#conditions.latencyMs?.(this.requests.length) ?? 40;
  }
}

async function passed(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // A longer time than a timer supports means never.
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
