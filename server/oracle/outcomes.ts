import { dayOfRound } from "../../src/fairness/utc-day.ts";
import type { Game } from "../../src/games/contract.ts";
import { deriveDaySecret, deriveOutcomeKey, seedsOfDay } from "../../src/round/derive.ts";
import type { BeaconInput } from "../../src/round/derive.ts";
import { randomFromKey } from "../../src/round/random.ts";
import { LruMap } from "../runtime/lru-map.ts";
import { sha256 } from "./node-crypto.ts";
import type { RoundInputs } from "./round-inputs.ts";

/** The secret (32 bytes) of a UTC day, counted from 1970-01-01. */
export type SecretOfDay = (day: number) => Uint8Array;

/** The outcome of a game's round; undefined while its beacon is missing. */
type OutcomeOf = (game: Game, round: number) => unknown;

/** Cached outcomes per game, somewhat more than a page of history. */
const OUTCOMES_PER_GAME = 1_024;

/** Derives outcomes, and caches the most recent ones, since the same few rounds are requested all the time. */
export function createOutcomes(secretOf: SecretOfDay, inputs: RoundInputs): OutcomeOf {
  const perGame = new Map<number, (round: number) => unknown>();
  return (game, round) => {
    let outcomeOf = perGame.get(game.code);
    if (outcomeOf === undefined) {
      outcomeOf = cached(outcomesOfGame(secretOf, inputs, game));
      perGame.set(game.code, outcomeOf);
    }
    return outcomeOf(round);
  };
}

function outcomesOfGame(
  secretOf: SecretOfDay,
  inputs: RoundInputs,
  game: Game,
): (round: number) => unknown {
  let seedsDay = -1;
  let seedOf: (round: number) => Uint8Array;

  /** The beacon of a round; null in mode `seed`. */
  function beaconOf(day: number, round: number): BeaconInput | null | undefined {
    const mode = inputs.modeOf(game, day);
    if (mode === "seed") {
      return null;
    }
    return mode === null ? undefined : inputs.beaconOf(game, round);
  }

  return (round) => {
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
    return game.deal(randomFromKey(key, sha256));
  };
}

/** Caches results other than undefined. */
function cached<T>(make: (round: number) => T): (round: number) => T {
  const values = new LruMap<number, T>(OUTCOMES_PER_GAME);
  return (round) => {
    const found = values.get(round);
    if (found !== undefined) {
      return found;
    }
    const value = make(round);
    if (value !== undefined) {
      values.set(round, value);
    }
    return value;
  };
}
