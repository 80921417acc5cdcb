import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { placesIn } from "../../../../components/scenes/bigsixball/bets.ts";
import { AT_GATES, courseLayout } from "../../../../components/scenes/bigsixball/course.ts";
import { GATE, STALL } from "../../../../components/scenes/bigsixball/courses.ts";
import { marshal } from "../../../../components/scenes/bigsixball/marshal.ts";
import { turnAt } from "../../../../components/scenes/bigsixball/parade.ts";
import { scene } from "../../../../components/scenes/bigsixball/scene.ts";
import type { BetsShown } from "../../../../components/stage/bets/shown.ts";
import type { Play } from "../../../../components/stage/scene.ts";
import type { BigSixBallOutcome } from "../../../../src/games/bigsixball/game.ts";
import type { Phase } from "../../../../src/round/phases.ts";
import { BOXES } from "../boxes.ts";
import { outcomesOf, viewOf } from "../states.ts";

const [CLOSES_AT_MS, BET_MS] = [33_000, 38_000];
const outcomes = outcomesOf<BigSixBallOutcome>("bigsixball");

const play = (outcome: BigSixBallOutcome, phase: Phase, round = 7): Play<BigSixBallOutcome> => ({
  ...viewOf("bigsixball", outcome, phase, round),
  closesAtMs: CLOSES_AT_MS,
});

function poseAt(view: Play<BigSixBallOutcome>, ms: number) {
  const at = (elapsedMs: number) => scene.pose(view, elapsedMs);
  return marshal.pose(view, ms, at(ms), at);
}

describe("the marshal of a race", () => {
  const [one, other] = fc.sample(outcomes, { numRuns: 2, seed: 1 }) as [
    BigSixBallOutcome,
    BigSixBallOutcome,
  ];

  test("is not there as bets open, where a table without motion stands, nor in the last seconds", () => {
    const view = play(one, "betting");
    for (const ms of [0, scene.restsAfterMs(view), CLOSES_AT_MS - 5_000, CLOSES_AT_MS]) {
      expect(poseAt(view, ms).seen).toBe(0);
    }
    for (const phase of ["revealing", "result", "waiting"] as const) {
      expect(poseAt(play(one, phase), 2_000).seen).toBe(0);
    }
  });

  test("stands behind the ball that is presented, whatever the outcome will be", () => {
    for (let ms = 2_000; ms < CLOSES_AT_MS - 6_000; ms += 1_000) {
      const view = play(one, "betting");
      const [here, there] = [poseAt(view, ms), poseAt(play(other, "betting"), ms)];
      expect(here).toEqual(there);
      expect(here.seen).toBe(1);
    }
    // He has walked there by then.
    for (let ms = 4_000; ms < CLOSES_AT_MS - 7_000; ms += 4_000) {
      const view = play(one, "betting");
      const ball = turnAt(view, ms / 1000)?.ball ?? -1;
      expect(poseAt(view, ms).at.y).toBeCloseTo(GATE.y + (ball - 2.5) * STALL);
    }
  });

  test("does not do the same in two rounds of ten minutes", () => {
    const rounds = Array.from({ length: 10 }, (_, i) =>
      JSON.stringify([4, 7, 10].map((s) => poseAt(play(one, "betting", 50 + i), s * 1_000).to)),
    );
    expect(new Set(rounds).size).toBe(rounds.length);
  });

  test("tries the gate while a beacon is awaited, and is gone before the race", () => {
    const view = { ...play(one, "betting"), betMs: BET_MS };
    expect(poseAt(view, CLOSES_AT_MS + 3_000)).toMatchObject({ seen: 1, wipes: false });
    expect(poseAt(view, BET_MS).seen).toBe(0);
    // What moves after bets have closed stands as it will be for a table without motion.
    expect(poseAt(view, scene.movesAgain?.(view)?.toMs ?? 0).seen).toBe(0);
    expect(scene.livesUntilMs?.(view)).toBe(BET_MS);
  });

  // His arm lay across the ball that was presented.
  test("reaches no further than the near half of a ball", () => {
    for (let round = 1; round <= 20; round++) {
      const view = play(one, "betting", round);
      for (let ms = 2_000; ms < CLOSES_AT_MS - 6_000; ms += 250) {
        const { at, to, reach } = poseAt(view, ms);
        expect(reach > 0.5 ? to.x : GATE.x - 0.1).toBeLessThan(GATE.x);
        expect(GATE.x - at.x).toBeGreaterThan(0.95);
      }
    }
  });

  describe("where the operator tells of bets", () => {
    const bets: BetsShown = { spots: [], settledMs: null };
    const told = { ...play(one, "betting"), bets };

    // He was not there at all: he would have stood on the chips and their numbers.
    test.each(BOXES.filter(({ width, height }) => width > 1.5 * height))(
      "stands at the latch, clear of all bets, in $width x $height",
      (size) => {
        const layout = courseLayout(size);
        const shot = layout.shot(AT_GATES);
        const places = placesIn(size);
        for (let ms = 3_500; ms < CLOSES_AT_MS - 7_000; ms += 250) {
          const { at, to, reach, seen, wipes } = poseAt(told, ms);
          expect([seen, wipes]).toEqual([1, false]);
          const hand = { x: at.x + (to.x - at.x) * reach, y: at.y + (to.y - at.y) * reach };
          const [body, tip] = [layout.seen(shot, at), layout.seen(shot, hand)];
          for (const { total, own, chipPx } of places) {
            for (const pile of [total, own]) {
              expect(body.x - 0.5 * shot.unit).toBeGreaterThan(pile.x + chipPx / 2);
              expect(Math.hypot(tip.x - pile.x, tip.y - pile.y)).toBeGreaterThan(chipPx);
            }
          }
          // Nor over the ball of the first lane.
          const ball = layout.seen(shot, layout.stall(0));
          expect(ball.y - tip.y).toBeGreaterThan(0.2 * shot.unit);
          expect(body.y + 0.95 * shot.unit).toBeLessThan(ball.y);
          // And not beyond the picture.
          expect(body.y - 0.9 * shot.unit).toBeGreaterThan(0);
        }
      },
    );

    test("points to the ball that is presented, and not alike in two rounds", () => {
      const points = (round: number) => {
        const view = { ...play(one, "betting", round), bets };
        return [4_500, 8_500, 12_500].map((ms) => poseAt(view, ms).to);
      };
      for (const { x, y } of points(7)) {
        expect(y).toBeGreaterThan(poseAt(told, 9_000).at.y);
        expect(Math.abs(x - GATE.x)).toBeLessThan(1.5);
      }
      expect(points(8)).not.toEqual(points(7));
    });

    test("tries the latch while a beacon is awaited", () => {
      const waiting = { ...told, betMs: BET_MS };
      const { at, seen } = poseAt(waiting, CLOSES_AT_MS + 3_000);
      expect([seen, at]).toEqual([1, poseAt(told, 9_000).at]);
    });
  });

  // That hides the hands that deal cards, and nothing else, as the documentation has it.
  test("is there without hands that deal cards as well", () => {
    const view = { ...play(one, "betting"), hands: false };
    expect(poseAt(view, 9_000)).toEqual(poseAt(play(one, "betting"), 9_000));
  });
});
