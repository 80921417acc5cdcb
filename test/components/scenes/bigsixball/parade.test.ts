import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fans } from "../../../../components/scenes/bigsixball/fans.ts";
import { marshal } from "../../../../components/scenes/bigsixball/marshal.ts";
import { paradeOf, turnAt } from "../../../../components/scenes/bigsixball/parade.ts";
import { STILL } from "../../../../components/scenes/bigsixball/race-balls.ts";
import { scene } from "../../../../components/scenes/bigsixball/scene.ts";
import type { Play } from "../../../../components/stage/scene.ts";
import { TABLE_MS } from "../../../../components/stage/times.ts";
import { TEAMS } from "../../../../src/games/bigsixball/game.ts";
import type { BigSixBallOutcome } from "../../../../src/games/bigsixball/game.ts";
import type { Phase } from "../../../../src/round/phases.ts";
import { times } from "../../../support/effort.ts";
import { outcomesOf, viewOf } from "../states.ts";

/** When bets close without a beacon, and with one. */
const CLOSES_AT_MS = [33_000, 30_000] as const;
const outcomes = outcomesOf<BigSixBallOutcome>("bigsixball");
const [one] = fc.sample(outcomes, { numRuns: 1, seed: 1 }) as [BigSixBallOutcome];
const rounds = fc.integer({ min: 1, max: 2 ** 40 });

const play = (
  outcome: BigSixBallOutcome,
  phase: Phase,
  round: number,
  closesAtMs: number = CLOSES_AT_MS[0],
): Play<BigSixBallOutcome> => ({ ...viewOf("bigsixball", outcome, phase, round), closesAtMs });

function poseAt(view: Play<BigSixBallOutcome>, ms: number) {
  const at = (elapsedMs: number) => scene.pose(view, elapsedMs);
  return fans.pose(view, ms, at(ms), at);
}

describe("the teams that are presented while bets are taken", () => {
  test("move a ball at least every four seconds, until the last seconds come", () => {
    fc.assert(
      fc.property(rounds, fc.constantFrom(...CLOSES_AT_MS), (round, closesAtMs) => {
        const view = play(one, "betting", round, closesAtMs);
        const untilMs = closesAtMs - TABLE_MS.last;
        let [restsFromMs, before] = [TABLE_MS.opening as number, ""];
        for (let ms = TABLE_MS.opening; ms <= untilMs; ms += 250) {
          const moves = JSON.stringify(poseAt(view, ms).moves);
          restsFromMs = moves === before ? restsFromMs : ms;
          before = moves;
          expect(ms - restsFromMs).toBeLessThanOrEqual(4_000);
        }
      }),
      { numRuns: times(20, 100) },
    );
  });

  test("each have a turn, in an order that is not the same in every round", () => {
    const orders = new Set<string>();
    for (const closesAtMs of CLOSES_AT_MS) {
      for (let round = 1; round <= 20; round++) {
        const view = play(one, "betting", round, closesAtMs);
        const turns = Array.from({ length: 33 }, (_, second) => turnAt(view, second)?.ball ?? -1);
        const order = turns.filter((ball, i) => ball >= 0 && ball !== turns[i - 1]);
        expect(new Set(order).size).toBe(TEAMS.length);
        orders.add(order.join());
      }
    }
    expect(orders.size).toBeGreaterThan(20);
  });

  test("say nothing of the outcome, nor of what is bet on", () => {
    fc.assert(
      fc.property(outcomes, outcomes, rounds, fc.nat(33_000), (first, other, round, ms) => {
        expect(poseAt(play(first, "betting", round), ms)).toEqual(
          poseAt(play(other, "betting", round), ms),
        );
      }),
      { numRuns: times(30, 100) },
    );
  });

  test("are at rest as bets open, in the last seconds, and in all other phases", () => {
    for (const closesAtMs of CLOSES_AT_MS) {
      const view = { ...play(one, "betting", 7, closesAtMs), betMs: 38_000 };
      const rests = [0, scene.restsAfterMs(view), closesAtMs - TABLE_MS.last, closesAtMs, 37_000];
      for (const ms of rests) {
        const { moves, lit, ball } = poseAt(view, ms);
        expect([...moves, ...lit, ball]).toEqual([
          ...TEAMS.map(() => STILL),
          ...TEAMS.map(() => 0),
          -1,
        ]);
      }
    }
    for (const phase of ["revealing", "result", "waiting"] as const) {
      expect(poseAt(play(one, phase, 7), 3_000)).toMatchObject({
        moves: TEAMS.map(() => STILL),
        ball: -1,
      });
    }
  });

  // A table without motion stands where its scene rests: nothing of this may hold that up.
  test("do not move at a table without motion", () => {
    const view = play(one, "betting", 7);
    for (const extras of [fans, marshal]) {
      expect(extras.restsAfterMs?.(view) ?? 0).toBeLessThanOrEqual(scene.restsAfterMs(view));
    }
    expect(poseAt(view, scene.restsAfterMs(view))).toEqual(poseAt(view, 0));
  });

  test("begin and end their turns in their stalls, and jump nowhere between", () => {
    for (let round = 1; round <= 20; round++) {
      const view = play(one, "betting", round);
      for (const ball of TEAMS.keys()) {
        let before = paradeOf(view, ball, 0);
        for (let ms = 0; ms <= CLOSES_AT_MS[0]; ms += 10) {
          const now = paradeOf(view, ball, ms / 1000);
          const turned = (now.roll - before.roll) % (2 * Math.PI);
          expect(Math.abs(now.hop - before.hop)).toBeLessThan(0.12);
          expect(Math.abs(now.ahead - before.ahead)).toBeLessThan(0.06);
          expect(Math.abs(Math.sin(turned / 2))).toBeLessThan(0.1);
          before = now;
        }
      }
    }
  });

  test("leave what is told of bets free behind the gate", () => {
    for (let round = 1; round <= 20; round++) {
      const view = { ...play(one, "betting", round), bets: { spots: [], settledMs: null } };
      for (let ms = 0; ms < CLOSES_AT_MS[0]; ms += 125) {
        expect(poseAt(view, ms).moves.every(({ ahead }) => ahead === 0)).toBe(true);
      }
    }
  });

  test("are looked at more often for ten seconds of a round at the most, which are whole", () => {
    for (const closesAtMs of CLOSES_AT_MS) {
      for (let round = 1; round <= 10; round++) {
        const view = play(one, "betting", round, closesAtMs);
        const stirred = Array.from({ length: 340 }, (_, i) => i * 100).filter(
          (ms) => fans.stirs?.(view, ms) || marshal.stirs?.(view, ms),
        );
        expect(stirred.length).toBeLessThanOrEqual(100);
        for (const ms of stirred) {
          expect(stirred.includes(ms - 100) || ms % 1_000 === 0).toBe(true);
          expect(stirred.includes(ms + 100) || (ms + 100) % 1_000 === 0).toBe(true);
        }
      }
    }
  });
});
