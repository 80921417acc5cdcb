/* Cause: a server whose clock was 2 s fast showed every result 2 s before bets closed. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createOracle } from "../../../server/oracle/oracle.ts";
import { exactTime } from "../../../server/oracle/time-source.ts";
import { games } from "../../../src/games/index.ts";
import { roundStartMs } from "../../../src/round/phases.ts";
import type { RoundState } from "../../../src/wire/responses.ts";
import { VECTOR_SECRET } from "../../support/dealt-rounds.ts";

const ROUND = 200_000;
const COMMON_FIELDS = 5;
const oracle = createOracle({ secret: VECTOR_SECRET, timeZone: "UTC" });

/** Two bounds around the same true time, some ms after the start of round 200,000. */
const boundsOfTwo = fc.record({
  intoMs: fc.integer({ min: 0, max: 130_000 }),
  slack: fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 4, maxLength: 4 }),
});

function isRevealed(state: RoundState): boolean {
  return Object.values(state)
    .slice(COMMON_FIELDS)
    .some((value) => value !== null);
}

describe.each(games)("$slug when the time is uncertain", (game) => {
  test("no server reveals a round while another takes bets on it, if the true time is within both bounds", () => {
    fc.assert(
      fc.property(boundsOfTwo, ({ intoMs, slack: [a = 0, b = 0, c = 0, d = 0] }) => {
        const trueMs = roundStartMs(ROUND, game.intervalMs) + intoMs;
        const first = oracle.current(game, { earliestMs: trueMs - a, latestMs: trueMs + b });
        const second = oracle.current(game, { earliestMs: trueMs - c, latestMs: trueMs + d });
        for (const [shows, takes] of [
          [first, second],
          [second, first],
        ] as const) {
          const isOver = shows.round > takes.round;
          const isAhead = isOver || (shows.round === takes.round && isRevealed(shows));
          expect(isAhead && takes.remainMs > 0).toBe(false);
        }
        const inTruth = oracle.current(game, exactTime(trueMs));
        const isEarly =
          first.round > inTruth.round || (first.round === inTruth.round && isRevealed(first));
        expect(isEarly && !isRevealed(inTruth)).toBe(false);
      }),
    );
  });
});
