import { beaconAt } from "../../src/fairness/chain.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import { dayOfRound, roundsOfDay } from "../../src/fairness/utc-day.ts";
import type { Game } from "../../src/games/contract.ts";
import { games } from "../../src/games/index.ts";
import { roundAt, roundStartMs } from "../../src/round/phases.ts";
import type { Log } from "../runtime/log.ts";
import { repeat } from "../runtime/timers.ts";
import type { SetTimer } from "../runtime/timers.ts";
import type { Beacons } from "./beacons.ts";
import { openingBeacons } from "./round-inputs.ts";
import type { RoundInputs } from "./round-inputs.ts";

export interface BeaconNeeds extends Pick<RoundInputs, "modeOf" | "opens" | "beaconNumber"> {
  /** A game's recent and upcoming UTC days that need beacons. */
  beaconDays(game: Game): readonly number[];
}

const CHECK_MS = 500;
const BATCH = 500;

/**
 * Fetches the beacons that rounds need to open and to be dealt, including missing ones from past rounds. Logs when
 * rounds are suspended for lack of a fresh beacon.
 *
 * @returns a function that stops it and waits for work in progress.
 */
export async function watchNeededBeacons(options: {
  readonly needs: BeaconNeeds;
  readonly beacons: Pick<
    Beacons,
    "chain" | "isWanted" | "want" | "giveUp" | "overdue" | "load" | "save"
  >;
  /** Epoch ms. */
  readonly now: () => number;
  readonly setTimer: SetTimer;
  readonly log: Log;
}): Promise<() => Promise<void>> {
  const { needs, beacons, now, setTimer, log } = options;
  const { chain } = beacons;
  /** Each game's latest round whose beacons were requested. */
  const planned = new Map<Game, number>();
  const suspended = new Set<Game>();

  const startMs = (game: Game, round: number) => roundStartMs(round, game.intervalMs);

  /** The beacons of all started rounds of recent days, oldest first, without duplicates. */
  function pastNumbers(): number[] {
    const numbers = new Set<number>();
    for (const game of games) {
      const running = planned.get(game) as number;
      for (const day of needs.beaconDays(game)) {
        const { firstRound, count } = roundsOfDay(day, game.intervalMs);
        const end = Math.min(firstRound + count - 1, running);
        for (let round = firstRound; round <= end; round++) {
          const number = needs.beaconNumber(game, round);
          if (number !== null) {
            numbers.add(number);
          }
        }
      }
    }
    return [...numbers].toSorted((a, b) => a - b);
  }

  async function backfill(): Promise<void> {
    for (const game of games) {
      planned.set(game, roundAt(now(), game.intervalMs));
    }
    const numbers = pastNumbers();
    for (let first = 0; first < numbers.length; first += BATCH) {
      const batch = numbers.slice(first, first + BATCH);
      const loaded = await beacons.load(batch);
      batch.filter((number) => !loaded.has(number)).forEach(beacons.want);
    }
    // A round that was open before a restart stays open.
    const starts = [...planned].map(([game, round]) => startMs(game, round));
    await beacons.load([...new Set(starts.flatMap((ms) => openingBeacons(ms, chain)))]);
  }

  /** Requests the beacons of the next round, and of the rounds in between if the clock has jumped. */
  function plan(game: Game): void {
    const running = roundAt(now(), game.intervalMs);
    for (let round = (planned.get(game) as number) + 1; round <= running + 1; round++) {
      if (needs.modeOf(game, dayOfRound(round, game.intervalMs)) === null) {
        // The round's day is not published yet; the next check continues from here.
        return;
      }
      const number = needs.beaconNumber(game, round);
      if (number !== null) {
        beacons.want(number);
        requestedForOpening(startMs(game, round), chain).forEach(beacons.want);
      }
      planned.set(game, round);
      begin(game, round - 1);
    }
  }

  /** Gives up the beacons that could have opened a round, since they are useless once it has started. */
  function begin(game: Game, round: number): void {
    requestedForOpening(startMs(game, round), chain)
      .filter(beacons.isWanted)
      .forEach(beacons.giveUp);
    const isSuspended = needs.beaconNumber(game, round) !== null && !needs.opens(game, round);
    if (isSuspended && !suspended.has(game)) {
      suspended.add(game);
      log("rounds suspended", { slug: game.slug, round, cause: "no fresh beacon" });
    } else if (!isSuspended && suspended.delete(game)) {
      log("rounds open again", { slug: game.slug, round });
    }
  }

  async function check(): Promise<void> {
    games.forEach(plan);
    const overdue = beacons.overdue();
    for (let first = 0; first < overdue.length; first += BATCH) {
      await beacons.load(overdue.slice(first, first + BATCH));
    }
    await beacons.save();
  }

  // Relays are asked even if the store is unreachable, which `store-changes.ts` logs.
  const tryToCheck = () => check().catch(() => {});
  await backfill();
  await tryToCheck();
  return repeat(tryToCheck, CHECK_MS, setTimer);
}

/** The requested opening beacons, as times before the round. The first is a spare. */
const REQUESTED_BEFORE_MS = [6_000, 3_000];

function requestedForOpening(startMs: number, chain: BeaconChain): number[] {
  return REQUESTED_BEFORE_MS.map((beforeMs) => beaconAt(chain, startMs - beforeMs) as number);
}
