import { bytesToHex } from "@noble/hashes/utils.js";
import type { DayCommitment } from "../../src/fairness/commitment.ts";
import { commitDay } from "../../src/fairness/publish.ts";
import type { SeedOf } from "../../src/fairness/publish.ts";
import type { Game } from "../../src/games/contract.ts";
import { deriveDaySecret, seedsOfDay } from "../../src/round/derive.ts";
import { sha256 } from "../oracle/node-crypto.ts";
import { LruMap } from "../runtime/lru-map.ts";
import type { Secrets } from "./day-secrets.ts";

/** A game's day: its seeds, and the commitments to them. */
export interface CommittedDay {
  readonly seedOf: SeedOf;
  readonly commitment: DayCommitment;
}

/** The committed days of all games. */
export interface CommittedDays {
  (game: Game, day: number): CommittedDay;
  /** Whether a day is kept, so that it costs nothing to be asked for. */
  has(game: Game, day: number): boolean;
}

/** Each takes some 15 ms to compute and 1.5 MB to keep: those about today of each game, and some. */
const MAX_DAYS = 24;

/**
 * The last days asked for, by their secret. Of the whole process, since a day depends on its secret
 * alone, however many services there are.
 */
const cache = new LruMap<string, CommittedDay>(MAX_DAYS);

/** Computes days on demand. */
export function committedDays(secrets: Pick<Secrets, "of">): CommittedDays {
  const secretOf = (game: Game, day: number) => deriveDaySecret(secrets.of(day), game.code, day);

  function committed(game: Game, day: number): CommittedDay {
    const daySecret = secretOf(game, day);
    const name = bytesToHex(daySecret);
    let found = cache.get(name);
    if (found === undefined) {
      found = commit(game, day, daySecret);
      cache.set(name, found);
    }
    return found;
  }

  return Object.assign(committed, {
    has: (game: Game, day: number) => cache.has(bytesToHex(secretOf(game, day))),
  });
}

function commit(game: Game, day: number, daySecret: Uint8Array): CommittedDay {
  const seedOf = seedsOfDay(daySecret, game.code, sha256);
  return { seedOf, commitment: commitDay(game, day, seedOf, sha256) };
}
