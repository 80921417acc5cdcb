import type { Game } from "../../src/games/contract.ts";
import type { Oracle } from "./oracle.ts";
import type { HistoryPage } from "./past-rounds.ts";

/** A finished round as history tells it. */
export interface ToldRound {
  readonly round: number;
  /** Its entry as JSON. */
  readonly json: string;
}

/** Finished rounds as text: what is decided never changes, so each is dealt once and kept. */
export interface ToldRounds {
  /** A page of them, in its order. Its beacons must be in memory. */
  page(game: Game, nowMs: number, page: HistoryPage): ToldRound[];
  /** How many rounds of a page would have to be dealt for it. */
  toDeal(game: Game, nowMs: number, page: HistoryPage): number;
}

/** Texts kept for each game, some 350 bytes each: a week of the half-minute games. */
const KEPT = 20_000;

export function createToldRounds(oracle: Oracle): ToldRounds {
  const perGame = new Map<string, Map<number, string>>();

  function keptOf({ slug }: Game): Map<number, string> {
    let kept = perGame.get(slug);
    if (kept === undefined) {
      kept = new Map();
      perGame.set(slug, kept);
    }
    return kept;
  }

  /** Undefined as long as the round is not decided. */
  function tell(game: Game, nowMs: number, round: number): string | undefined {
    const kept = keptOf(game);
    let json = kept.get(round);
    if (json === undefined) {
      const [entry] = oracle.rounds(game, nowMs, round, 1);
      if (entry === undefined) {
        return undefined;
      }
      json = JSON.stringify(entry);
    }
    // Put behind all others, so that the first is the one that nobody asked for the longest.
    kept.delete(round);
    kept.set(round, json);
    if (kept.size > KEPT) {
      kept.delete(kept.keys().next().value as number);
    }
    return json;
  }

  return {
    page(game, nowMs, page) {
      const told: ToldRound[] = [];
      for (const round of oracle.walk(game, nowMs, page)) {
        if (told.length === page.limit) {
          break;
        }
        const json = tell(game, nowMs, round);
        if (json !== undefined) {
          told.push({ round, json });
        }
      }
      return told;
    },

    toDeal(game, nowMs, page) {
      const kept = keptOf(game);
      let looked = 0;
      let missing = 0;
      for (const round of oracle.walk(game, nowMs, page)) {
        if (looked === page.limit) {
          break;
        }
        looked += 1;
        missing += kept.has(round) ? 0 : 1;
      }
      return missing;
    },
  };
}
