import { createClient } from "tableside/client";
import type { Client, GameSlug, HistoryEntry, RoundState, Schedule } from "tableside/client";
import { betsCloseAtMs, games } from "tableside/settle";

const SCHEDULE_MS = 30_000;
/** A clock that was not compared with the service's for so long is not believed. */
const CLOCK_MS = 300_000;
const STATE_MS = 250;
/** The most rounds of one answer. */
const PAGE = 500;

interface Timed<T> {
  readonly value: T;
  /** When it was asked for, by the monotonic clock. */
  readonly askedMs: number;
}

/** What the operator reads of Tableside. Every read rejects when the service does not answer. */
export class Service {
  readonly url: string;
  readonly #clients: ReadonlyMap<string, Client<GameSlug>>;
  readonly #schedules = new Map<string, Timed<Schedule>>();
  readonly #states = new Map<string, Timed<Promise<RoundState>>>();
  readonly #monotonicMs: () => number;

  /** @param monotonicMs a clock that only ever counts on; its zero does not matter. */
  constructor(url: string, monotonicMs: () => number = () => performance.now()) {
    this.url = url;
    this.#monotonicMs = monotonicMs;
    this.#clients = new Map(
      games.map(({ slug }) => [
        slug,
        createClient({ baseUrl: url, game: slug as GameSlug, fetch: fetchHere }),
      ]),
    );
  }

  /** A page of finished rounds after a round, the oldest first. */
  async resultsAfter(slug: string, after: number): Promise<HistoryEntry[]> {
    const page: HistoryEntry[] = [];
    for await (const entry of this.#client(slug).results({ after, limit: PAGE })) {
      page.push(entry);
    }
    return page;
  }

  /** A finished round, null while it is not in the results. */
  async result(slug: string, round: number): Promise<HistoryEntry | null> {
    const page = await this.#client(slug)
      .results({ after: round - 1, limit: 1 })
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
    const value = this.#client(slug).current();
    this.#states.set(slug, { value, askedMs: nowMs });
    return value;
  }

  /** When bets on a round of today close, epoch ms, by the service's clock. */
  async closesAtMs(slug: string, round: number): Promise<number> {
    await this.clockMs(slug);
    return betsCloseAtMs(round, this.#schedules.get(slug)?.value as Schedule);
  }

  /** As {@link latestMs}, and compares the clocks first when that was long ago. */
  async clockMs(slug: string): Promise<number> {
    const last = this.#schedules.get(slug);
    if (last === undefined || this.#monotonicMs() - last.askedMs > SCHEDULE_MS) {
      const askedMs = this.#monotonicMs();
      const value = await this.#client(slug).schedule();
      this.#schedules.set(slug, { value, askedMs });
    }
    return this.latestMs(slug);
  }

  /**
   * The latest that the service's clock can say now, epoch ms. It does not use this machine's date: from
   * the service's last answer on, a clock counts that nobody can set.
   */
  latestMs(slug: string): number {
    const last = this.#schedules.get(slug);
    const sinceMs = this.#monotonicMs() - (last?.askedMs ?? -Infinity);
    if (last === undefined || sinceMs > CLOCK_MS) {
      throw new Error("The service's clock is not known.");
    }
    return Math.ceil(last.value.now + sinceMs);
  }

  #client(slug: string): Client<GameSlug> {
    return this.#clients.get(slug) as Client<GameSlug>;
  }
}

/** Bets are paid by what this address says, not by one that it points to. */
function fetchHere(address: string, init: { signal: AbortSignal }): Promise<Response> {
  return fetch(address, { ...init, redirect: "error" });
}
