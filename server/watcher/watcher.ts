import type { Game } from "../../src/games/contract.ts";
import { timingOf } from "../../src/games/timing.ts";
import { lastFinishedRound, roundAt, roundStartMs } from "../../src/round/phases.ts";
import { watchHouse } from "../../src/watch/watch-house.ts";
import { checkOpening } from "../../src/watch/watch-opening.ts";
import { checkFinished, checkTable, keepPromise } from "../../src/watch/watch-round.ts";
import type { WatchFault } from "../../src/watch/watch-round.ts";
import type { WatchedHouse } from "../../src/watch/watched-house.ts";
import type { Alarm, Memory } from "./memory.ts";

/** Follows a house, and raises an alarm when it says one thing at one time and another later. */
export interface Watcher {
  /** Does what is due. Rejects when the house does not answer; what is not done is due again. */
  look(): Promise<void>;
}

export interface WatcherOptions {
  readonly house: WatchedHouse & { readonly memory: Memory };
  readonly games: readonly Game[];
  /** Epoch ms. */
  readonly now: () => number;
  /** From 0 to 1, for moments that nobody can foresee. */
  readonly random: () => number;
  readonly onAlarm: (alarm: Alarm) => void;
}

/** The log is read so often. */
const LOG_MS = 300_000;
/** Clocks differ: a round is looked at when it has been over for so long. */
const GRACE_MS = 60_000;
/** A beacon may be late; a round that is not shown for so long is withheld. */
const WITHHELD_MS = 3_600_000;
/** Whether a round's opening is signed is looked at so long before its bets close, or up to as long before that. */
const OPENING_MS = 1_500;
/** After a pause rounds are caught up with, so many at a look. */
const AT_A_LOOK = 20;

/** When a round is looked at while it runs, in ms from its start. */
interface Plan {
  readonly round: number;
  readonly promiseAtMs: number;
  readonly openingAtMs: number;
  readonly tableAtMs: number;
  isPromiseKept: boolean;
  isOpeningSeen: boolean;
  isTableSeen: boolean;
}

/** Bets close no earlier in the other mode. */
const closesMs = (game: Game) => timingOf(game, "drand").closesMs;

export function createWatcher({ house, games, now, random, onAlarm }: WatcherOptions): Watcher {
  const { memory } = house;
  let logReadAtMs = Number.NEGATIVE_INFINITY;
  const plans = new Map<Game, Plan>();

  function raise(game: Game | null, round: number | null, faults: readonly WatchFault[]): void {
    for (const { words, evidence, isOfDay = false } of faults) {
      const of = isOfDay ? null : round;
      const alarm = { atMs: now(), game: game?.slug ?? null, round: of, words, evidence };
      if (memory.raise(alarm)) {
        onAlarm(alarm);
      }
    }
  }

  async function lookAtHouse(): Promise<void> {
    const nowMs = now();
    if (nowMs >= logReadAtMs && nowMs - logReadAtMs < LOG_MS) {
      return;
    }
    raise(null, null, await watchHouse(house));
    logReadAtMs = nowMs;
  }

  async function lookAtGame(game: Game): Promise<void> {
    const nowMs = now();
    const round = roundAt(nowMs, game.intervalMs);
    const intoMs = nowMs - roundStartMs(round, game.intervalMs);
    const plan = planOf(game, round);
    if (!plan.isPromiseKept && intoMs >= plan.promiseAtMs && intoMs < closesMs(game)) {
      raise(game, round, await orUnpublished([], () => keepPromise(house, game, round)));
      plan.isPromiseKept = true;
    }
    if (!plan.isOpeningSeen && intoMs >= plan.openingAtMs && intoMs < closesMs(game)) {
      raise(game, round, await orUnpublished([], () => checkOpening(house, game, round)));
      plan.isOpeningSeen = true;
    }
    await checkOver(game, lastFinishedRound(nowMs - GRACE_MS, timingOf(game, "drand")));
    // The last: a table that is closed does not answer.
    if (!plan.isTableSeen && intoMs >= plan.tableAtMs) {
      raise(game, round, await checkTable(house, game));
      plan.isTableSeen = true;
    }
  }

  function planOf(game: Game, round: number): Plan {
    let plan = plans.get(game);
    if (plan?.round !== round) {
      const promiseAtMs = random() * closesMs(game);
      const openingAtMs = closesMs(game) - OPENING_MS - random() * OPENING_MS;
      const tableAtMs = closesMs(game) + random() * (game.intervalMs - closesMs(game));
      const seen = { isPromiseKept: false, isOpeningSeen: false, isTableSeen: false };
      plan = { round, promiseAtMs, openingAtMs, tableAtMs, ...seen };
      plans.set(game, plan);
    }
    return plan;
  }

  async function checkOver(game: Game, last: number): Promise<void> {
    if (memory.checkedTo(game.slug) === 0) {
      // The rounds before anybody watched may have begun before the house did.
      memory.keepChecked(game.slug, last);
    }
    const first = memory.checkedTo(game.slug) + 1;
    for (let round = first; round <= Math.min(last, first + AT_A_LOOK - 1); round++) {
      await checkOne(game, round);
      memory.keepChecked(game.slug, round);
    }
    for (const round of memory.withheld(game.slug)) {
      await checkOne(game, round);
    }
  }

  async function checkOne(game: Game, round: number): Promise<void> {
    const faults = await orUnpublished(null, () => checkFinished(house, game, round));
    if (faults !== "withheld") {
      memory.keepWithheld(game.slug, round, false);
      const isPromised = memory.promised(game.slug, round) !== undefined;
      const gone = { words: "The house no longer shows a round that it promised.", evidence: {} };
      raise(game, round, faults ?? (isPromised ? [gone] : []));
      return;
    }
    memory.keepWithheld(game.slug, round, true);
    if (now() - roundStartMs(round, game.intervalMs) >= WITHHELD_MS) {
      const words = "The house withholds a round that is long over, or its beacon never came.";
      raise(game, round, [{ words, evidence: memory.promised(game.slug, round) ?? {} }]);
    }
  }

  /** What is promised of days that are not published is nothing. */
  async function orUnpublished<T, Else>(
    otherwise: Else,
    work: () => Promise<T>,
  ): Promise<T | Else> {
    try {
      return await work();
    } catch (error) {
      if (house.isMissing(error)) {
        return otherwise;
      }
      throw error;
    }
  }

  return {
    async look() {
      await lookAtHouse();
      const errors: unknown[] = [];
      for (const game of games) {
        // A game that is closed keeps nobody from watching the others.
        await lookAtGame(game).catch((error: unknown) => errors.push(error));
      }
      if (errors.length > 0) {
        throw errors[0];
      }
    },
  };
}
