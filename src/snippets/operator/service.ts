import { createClient, serviceClock } from "tableside/client";
import type { Client, GameSlug, HistoryEntry, RoundState, ServiceClock } from "tableside/client";
import { betsCloseAtMs, games } from "tableside/settle";

const STATE_MS = 250;
/** The most rounds of one answer. */
const PAGE = 500;

interface TimedState {
  readonly value: Promise<RoundState>;
  /** When it was asked for, by the monotonic clock. */
  readonly askedMs: number;
}

interface Game {
  readonly client: Client<GameSlug>;
  readonly clock: ServiceClock;
}

/** What the operator reads of Tableside. Every read rejects when the service does not answer. */
export class Service {
  readonly url: string;
  readonly #games: ReadonlyMap<string, Game>;
  readonly #states = new Map<string, TimedState>();
  readonly #monotonicMs: () => number;

  /** @param monotonicMs a clock that only ever counts on; its zero does not matter. */
  constructor(url: string, monotonicMs: () => number = () => performance.now()) {
    this.url = url;
    this.#monotonicMs = monotonicMs;
    this.#games = new Map(
      games.map(({ slug }) => {
        const client = createClient({ baseUrl: url, game: slug as GameSlug, fetch: fetchHere });
        return [slug, { client, clock: serviceClock(client, monotonicMs) }];
      }),
    );
  }

  /** A page of finished rounds after a round, the oldest first. */
  async resultsAfter(slug: string, after: number): Promise<HistoryEntry[]> {
    const page: HistoryEntry[] = [];
    for await (const entry of this.#game(slug).client.results({ after, limit: PAGE })) {
      page.push(entry);
    }
    return page;
  }

  /** A finished round, null while it is not in the results. */
  async result(slug: string, round: number): Promise<HistoryEntry | null> {
    const page = await this.#game(slug)
      .client.results({ after: round - 1, limit: 1 })
      .next();
    return page.value?.round === round ? page.value : null;
  }

  /** The current round; one answer serves all who ask within a quarter of a second. */
  async current(slug: string): Promise<RoundState> {
    const last = this.#states.get(slug);
    const nowMs = this.#monotonicMs();
    if (last !== undefined && nowMs - last.askedMs < STATE_MS) {
      return last.value;
    }
    const value = this.#game(slug).client.current();
    this.#states.set(slug, { value, askedMs: nowMs });
    return value;
  }

  /** When bets on a round of today close, epoch ms, by the service's clock. */
  async closesAtMs(slug: string, round: number): Promise<number> {
    return betsCloseAtMs(round, await this.#game(slug).clock.sync());
  }

  /** As {@link latestMs}, and compares the clocks first when that was long ago. */
  async clockMs(slug: string): Promise<number> {
    await this.#game(slug).clock.sync();
    return this.latestMs(slug);
  }

  /** The latest that the service's clock can say now, epoch ms; this machine's date plays no part. */
  latestMs(slug: string): number {
    return this.#game(slug).clock.latestMs();
  }

  #game(slug: string): Game {
    return this.#games.get(slug) as Game;
  }
}

/** Bets are paid by what this address says, not by one that it points to. */
function fetchHere(address: string, init: { signal: AbortSignal }): Promise<Response> {
  return fetch(address, { ...init, redirect: "error" });
}
