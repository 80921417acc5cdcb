import { dayOfRound } from "../../src/fairness/utc-day.ts";
import type { Game } from "../../src/games/contract.ts";
import {
  deriveDaySecret,
  deriveOutcomeKey,
  SECRET_BYTES,
  seedsOfDay,
} from "../../src/round/derive.ts";
import { randomFromKey } from "../../src/round/random.ts";

/** Bytes 00 to 1f, chosen before any statistic was computed, so the odds are measured on unselected rounds. */
export const VECTOR_SECRET = Uint8Array.from({ length: SECRET_BYTES }, (_, index) => index);

/** The outcomes of a game's rounds 1 to `count`, derived in full from the secret. */
export function* dealtRounds<Outcome>(
  game: Game<Outcome>,
  count: number,
): Generator<Outcome, void> {
  const { code, intervalMs } = game;
  let day = dayOfRound(1, intervalMs);
  let seedOf = seedsOfDay(deriveDaySecret(VECTOR_SECRET, code, day), code);
  for (let round = 1; round <= count; round++) {
    const today = dayOfRound(round, intervalMs);
    if (today !== day) {
      day = today;
      seedOf = seedsOfDay(deriveDaySecret(VECTOR_SECRET, code, day), code);
    }
    yield game.deal(randomFromKey(deriveOutcomeKey(seedOf(round), code, round)));
  }
}
