import { bytesToHex } from "@noble/hashes/utils.js";
import type { DayCommitment } from "../../src/fairness/commitment.ts";
import { commitDay } from "../../src/fairness/publish.ts";
import type { SeedOf } from "../../src/fairness/publish.ts";
import type { Game } from "../../src/games/contract.ts";
import { deriveDaySecret, seedsOfDay } from "../../src/round/derive.ts";
import { LruMap } from "../runtime/lru-map.ts";
import { sha256 } from "../runtime/node-sha256.ts";
import type { DatedSecrets } from "./dated-secrets.ts";

export interface CommittedDay {
  readonly seedOf: SeedOf;
  readonly commitment: DayCommitment;
}

export type CommittedDays = ReturnType<typeof committedDays>;

/** The days near today for each game, and a few more. Each takes 15 ms to compute and 1.5 MB of memory. */
const MAX_DAYS = 24;

/** Days by secret. All services in a process share this cache, because a day depends only on its secret. */
const cache = new LruMap<string, CommittedDay>(MAX_DAYS);

export function committedDays(secrets: Pick<DatedSecrets, "of">) {
  const secretOf = (game: Game, day: number) => deriveDaySecret(secrets.of(day), game.code, day);

  function cachedDay(game: Game, day: number): CommittedDay {
    const daySecret = secretOf(game, day);
    return cache.getOrMake(bytesToHex(daySecret), () => {
      const seedOf = seedsOfDay(daySecret, game.code, sha256);
      return { seedOf, commitment: commitDay(game, day, seedOf, sha256) };
    });
  }

  return Object.assign(cachedDay, {
    /** Whether a day is in memory, so that a request for it costs nothing. */
    has: (game: Game, day: number) => cache.has(bytesToHex(secretOf(game, day))),
  });
}
