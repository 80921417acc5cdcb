import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { idle as baccarat } from "../../../components/scenes/baccarat/extras.ts";
import { scene as baccaratScene } from "../../../components/scenes/baccarat/scene.ts";
import { idle as dragontiger } from "../../../components/scenes/dragontiger/extras.ts";
import { scene as dragontigerScene } from "../../../components/scenes/dragontiger/scene.ts";
import type { Extras } from "../../../components/stage/extras.ts";
import type { Drawing, Play, Scene } from "../../../components/stage/scene.ts";
import type { Phase } from "../../../src/round/phases.ts";
import { times } from "../../support/effort.ts";
import { outcomesOf, viewOf } from "./states.ts";

/** What of an idle pose tells whether anything of it is seen. */
interface Seen {
  seen: number;
  left: object;
  right: object;
}

type AnyScene = Scene<unknown, unknown>;
type AnyIdle = Extras<unknown, unknown, Drawing<unknown>, Seen>;

const CLOSES_AT_MS = 15_000;
const games = [
  { slug: "baccarat", scene: baccaratScene, idle: baccarat },
  { slug: "dragontiger", scene: dragontigerScene, idle: dragontiger },
].map(({ slug, scene, idle }) => ({
  slug,
  scene: scene as unknown as AnyScene,
  idle: idle as unknown as AnyIdle,
}));

describe.each(games)("what goes on at $slug while bets are taken", ({ slug, scene, idle }) => {
  const outcomes = outcomesOf<unknown>(slug);
  const play = (outcome: unknown, phase: Phase, round: number): Play => ({
    ...viewOf(slug, outcome, phase, round),
    closesAtMs: CLOSES_AT_MS,
  });
  const poseAt = (view: Play, ms: number) => {
    const at = (elapsedMs: number) => scene.pose(view, elapsedMs);
    return idle.pose(view, ms, at(ms), at);
  };
  const [one] = fc.sample(outcomes, { numRuns: 1, seed: 1 });

  test("is at rest where a table without motion stands, with the hands folded", () => {
    const view = play(one, "betting", 7);
    const rest = poseAt(view, scene.restsAfterMs(view));
    expect(rest).toMatchObject({ seen: 1, left: { open: 0 }, right: { open: 0 } });
    expect(poseAt(view, 0).seen).toBe(0);
  });

  test("goes on from bets to the reveal without a jump, and is gone before a card leaves the shoe", () => {
    const before = poseAt(play(one, "betting", 7), CLOSES_AT_MS);
    expect(before.seen).toBe(1);
    expect(poseAt(play(one, "revealing", 7), 0)).toEqual(before);
    expect(poseAt(play(one, "revealing", 7), 480).seen).toBe(0);
    // While a beacon is awaited cards are dealt in the meantime.
    const awaiting = { ...play(one, "betting", 7), betMs: CLOSES_AT_MS + 5_000 };
    expect(poseAt(awaiting, CLOSES_AT_MS + 480).seen).toBe(0);
    expect(poseAt({ ...awaiting, ...play(one, "revealing", 7) }, 500).seen).toBe(0);
  });

  test("says nothing of the outcome, and is hidden with the dealer's hands", () => {
    fc.assert(
      fc.property(outcomes, outcomes, fc.integer({ min: 0, max: 16_000 }), (first, other, ms) => {
        for (const phase of ["betting", "revealing"] as const) {
          expect(poseAt(play(first, phase, 9), ms)).toEqual(poseAt(play(other, phase, 9), ms));
        }
        expect(poseAt({ ...play(first, "betting", 9), hands: false }, ms).seen).toBe(0);
      }),
      { numRuns: times(10, 30) },
    );
  });

  test("does not come again within ten minutes: no round of them is like another", () => {
    const rounds = Array.from({ length: 20 }, (_, i) =>
      JSON.stringify(
        [3, 5, 7, 9].map((s) => ({
          ...poseAt(play(one, "betting", 100 + i), s * 1_000),
          round: 0,
        })),
      ),
    );
    expect(new Set(rounds).size).toBe(rounds.length);
  });

  test("is looked at more often for three seconds of a round at the most", () => {
    for (let round = 1; round <= 40; round++) {
      const view = play(one, "betting", round);
      const stirred = Array.from({ length: 150 }, (_, i) => idle.stirs?.(view, i * 100) ?? false);
      expect(stirred.filter(Boolean).length).toBeLessThanOrEqual(30);
      // Then seconds are whole: between them nothing goes back to where it was.
      for (const [i, isStirred] of stirred.entries()) {
        expect(isStirred || !stirred[i - 1] || i % 10 === 0).toBe(true);
      }
    }
  });
});
