import { expect, test } from "vitest";
import { betsCloseAtMs, checkBet } from "../../../src/kit/settle.ts";
import type { Bet } from "../../../src/kit/settle.ts";
import { GENESIS_MS } from "../../../src/round/phases.ts";
import type { Schedule } from "../../../src/wire/responses.ts";

const DAY_MS = 86_400_000;
const schedule: Schedule = {
  slug: "baccarat",
  now: GENESIS_MS + DAY_MS + 40_000,
  genesis: GENESIS_MS,
  intervalMs: 30_000,
  timeZone: "UTC",
  entropy: "seed",
  closesMs: 15_000,
  phases: [],
  next: { round: 5761, entropy: "drand", closesMs: 12_000, phases: [] },
};

test("betsCloseAtMs knows today's and tomorrow's rounds", () => {
  expect(betsCloseAtMs(2881, schedule)).toBe(GENESIS_MS + DAY_MS + 15_000);
  expect(betsCloseAtMs(5760, schedule)).toBe(GENESIS_MS + 2 * DAY_MS - 15_000);
  expect(betsCloseAtMs(5761, schedule)).toBe(GENESIS_MS + 2 * DAY_MS + 12_000);
});

test.each([
  ["the previous day", 2880, schedule],
  ["an unpublished day", 5761, { ...schedule, next: null }],
  ["a value that is not a number", NaN, schedule],
])("betsCloseAtMs throws for %s", (_name, round, known) => {
  expect(() => betsCloseAtMs(round, known)).toThrow(RangeError);
});

// Cause: a bet stored without its times was rejected because the times were "in seconds".
test("the error for a bet without a time names the time and how to get it", () => {
  const bet = { game: "baccarat", round: 1, market: "tie", stake: 1, placedAtMs: 1e12 } as Bet;
  expect(() => checkBet(bet)).toThrow("closesAtMs is missing. Use the bet that takeBet returned.");
  expect(() => checkBet({ ...bet, closesAtMs: 1e9 })).toThrow("closesAtMs must be a whole number");
});
