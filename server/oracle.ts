import { toHistoryEntry } from "../src/finished-round.ts";
import type { Game } from "../src/games/game.ts";
import { chanceFromKey } from "../src/round/chance.ts";
import { GENESIS_MS, lastFinishedRound, momentAt, roundStartMs } from "../src/round/clock.ts";
import { deriveDaySecret, deriveOutcomeKey, seedsOfDay } from "../src/round/derive.ts";
import { localDays } from "../src/round/local-day.ts";
import type { HistoryEntry, RoundState, Schedule } from "../src/wire.ts";

/** Which finished rounds are wanted: at most `limit`, latest first, older than `before` if given. */
export interface HistoryPage {
  limit: number;
  before?: number;
}

/**
 * What the rounds are and were. Every answer is a function of the secret, the game and `nowMs`
 * (epoch ms), so any number of oracles with one secret say the same, and a restart changes nothing.
 * All throw a RangeError for a time before round 1.
 */
export interface Oracle {
  /** The running round, with the game's fields as far as the phase shows them. */
  current(game: Game, nowMs: number): RoundState;
  /** Finished rounds, latest first. */
  results(game: Game, nowMs: number, page: HistoryPage): HistoryEntry[];
  /** Finished rounds from round `from` on, in their order, ending with the last that is finished. */
  rounds(game: Game, nowMs: number, from: number, count: number): Iterable<HistoryEntry>;
  /** The game's clock. */
  schedule(game: Game, nowMs: number): Schedule;
}

/** The secret (32 bytes) of a UTC day, counted from 1970-01-01. */
type SecretOfDay = (day: number) => Uint8Array;

export interface OracleOptions {
  /** 32 bytes; or those of each UTC day, where others take over from some day on. */
  secret: Uint8Array | SecretOfDay;
  /** The zone of `date` and `daily_round`, an IANA name. For display only. */
  timeZone: string;
}

export function createOracle({ secret, timeZone }: OracleOptions): Oracle {
  const dayOf = localDays(timeZone);
  const outcomeOf = outcomes(typeof secret === "function" ? secret : () => secret);

  function displayDate(game: Game, round: number): Pick<HistoryEntry, "daily_round" | "date"> {
    const startMs = roundStartMs(round, game.intervalMs);
    const day = dayOf(startMs);
    return {
      daily_round: Math.floor((startMs - day.startMs) / game.intervalMs) + 1,
      date: day.date,
    };
  }

  function entry(game: Game, round: number): HistoryEntry {
    return toHistoryEntry(game, { round, ...displayDate(game, round) }, outcomeOf(game, round));
  }

  return {
    current(game, nowMs) {
      const { round, phase, leftMs } = momentAt(nowMs, game);
      const outcome = phase === "betting" ? null : outcomeOf(game, round);
      const common = {
        round,
        ...displayDate(game, round),
        phase,
        remainMs: phase === "betting" ? leftMs : 0,
      };
      return Object.assign(common, game.publicFields(outcome, phase));
    },

    results(game, nowMs, { limit, before = Infinity }) {
      const latest = Math.min(lastFinishedRound(nowMs, game), before - 1);
      const entries: HistoryEntry[] = [];
      for (let round = latest; round >= 1 && entries.length < limit; round--) {
        entries.push(entry(game, round));
      }
      return entries;
    },

    *rounds(game, nowMs, from, count) {
      const end = Math.min(lastFinishedRound(nowMs, game), from + count - 1);
      for (let round = from; round <= end; round++) {
        yield entry(game, round);
      }
    },

    schedule(game, nowMs) {
      return {
        slug: game.slug,
        now: nowMs,
        genesis: GENESIS_MS,
        intervalMs: game.intervalMs,
        timeZone,
        phases: game.phases.map(({ phase, ms }) => ({ phase, ms })),
      };
    },
  };
}

const DAY_MS = 86_400_000;
/** Outcomes kept per game: a page of history and some. */
const KEPT = 1_024;

/** Outcomes by game and round, the latest asked for kept: the same round is asked for all the time. */
function outcomes(secretOf: SecretOfDay): (game: Game, round: number) => unknown {
  const perGame = new Map<number, (round: number) => unknown>();
  return (game, round) => {
    let outcomeOf = perGame.get(game.code);
    if (outcomeOf === undefined) {
      outcomeOf = remember(gameOutcomes(secretOf, game));
      perGame.set(game.code, outcomeOf);
    }
    return outcomeOf(round);
  };
}

function gameOutcomes(secretOf: SecretOfDay, game: Game): (round: number) => unknown {
  let day = -1;
  let seedOf: (round: number) => Uint8Array;
  return (round) => {
    const roundDay = Math.floor(roundStartMs(round, game.intervalMs) / DAY_MS);
    if (roundDay !== day) {
      day = roundDay;
      seedOf = seedsOfDay(deriveDaySecret(secretOf(day), game.code, day), game.code);
    }
    const key = deriveOutcomeKey(seedOf(round), game.code, round);
    return game.deal(chanceFromKey(key));
  };
}

/** Keeps the last KEPT answers. A Map lists its keys in the order they were set: the first is oldest. */
function remember<T>(make: (round: number) => T): (round: number) => T {
  const kept = new Map<number, T>();
  return (round) => {
    let value = kept.get(round);
    if (value === undefined) {
      value = make(round);
      kept.set(round, value);
      if (kept.size > KEPT) {
        kept.delete(kept.keys().next().value as number);
      }
    }
    return value;
  };
}
