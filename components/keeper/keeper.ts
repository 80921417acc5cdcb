import { findGame } from "../../src/games/index.ts";
import { watchHouse } from "../../src/watch/watch-house.ts";
import { checkFinished, keepPromise } from "../../src/watch/watch-round.ts";
import type { WatchFault } from "../../src/watch/watch-round.ts";
import type { WatchedHouse } from "../../src/watch/watched-house.ts";
import type { KeeperMemory } from "./memory.ts";
import type { KeeperState } from "./messages.ts";

export interface KeeperOptions {
  readonly house: WatchedHouse & { readonly memory: KeeperMemory };
  /** Epoch ms. */
  readonly now: () => number;
}

/** Keeps what a house promises while bets are open, and checks that it keeps its promises. */
export interface Keeper {
  /**
   * A round takes bets: keeps what is promised of it, and checks rounds that are over. Rejects when the house
   * does not answer; what was not checked is checked at a later turn.
   */
  turn(slug: string, round: number): Promise<void>;
  state(slug: string): KeeperState;
  /** What proves what is wrong, as JSON. */
  evidence(slug: string): string;
}

/** Keys and log are looked at so often. */
const HOUSE_MS = 300_000;
/** After a pause rounds are caught up with, so many at a turn. */
const AT_A_TURN = 5;
/** A beacon may be late. A round that is shown no sooner is withheld: so many rounds later. */
const WITHHELD_ROUNDS = 120;

export function createKeeper({ house, now }: KeeperOptions): Keeper {
  const { memory } = house;
  let houseAtMs = Number.NEGATIVE_INFINITY;
  /** Days of which nothing is published: the rest of them is not asked for. */
  const unpublished = new Map<string, number>();

  function raise(slug: string, round: number | null, faults: readonly WatchFault[]): void {
    for (const { words, evidence, isOfDay = false } of faults) {
      memory.keepFault(slug, { atMs: now(), round: isOfDay ? null : round, words, evidence });
    }
  }

  async function checkOver(slug: string, current: number): Promise<void> {
    const game = findGame(slug);
    const due = memory
      .game(slug)
      .promises.filter(({ round, isChecked }) => round < current && !isChecked)
      .slice(0, AT_A_TURN);
    for (const { round } of due) {
      const faults = game && (await orMissing(() => checkFinished(house, game, round)));
      if (faults === "withheld") {
        if (current - round < WITHHELD_ROUNDS) {
          continue;
        }
        const words = "The house withholds a round that is long over, or its beacon never came.";
        raise(slug, round, [{ words, evidence: memory.promised(slug, round) }]);
      } else if (faults === "missing") {
        const words = "The house no longer shows a round that it promised.";
        raise(slug, round, [{ words, evidence: memory.promised(slug, round) }]);
      } else {
        raise(slug, round, faults ?? []);
      }
      memory.keepChecked(slug, round);
    }
  }

  async function orMissing<T>(work: () => Promise<T>): Promise<T | "missing"> {
    try {
      return await work();
    } catch (error) {
      if (!house.isMissing(error)) {
        throw error;
      }
      return "missing";
    }
  }

  return {
    async turn(slug, round) {
      const game = findGame(slug);
      const nowMs = now();
      if (game === undefined || nowMs < (unpublished.get(slug) ?? 0)) {
        return;
      }
      await memory.load(slug);
      if (memory.promised(slug, round) === undefined) {
        const faults = await orMissing(() => keepPromise(house, game, round));
        if (faults === "missing") {
          unpublished.set(slug, nextDayMs(nowMs));
          return;
        }
        raise(slug, round, faults);
      }
      if (!(nowMs >= houseAtMs && nowMs - houseAtMs < HOUSE_MS)) {
        raise(slug, null, await watchHouse(house));
        houseAtMs = nowMs;
      }
      await checkOver(slug, round);
      await memory.stored();
    },
    state(slug) {
      const { promises, faults } = memory.game(slug);
      return {
        kept: promises.length,
        checked: promises.filter(({ isChecked }) => isChecked).length,
        isLasting: memory.isLasting(),
        faults: faults.map(({ words }) => words),
      };
    },
    evidence: (slug) =>
      JSON.stringify({ game: slug, keys: memory.keys(), ...memory.game(slug) }, null, 2),
  };
}

function nextDayMs(nowMs: number): number {
  return nowMs - (nowMs % 86_400_000) + 86_400_000;
}
