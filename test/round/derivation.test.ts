import { describe, expect, test } from "vitest";
import { dayOfRound } from "../../src/fairness/utc-day.ts";
import type { Game } from "../../src/games/contract.ts";
import { findGame } from "../../src/games/index.ts";
import { deriveDaySecret, deriveOutcomeKey, seedsOfDay } from "../../src/round/derive.ts";
import { randomFromKey } from "../../src/round/random.ts";
import vectors from "./derivation.json" with { type: "json" };

const secret = Buffer.from(vectors.secret, "hex");
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

describe.each(vectors.rounds)("$game round $round of the published vectors", (vector) => {
  const game = findGame(vector.game) as Game;
  const daySecret = Buffer.from(vector.daySecret, "hex");
  const seed = Buffer.from(vector.seed, "hex");
  const outcomeKey = Buffer.from(vector.outcomeKey, "hex");

  // Each step starts from the vector's own bytes, so a fault appears in its own step.
  test("the round's UTC day matches the vector", () => {
    expect(dayOfRound(vector.round, game.intervalMs)).toBe(vector.day);
  });

  test("the day's secret matches the vector", () => {
    expect(hex(deriveDaySecret(secret, game.code, vector.day))).toBe(vector.daySecret);
  });

  test("the round's seed matches the vector", () => {
    expect(hex(seedsOfDay(daySecret, game.code)(vector.round))).toBe(vector.seed);
  });

  test("the round's outcome key matches the vector", () => {
    expect(hex(deriveOutcomeKey(seed, game.code, vector.round))).toBe(vector.outcomeKey);
  });

  test("the round's outcome matches the vector", () => {
    expect(game.deal(randomFromKey(outcomeKey))).toStrictEqual(vector.outcome);
  });
});
