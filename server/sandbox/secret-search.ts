import { randomBytes } from "node:crypto";
import { dealRound } from "../../src/fairness/publish.ts";
import { dayOfRound } from "../../src/fairness/utc-day.ts";
import type { Game } from "../../src/games/contract.ts";
import { deriveDaySecret, seedsOfDay } from "../../src/round/derive.ts";
import { roundAt } from "../../src/round/phases.ts";
import { InvalidInput } from "../access/errors.ts";
import { readWish } from "./wish.ts";
import type { Wish } from "./wish.ts";

/** The outcomes that the first rounds from the start on are to have, by game; null: any. */
export type ScriptedRounds = ReadonlyMap<Game, readonly (Wish | null)[]>;

/** Some seconds of work: enough for wishes that one secret in ten thousand grants. */
const MAX_TRIES = 50_000;

/**
 * Searches a secret (32 bytes) by whose rounds all wishes come true, before anything of them is signed:
 * so they prove themselves like any other rounds.
 *
 * @param startMs the start of a round of every game.
 * @throws InvalidInput when none is found, or a wish cannot be read.
 */
export async function searchSecret(
  rounds: ScriptedRounds,
  startMs: number,
  maxTries = MAX_TRIES,
): Promise<Uint8Array> {
  const wishes = [];
  for (const [game, outcomes] of rounds) {
    const first = roundAt(startMs, game.intervalMs);
    for (const [index, wish] of outcomes.entries()) {
      if (wish !== null) {
        wishes.push({ game, round: first + index, isGranted: await readWish(game, wish) });
      }
    }
  }
  for (let tries = 0; tries < maxTries; tries++) {
    const secret = randomBytes(32);
    const isFound = wishes.every(({ game, round, isGranted }) => {
      const day = dayOfRound(round, game.intervalMs);
      const seedOf = seedsOfDay(deriveDaySecret(secret, game.code, day), game.code);
      return isGranted(dealRound(game, round, seedOf(round), null), round);
    });
    if (isFound) {
      return secret;
    }
  }
  throw new InvalidInput(
    `None of ${maxTries.toLocaleString("en")} secrets gives all ${wishes.length} rounds that "rounds" asks for. Ask for fewer, or for likelier ones.`,
  );
}
