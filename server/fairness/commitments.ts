import { bytesToHex } from "@noble/hashes/utils.js";
import type { DayCommitment } from "../../src/fairness/commitment.ts";
import { commitDay } from "../../src/fairness/publish.ts";
import type { SeedOf } from "../../src/fairness/publish.ts";
import type { Game } from "../../src/games/game.ts";
import { deriveDaySecret, seedsOfDay } from "../../src/round/derive.ts";
import type { Secrets } from "./secrets.ts";

/** A game's day: its seeds, and the commitments to them. */
export interface CommittedDay {
  readonly seedOf: SeedOf;
  readonly commitment: DayCommitment;
}

/** The committed days of all games. */
export type CommittedDays = (game: Game, day: number) => CommittedDay;

/** Each takes some 30 ms to compute and 1.5 MB to keep: those about today of each game, and some. */
const KEPT = 24;

/**
 * The last days asked for, by their secret. Of the whole process, since a day depends on its secret
 * alone, however many services there are.
 */
const kept = new Map<string, CommittedDay>();

/** Computes days when they are asked for. */
export function committedDays(secrets: Pick<Secrets, "of">): CommittedDays {
  return (game, day) => {
    const daySecret = deriveDaySecret(secrets.of(day), game.code, day);
    const name = bytesToHex(daySecret);
    const found = kept.get(name) ?? commit(game, day, daySecret);
    // Put behind all others, so that the first is the one that nobody asked for the longest.
    kept.delete(name);
    kept.set(name, found);
    if (kept.size > KEPT) {
      kept.delete(kept.keys().next().value as string);
    }
    return found;
  };
}

function commit(game: Game, day: number, daySecret: Uint8Array): CommittedDay {
  const seedOf = seedsOfDay(daySecret, game.code);
  return { seedOf, commitment: commitDay(game, day, seedOf) };
}
