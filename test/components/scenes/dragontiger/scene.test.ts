import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scene } from "../../../../components/scenes/dragontiger/scene.ts";
import type { DragonTigerOutcome } from "../../../../src/games/dragontiger/game.ts";
import { outcomesOf, viewOf } from "../states.ts";

const outcomes = outcomesOf<DragonTigerOutcome>("dragontiger");

describe("the drawing of dragon tiger", () => {
  test("turns the tiger only once the dragon is seen", () => {
    fc.assert(
      fc.property(outcomes, fc.integer({ min: 0, max: 9_000 }), (outcome, ms) => {
        const { cards } = scene.pose(viewOf("dragontiger", outcome, "revealing"), ms);
        expect(cards.tiger.turn > 0 && cards.dragon.turn < 1).toBe(false);
      }),
    );
  });

  test("gives no hint of the winner before the result", () => {
    fc.assert(
      fc.property(outcomes, fc.integer({ min: 0, max: 9_000 }), (outcome, ms) => {
        const { lights, tie } = scene.pose(viewOf("dragontiger", outcome, "revealing"), ms);
        expect(Object.values(lights)).toEqual(
          Array.from({ length: 3 }, () => ({ lit: 0, dim: 0 })),
        );
        expect(tie).toBe(false);
      }),
    );
  });
});
