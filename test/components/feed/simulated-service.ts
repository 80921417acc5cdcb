import { ApiError } from "../../../components/feed/api.ts";
import type { StateApi } from "../../../components/feed/api.ts";
import type { FeedSurroundings } from "../../../components/feed/state-feed.ts";
import { StateFeed } from "../../../components/feed/state-feed.ts";
import { PhaseAnnouncer } from "../../../components/phase-announcer.ts";
import { createOracle } from "../../../server/oracle.ts";
import type { Game } from "../../../src/games/game.ts";
import type { Snapshot } from "../../../src/snapshot.ts";
import type { RoundState } from "../../../src/wire.ts";

/** A phase change as a page would announce it. */
export interface Announced {
  state: RoundState;
  /** The server's time when it was announced, epoch ms. */
  atMs: number;
}

/** What a viewer's surroundings are like. */
export interface Conditions {
  game: Game;
  /** The server's time at the beginning, epoch ms. */
  startMs: number;
  /** How long an answer takes, in ms; half of it on the way there. */
  latencyMs?: (request: number) => number;
  /** What goes wrong at a moment, if anything. */
  faultAt?: (
    nowMs: number,
    path: string,
  ) => "network" | { status: number; retryAfterS?: number } | null;
  random?: () => number;
}

/**
 * A feed against the real oracle in simulated time: rests and answers move the clock on and take no
 * time themselves, so hours pass in a moment.
 */
export class SimulatedService {
  nowMs: number;
  readonly requests: { path: string; atMs: number }[] = [];
  readonly announced: Announced[] = [];
  readonly feed: StateFeed;
  readonly #conditions: Conditions;
  readonly #oracle = createOracle({ secret: new Uint8Array(32), timeZone: "UTC" });
  readonly #announcer = new PhaseAnnouncer();
  #stop = new AbortController();
  #endMs = 0;

  constructor(conditions: Conditions) {
    this.nowMs = conditions.startMs;
    this.#conditions = conditions;
    this.feed = new StateFeed(this.#surroundings(), () => this.#changed());
  }

  /** The snapshot that a page served now would bring along. */
  snapshot(): Snapshot {
    const { game } = this.#conditions;
    return {
      schedule: this.#oracle.schedule(game, this.nowMs),
      state: this.#oracle.current(game, this.nowMs),
      results: this.#oracle.results(game, this.nowMs, { limit: 72 }),
    };
  }

  /** Lets the feed run for so long. */
  async run(forMs: number): Promise<void> {
    this.#endMs = this.nowMs + forMs;
    this.#stop = new AbortController();
    await this.feed.run(this.#stop.signal);
  }

  /** The local clock of the viewer: it began years from now, and it is not a date. */
  localNow(): number {
    return this.nowMs - this.#conditions.startMs + 12_345;
  }

  #surroundings(): FeedSurroundings {
    return {
      api: {
        current: () => this.#answer("current", (nowMs) => this.#oracle.current(this.#game, nowMs)),
        schedule: () =>
          this.#answer("schedule", (nowMs) => this.#oracle.schedule(this.#game, nowMs)),
        results: (limit: number) =>
          this.#answer("results", (nowMs) => this.#oracle.results(this.#game, nowMs, { limit })),
      } satisfies Pick<StateApi, "current" | "schedule" | "results"> as unknown as StateApi,
      nap: { rest: async (ms) => this.#pass(ms), wake: () => {} },
      localNow: () => this.localNow(),
      random: this.#conditions.random ?? (() => 0.5),
    };
  }

  get #game(): Game {
    return this.#conditions.game;
  }

  async #answer<T>(path: string, at: (nowMs: number) => T): Promise<T> {
    this.requests.push({ path, atMs: this.nowMs });
    const latencyMs = this.#conditions.latencyMs?.(this.requests.length) ?? 40;
    this.#pass(latencyMs / 2);
    const fault = this.#conditions.faultAt?.(this.nowMs, path) ?? null;
    const answer = fault === null ? at(Math.floor(this.nowMs)) : undefined;
    this.#pass(latencyMs / 2);
    if (fault === "network") {
      throw new TypeError("Failed to fetch");
    }
    if (fault !== null) {
      const headers =
        fault.retryAfterS === undefined ? {} : { "retry-after": `${fault.retryAfterS}` };
      throw new ApiError(new Response(null, { status: fault.status, headers }));
    }
    return answer as T;
  }

  #pass(ms: number): void {
    this.nowMs += ms;
    if (this.nowMs >= this.#endMs) {
      this.#stop.abort();
    }
  }

  #changed(): void {
    const { state } = this.feed;
    if (state !== null && this.#announcer.isNews(state)) {
      this.announced.push({ state, atMs: this.nowMs });
    }
  }
}
