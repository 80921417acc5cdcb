import type { HistoryEntry } from "../../../src/wire/answers.ts";
import { StateApi } from "../../../src/wire/api.ts";
import { JITTER_MS } from "../../../src/wire/retry.ts";

/** The most that `results` gives at once. */
const ROUNDS = 500;

/** By the address of their API: they outlast the element, which comes and goes with each round's bets. */
const histories = new Map<string, LongHistory>();

/** The finished rounds of a service's game that this page knows. */
export function historyOf(service: string, slug: string): LongHistory {
  const address = `${service} ${slug}`;
  const history = histories.get(address) ?? new LongHistory(new StateApi(service, slug, fetch));
  histories.set(address, history);
  return history;
}

/** More finished rounds than a table has: what facts are counted over, latest first. */
export class LongHistory {
  readonly #api: StateApi;
  #rounds: readonly HistoryEntry[] = [];
  /** The latest round that a table had when more were fetched: they are asked for once a round. */
  #askedAt = 0;

  constructor(api: StateApi) {
    this.#api = api;
  }

  /**
   * All known rounds, with those that a table has. Fetched once, and again after a gap; what has not
   * arrived, or cannot be had, is left out.
   */
  with(latest: readonly HistoryEntry[]): readonly HistoryEntry[] {
    const newest = latest[0]?.round ?? 0;
    const oldest = latest.at(-1)?.round ?? 0;
    const known = this.#rounds[0]?.round ?? 0;
    // A sandbox may be set back, to before rounds that are known.
    if (known < oldest - 1 || known > newest + 1) {
      if (this.#askedAt !== newest) {
        this.#askedAt = newest;
        void this.#fetch();
      }
      return latest;
    }
    const rounds = new Set(this.#rounds.map(({ round }) => round));
    // A table may come to know a round later than those after it.
    const added = latest.filter(({ round }) => !rounds.has(round));
    if (added.length > 0) {
      this.#rounds = [...this.#rounds, ...added]
        .toSorted((one, other) => other.round - one.round)
        .slice(0, ROUNDS);
    }
    return this.#rounds;
  }

  async #fetch(): Promise<void> {
    try {
      // After an outage all viewers are back at the same time.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * JITTER_MS));
      this.#rounds = await this.#api.results(ROUNDS, new AbortController().signal);
    } catch {
      // Facts are counted over what the table has, until the next round tries again.
    }
  }
}
