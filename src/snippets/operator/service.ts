import { betsCloseAtMs } from "tableside/settle";
import type { HistoryEntry, RoundState, Schedule } from "../../wire.ts";

const TIMEOUT_MS = 10_000;
const SCHEDULE_MS = 30_000;
/** A clock that was not compared with the service's for so long is not believed. */
const CLOCK_MS = 300_000;
const STATE_MS = 250;
const PAGE = 500;

/** The service answered, and there is nothing at that address. */
export class NotThere extends Error {}

interface Timed<T> {
  readonly value: T;
  /** When it was asked for, by the monotonic clock. */
  readonly askedMs: number;
}

/** What the operator reads of Tableside. */
export class Service {
  readonly url: string;
  readonly #schedules = new Map<string, Timed<Schedule>>();
  readonly #states = new Map<string, Timed<Promise<RoundState>>>();

  readonly #monotonicMs: () => number;

  /** @param monotonicMs a clock that only ever counts on; its zero does not matter. */
  constructor(url: string, monotonicMs: () => number = () => performance.now()) {
    this.url = url;
    this.#monotonicMs = monotonicMs;
  }

  /** The JSON at a path. Rejects with `NotThere` for 404, and when the service does not answer. */
  async get(path: string): Promise<unknown> {
    const response = await fetch(new URL(path, this.url), {
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) {
      const text = `${path} answered ${response.status}.`;
      throw response.status === 404 ? new NotThere(text) : new Error(text);
    }
    return response.json();
  }

  /** Finished rounds after a round, the oldest first. */
  async resultsAfter(slug: string, round: number): Promise<HistoryEntry[]> {
    return (await this.get(
      `/embed/${slug}/api/results?after=${round}&limit=${PAGE}`,
    )) as HistoryEntry[];
  }

  /** A finished round, null while it is not finished. */
  async result(slug: string, round: number): Promise<HistoryEntry | null> {
    const [entry] = (await this.get(`/embed/${slug}/api/results?round=${round}`)) as HistoryEntry[];
    return entry ?? null;
  }

  /** The current round; one answer serves all who ask within a quarter of a second. */
  async current(slug: string): Promise<RoundState> {
    const last = this.#states.get(slug);
    const nowMs = this.#monotonicMs();
    if (last !== undefined && nowMs - last.askedMs < STATE_MS) {
      return last.value;
    }
    const value = this.get(`/embed/${slug}/api/current`) as Promise<RoundState>;
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
      const value = (await this.get(`/embed/${slug}/api/schedule`)) as Schedule;
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
}
