import { dayAt, dayOfRound, roundsOfDay } from "../../src/fairness/utc-day.ts";
import type { Game } from "../../src/games/contract.ts";
import { toHistoryEntry } from "../../src/games/history-entry.ts";
import { games } from "../../src/games/index.ts";
import { timingOf } from "../../src/games/timing.ts";
import type { BetTiming } from "../../src/games/timing.ts";
import { deriveDaySecret, deriveOutcomeKey, seedsOfDay } from "../../src/round/derive.ts";
import type { BeaconInput, Entropy } from "../../src/round/derive.ts";
import { localDays } from "../../src/round/local-day.ts";
import { GENESIS_MS, lastFinishedRound, momentAt, roundStartMs } from "../../src/round/phases.ts";
import type { Phase } from "../../src/round/phases.ts";
import { randomFromKey } from "../../src/round/random.ts";
import type { HistoryEntry, RoundState, RoundTimes, Schedule } from "../../src/wire/responses.ts";
import { LruMap } from "../runtime/lru-map.ts";
import { sha256 } from "../runtime/node-sha256.ts";
import { pastRounds } from "./past-rounds.ts";
import type { HistoryPage } from "./past-rounds.ts";
import { SEED_ONLY } from "./round-inputs.ts";
import type { RoundInputs } from "./round-inputs.ts";
import type { BoundedTime } from "./time-source.ts";

/** The running round and its phase. Times are epoch ms. */
export interface RunningPhase {
  readonly round: number;
  readonly phase: Phase;
  /** Valid from `fromMs` to `toMs` of the earliest time, unless a beacon arrives first. */
  readonly fromMs: number;
  readonly toMs: number;
  /** When the round's bets close, by the latest time. */
  readonly closesAtMs: number;
}

/**
 * The current and past rounds. Every result is a function of the secret, the beacons, the game and the time, so any
 * number of oracles with the same secret agree, and a restart changes nothing. `nowMs` is always the earliest possible
 * time, in epoch ms. All methods throw a RangeError for a time before round 1.
 */
export type Oracle = ReturnType<typeof createOracle>;

export interface OracleOptions {
  /** 32 bytes, or a function that returns the secret that applies on a UTC day. */
  secret: Uint8Array | SecretOfDay;
  /** The time zone of `date` and `daily_round`, an IANA name. For display only. */
  timeZone: string;
  /** The inputs that determine rounds together with the secret; none by default. */
  inputs?: RoundInputs;
  isSandbox?: boolean;
}

export function createOracle(options: OracleOptions) {
  const { secret, timeZone, inputs = SEED_ONLY, isSandbox = false } = options;
  const dayOf = localDays(timeZone);
  const secretOf = typeof secret === "function" ? secret : () => secret;
  const outcomes = new Map(
    games.map((game) => [game.code, outcomesOfGame(secretOf, inputs, game)]),
  );
  const outcomeOf = (game: Game, round: number) => outcomes.get(game.code)?.(round);

  function displayDate(game: Game, round: number): Pick<HistoryEntry, "daily_round" | "date"> {
    const startMs = roundStartMs(round, game.intervalMs);
    const day = dayOf(startMs);
    return {
      daily_round: Math.floor((startMs - day.startMs) / game.intervalMs) + 1,
      date: day.date,
    };
  }

  function* entries(game: Game, rounds: Iterable<number>): Generator<HistoryEntry> {
    for (const round of rounds) {
      const outcome = outcomeOf(game, round);
      if (outcome !== undefined) {
        yield toHistoryEntry(game, { round, ...displayDate(game, round) }, outcome);
      }
    }
  }

  /** A day's mode; `drand` if none is published. */
  function modeAt(game: Game, day: number): Entropy {
    return inputs.modeOf(game, day) ?? "drand";
  }

  function timingAt(game: Game, nowMs: number): BetTiming {
    return timingOf(game, modeAt(game, dayAt(nowMs)));
  }

  /** The running round and phase; null while the round is suspended because no beacon arrived. */
  function runningPhase(game: Game, { earliestMs: nowMs }: BoundedTime): RunningPhase | null {
    const mode = inputs.modeOf(game, dayAt(nowMs));
    const times = timingAt(game, nowMs);
    const { round, phase, elapsedMs, leftMs } = momentAt(nowMs, times);
    const startMs = roundStartMs(round, game.intervalMs);
    const byClock = { round, phase, fromMs: nowMs - elapsedMs, toMs: nowMs + leftMs };
    if (mode === "seed") {
      return { ...byClock, closesAtMs: startMs + times.closesMs };
    }
    if (mode === null || !inputs.opens(game, round)) {
      return null;
    }
    const closesAtMs = inputs.closesAtMs(game, round);
    return phase === "betting" || inputs.beaconOf(game, round) !== undefined
      ? { ...byClock, closesAtMs }
      : { round, phase: "betting", fromMs: startMs, toMs: startMs + game.intervalMs, closesAtMs };
  }

  /** The latest round that is over or in its result phase; 0 before the first. */
  function lastFinished(game: Game, nowMs: number): number {
    return lastFinishedRound(nowMs, timingAt(game, nowMs));
  }

  return {
    /** Increases whenever results might change because a beacon arrived. */
    get revision() {
      return inputs.revision;
    },

    runningPhase,

    /**
     * The running round, with the game's fields that the phase reveals. Phases change by the earliest time, and bets
     * close by the latest; in between, `remainMs` is 0. Throws a RangeError if `runningPhase` returns null.
     */
    current(game: Game, time: BoundedTime): RoundState {
      const running = runningPhase(game, time);
      if (running === null) {
        throw new RangeError(`No round of ${game.slug} is open at ${time.earliestMs}.`);
      }
      const { round, phase, closesAtMs } = running;
      // After betting, the outcome is known: without it, `runningPhase` still returns betting.
      const outcome = phase === "betting" ? null : outcomeOf(game, round);
      const common = {
        round,
        ...displayDate(game, round),
        phase,
        remainMs: Math.max(0, closesAtMs - time.latestMs),
      };
      return Object.assign(common, game.publicFields(outcome, phase));
    },

    /** A round at its start: bets are open, `remainMs` is the whole betting time, and nothing is derived. */
    opening(game: Game, round: number): RoundState {
      // The promised time: if it changed with a beacon, a webhook's retries would differ.
      const { closesMs } = timingAt(game, roundStartMs(round, game.intervalMs));
      const common = {
        round,
        ...displayDate(game, round),
        phase: "betting" as const,
        remainMs: closesMs,
      };
      return Object.assign(common, game.publicFields(null, "betting"));
    },

    lastFinished,

    /** Finished rounds, in the page's order, except those whose beacon is missing. */
    results(game: Game, nowMs: number, page: HistoryPage): HistoryEntry[] {
      const found: HistoryEntry[] = [];
      const rounds = pastRounds(page, lastFinished(game, nowMs), game, inputs);
      for (const entry of entries(game, rounds)) {
        found.push(entry);
        if (found.length >= page.limit) {
          break;
        }
      }
      return found;
    },

    schedule(game: Game, nowMs: number): Schedule {
      const today = dayAt(nowMs);
      const mode = modeAt(game, today);
      const tomorrow = inputs.modeOf(game, today + 1) ?? mode;
      const { firstRound } = roundsOfDay(today + 1, game.intervalMs);
      return {
        slug: game.slug,
        ...(isSandbox && { sandbox: true }),
        now: nowMs,
        genesis: GENESIS_MS,
        intervalMs: game.intervalMs,
        timeZone,
        ...timesIn(game, mode),
        next: tomorrow === mode ? null : { round: firstRound, ...timesIn(game, tomorrow) },
      };
    },
  };
}

function timesIn(game: Game, entropy: Entropy): RoundTimes {
  const { closesMs, phases } = timingOf(game, entropy);
  return { entropy, closesMs, phases: phases.map(({ phase, ms }) => ({ phase, ms })) };
}

/** The secret (32 bytes) that applies on a UTC day, counted from 1970-01-01. */
type SecretOfDay = (day: number) => Uint8Array;

/** Maximum number of cached outcomes: slightly more than a history page. */
const OUTCOMES_PER_GAME = 1_024;

/**
 * Derives the outcomes of a game's rounds; undefined while a round's beacon is missing. Caches recent outcomes, since
 * clients keep requesting the same few rounds.
 */
function outcomesOfGame(
  secretOf: SecretOfDay,
  inputs: RoundInputs,
  game: Game,
): (round: number) => unknown {
  const outcomes = new LruMap<number, unknown>(OUTCOMES_PER_GAME);
  let seedsDay = -1;
  let seedOf: (round: number) => Uint8Array;

  /** A round's beacon; null in `seed` mode, undefined while the beacon or the mode is unknown. */
  function beaconOf(day: number, round: number): BeaconInput | null | undefined {
    const mode = inputs.modeOf(game, day);
    if (mode === "seed") {
      return null;
    }
    return mode === null ? undefined : inputs.beaconOf(game, round);
  }

  return (round) => {
    const found = outcomes.get(round);
    if (found !== undefined) {
      return found;
    }
    const day = dayOfRound(round, game.intervalMs);
    const beacon = beaconOf(day, round);
    if (beacon === undefined) {
      return undefined;
    }
    if (day !== seedsDay) {
      seedsDay = day;
      seedOf = seedsOfDay(deriveDaySecret(secretOf(day), game.code, day), game.code, sha256);
    }
    const key = deriveOutcomeKey(seedOf(round), game.code, round, beacon, sha256);
    const outcome = game.deal(randomFromKey(key, sha256));
    outcomes.set(round, outcome);
    return outcome;
  };
}
