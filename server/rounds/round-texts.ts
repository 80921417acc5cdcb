import type { Game } from "../../src/games/contract.ts";
import { LruMap } from "../runtime/lru-map.ts";
import type { Oracle } from "./oracle.ts";
import type { HistoryPage } from "./past-rounds.ts";

/** A finished round as JSON. */
export interface RoundText {
  readonly round: number;
  readonly json: string;
}

/** Finished rounds as JSON. A decided round never changes, so each is dealt once and its text cached. */
export interface RoundTexts {
  /** A page of them, in its order. The beacons that decide them must be in memory. */
  page(game: Game, nowMs: number, page: HistoryPage): RoundText[];
  /** How many rounds of a page would have to be dealt for it. */
  countUncached(game: Game, nowMs: number, page: HistoryPage): number;
}

/** A week of the half-minute games; some 350 bytes each. */
const TEXTS_PER_GAME = 20_000;

export function createRoundTexts(oracle: Oracle): RoundTexts {
  const perGame = new Map<string, LruMap<number, string>>();

  function cacheOf({ slug }: Game): LruMap<number, string> {
    let cache = perGame.get(slug);
    if (cache === undefined) {
      cache = new LruMap(TEXTS_PER_GAME);
      perGame.set(slug, cache);
    }
    return cache;
  }

  /** Undefined as long as the round is not decided. */
  function textOf(game: Game, nowMs: number, round: number): string | undefined {
    const cache = cacheOf(game);
    const cached = cache.get(round);
    if (cached !== undefined) {
      return cached;
    }
    const [entry] = oracle.rounds(game, nowMs, round, 1);
    if (entry === undefined) {
      return undefined;
    }
    const json = JSON.stringify(entry);
    cache.set(round, json);
    return json;
  }

  return {
    page(game, nowMs, page) {
      const texts: RoundText[] = [];
      for (const round of oracle.walk(game, nowMs, page)) {
        if (texts.length === page.limit) {
          break;
        }
        const json = textOf(game, nowMs, round);
        if (json !== undefined) {
          texts.push({ round, json });
        }
      }
      return texts;
    },

    countUncached(game, nowMs, page) {
      const cache = cacheOf(game);
      let seen = 0;
      let uncached = 0;
      for (const round of oracle.walk(game, nowMs, page)) {
        if (seen === page.limit) {
          break;
        }
        seen += 1;
        uncached += cache.has(round) ? 0 : 1;
      }
      return uncached;
    },
  };
}
