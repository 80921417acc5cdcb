import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hands as baccaratExtras } from "../../../components/scenes/baccarat/extras.ts";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import { hands as dragontigerExtras } from "../../../components/scenes/dragontiger/extras.ts";
import { scene as dragontiger } from "../../../components/scenes/dragontiger/scene.ts";
import type { HandsPose } from "../../../components/stage/cards/hands/dealer-hands.ts";
import type { HandPose } from "../../../components/stage/cards/hands/gestures.ts";
import type { Play, Scene } from "../../../components/stage/scene.ts";
import { PHASES } from "../../../src/round/phases.ts";
import type { Phase } from "../../../src/round/phases.ts";
import { times } from "../../support/effort.ts";
import { lengthsOf, outcomesOf, viewOf } from "./states.ts";

/** A game's hands at a moment, and when they rest. */
interface Dealer {
  scene: Pick<Scene<never, unknown>, "movesAgain">;
  at: (view: Play, ms: number) => HandsPose;
  restsAfterMs: (view: Play) => number;
}

const dealers: Readonly<Record<string, Dealer>> = {
  baccarat: {
    scene: baccarat,
    at: (view, ms) => {
      const play = view as Parameters<typeof baccarat.pose>[0];
      const poseAt = (at: number) => baccarat.pose(play, at);
      return baccaratExtras.pose(play, ms, poseAt(ms), poseAt);
    },
    restsAfterMs: (view) => {
      const play = view as Parameters<typeof baccarat.pose>[0];
      return Math.max(baccaratExtras.restsAfterMs?.(play) ?? 0, baccarat.restsAfterMs(play));
    },
  },
  dragontiger: {
    scene: dragontiger,
    at: (view, ms) => {
      const play = view as Parameters<typeof dragontiger.pose>[0];
      const poseAt = (at: number) => dragontiger.pose(play, at);
      return dragontigerExtras.pose(play, ms, poseAt(ms), poseAt);
    },
    restsAfterMs: (view) => {
      const play = view as Parameters<typeof dragontiger.pose>[0];
      return Math.max(dragontigerExtras.restsAfterMs?.(play) ?? 0, dragontiger.restsAfterMs(play));
    },
  },
};

/** The cards that a hand touches, or is about to. */
const touched = (...hands: readonly (HandPose | null)[]): string[] =>
  hands.flatMap((hand) =>
    [hand?.from, hand?.to].flatMap((aim) => (aim?.at === "card" ? [aim.card] : [])),
  );

describe.each(Object.entries(dealers))("the hands of %s", (slug, { scene, at, restsAfterMs }) => {
  const outcomes = outcomesOf<unknown>(slug);
  const rounds = fc.integer({ min: 1, max: 2 ** 40 });
  const play = (outcome: unknown, phase: Phase, round: number): Play => ({
    ...viewOf(slug, outcome, phase, round),
    revealMs: 9_000,
  });

  test("no card leaves the shoe, nor is turned, without a hand at it", () => {
    fc.assert(
      fc.property(outcomes, rounds, (outcome, round) => {
        const view = play(outcome, "revealing", round);
        for (let ms = 0; ms < 9_000; ms += 20) {
          const { left, right, cards } = at(view, ms);
          // A card that has been let go falls over by itself.
          const moving = Object.entries(cards).filter(
            ([, { travel, turn }]) =>
              (travel > 0.01 && travel < 0.99) || (turn > 0.03 && turn < 0.7),
          );
          const held = touched(left, right);
          expect(moving.filter(([name]) => !held.includes(name))).toEqual([]);
        }
      }),
      { numRuns: times(7, 20) },
    );
  });

  test("no card leaves the shoe without one while a beacon is awaited, and none is left on the table then", () => {
    fc.assert(
      fc.property(outcomes, rounds, (outcome, round) => {
        const lengths = lengthsOf(slug, "drand");
        const view: Play = { ...play(outcome, "betting", round), ...lengths };
        const { fromMs, toMs } = scene.movesAgain?.(view as never) ?? { fromMs: 0, toMs: 0 };
        const dealt = new Set<string>();
        for (let ms = fromMs; ms < toMs; ms += 20) {
          const { left, right, cards } = at(view, ms);
          const moving = Object.entries(cards).filter(
            ([name, { travel }]) => name !== "shoe" && travel > 0.01 && travel < 0.99,
          );
          const held = touched(left, right);
          expect(moving.filter(([name]) => !held.includes(name))).toEqual([]);
          moving.forEach(([name]) => dealt.add(name));
        }
        expect(dealt.size).toBe(slug === "baccarat" ? 4 : 2);
        // Until the reveal begins the table stands as it does then.
        for (const ms of [toMs, lengths.betMs]) {
          expect(at(view, ms)).toEqual({ left: null, right: null, cards: {} });
        }
        // Between two of its movements no frame follows another.
        expect(restsAfterMs(view)).toBeLessThan(fromMs);
      }),
      { numRuns: times(4, 20) },
    );
  });

  test("both are off the table when a phase is at rest, and as it begins", () => {
    fc.assert(
      fc.property(outcomes, rounds, fc.constantFrom(...PHASES), (outcome, round, phase) => {
        const view = play(outcome, phase, round);
        const none = { left: null, right: null, cards: {} };
        expect(at(view, restsAfterMs(view))).toEqual(none);
        expect(at(view, 60_000)).toEqual(none);
      }),
      { numRuns: times(14, 40) },
    );
  });

  test("all is done before the shortest phase ends", () => {
    fc.assert(
      fc.property(outcomes, rounds, (outcome, round) => {
        const rests = (phase: Phase) => restsAfterMs(play(outcome, phase, round));
        expect(rests("revealing")).toBeLessThanOrEqual(9_000);
        expect(rests("result")).toBeLessThanOrEqual(3_000);
        expect(rests("waiting")).toBeLessThanOrEqual(2_000);
      }),
      { numRuns: times(14, 40) },
    );
  });

  test("none is seen where the operator hides them", () => {
    fc.assert(
      fc.property(outcomes, rounds, fc.constantFrom(...PHASES), (outcome, round, phase) => {
        const view = { ...play(outcome, phase, round), hands: false };
        for (let ms = 0; ms < 9_000; ms += 250) {
          expect(at(view, ms)).toEqual({ left: null, right: null, cards: {} });
        }
      }),
      { numRuns: times(4, 10) },
    );
  });
});
