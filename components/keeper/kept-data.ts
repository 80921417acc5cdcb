import type { SignedHeader } from "../../src/fairness/header.ts";
import type { Promised } from "../../src/watch/watched-house.ts";

/*
 * What a browser keeps of a house. It is bounded, whatever the house sends: a table may be open for years.
 */

/** What is one for all games of a house. */
export interface KeptHouse {
  readonly keys: readonly string[];
  readonly checkpoint: string | null;
}

export interface KeptPromise extends Promised {
  readonly round: number;
  readonly isChecked: boolean;
}

/** Something that a house did and must not do. */
export interface KeptFault {
  /** When it was seen, epoch ms by this machine's clock. */
  readonly atMs: number;
  /** Null: it concerns more than one round. */
  readonly round: number | null;
  readonly words: string;
  readonly evidence: unknown;
}

export interface KeptGame {
  /** The last days' headers, as they were seen first. */
  readonly headers: readonly SignedHeader[];
  /** In the order in which they were kept. */
  readonly promises: readonly KeptPromise[];
  readonly faults: readonly KeptFault[];
}

export const NO_HOUSE: KeptHouse = { keys: [], checkpoint: null };
export const NO_GAME: KeptGame = { headers: [], promises: [], faults: [] };

const MAX_HEADERS = 4;
const MAX_PROMISES = 200;
const MAX_FAULTS = 20;

/** The first header of a day stays. */
export function withHeader(game: KeptGame, header: SignedHeader): KeptGame {
  const isKnown = game.headers.some(({ date }) => date === header.date);
  return isKnown ? game : { ...game, headers: [...game.headers, header].slice(-MAX_HEADERS) };
}

/** The first promise of a round stays. */
export function withPromise(game: KeptGame, promise: KeptPromise): KeptGame {
  const isKnown = game.promises.some(({ round }) => round === promise.round);
  return isKnown ? game : { ...game, promises: [...game.promises, promise].slice(-MAX_PROMISES) };
}

export function withChecked(game: KeptGame, checked: number): KeptGame {
  const promises = game.promises.map((promise) =>
    promise.round === checked ? { ...promise, isChecked: true } : promise,
  );
  return { ...game, promises };
}

/** The first faults stay: whoever breaks one promise may break many, to push the first one out. */
export function withFault(game: KeptGame, fault: KeptFault): KeptGame {
  const isKnown = game.faults.some(
    ({ round, words }) => round === fault.round && words === fault.words,
  );
  return isKnown || game.faults.length >= MAX_FAULTS
    ? game
    : { ...game, faults: [...game.faults, fault] };
}
