import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scene } from "../../../../components/scenes/dragontiger/scene.ts";
import { SWEEP_MS } from "../../../../components/stage/times.ts";
import type { DragonTigerOutcome } from "../../../../src/games/dragontiger/game.ts";
import { outcomesOf, viewOf } from "../states.ts";

const outcomes = outcomesOf<DragonTigerOutcome>("dragontiger");

const hand = (value: "9" | "10" | "Q", suit: "S" | "H") => ({ value, suit });

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

  test("never letters TIE and BY ONE at once, nor BY ONE while a card is swept", () => {
    // The cause: the words faded over the name of the tie, and stayed while the table was cleared.
    const outcome: DragonTigerOutcome = {
      dragon: hand("9", "S"),
      tiger: hand("10", "H"),
      result: "tiger",
    };
    const seen = { tie: 0, byOne: 0 };
    for (const phase of ["revealing", "result", "waiting"] as const) {
      for (let ms = 0; ms <= 9_000; ms += 10) {
        const { tieName, byOne, cards } = scene.pose(viewOf("dragontiger", outcome, phase), ms);
        expect(Math.min(tieName, byOne)).toBe(0);
        const swept = Math.max(cards.dragon.travel, cards.tiger.travel) > 1.05;
        expect(swept && byOne > 0).toBe(false);
        seen.tie += tieName === 1 ? 1 : 0;
        seen.byOne += byOne === 1 ? 1 : 0;
      }
    }
    expect(Math.min(seen.tie, seen.byOne)).toBeGreaterThan(200);
  });

  test("has no beam, no flood and no rays once the winner's card is on its way", () => {
    fc.assert(
      fc.property(outcomes, fc.integer({ min: 0, max: 1_500 }), (outcome, ms) => {
        const poseAt = (at: number) => scene.pose(viewOf("dragontiger", outcome, "waiting"), at);
        const { link, flood, burst } = poseAt(SWEEP_MS.winnerAt + 100 + ms);
        const { dragon, tiger } = poseAt(SWEEP_MS.winnerAt + 100).cards;
        expect(Math.min(dragon.travel, tiger.travel)).toBeLessThan(1.1);
        expect([link, flood, burst]).toEqual([0, 0, 0]);
        // They go from where they were, and do not jump.
        const end = scene.pose(viewOf("dragontiger", outcome, "result"), 60_000);
        const begins = poseAt(0);
        expect([begins.link, begins.flood]).toEqual([end.link, end.flood]);
      }),
    );
  });

  test.each([
    ["dragon", "Q", "9", { dragon: "lit", tiger: "dim", tie: "plain" }],
    ["tiger", "9", "Q", { dragon: "dim", tiger: "lit", tie: "plain" }],
    ["tie", "9", "9", { dragon: "lit", tiger: "lit", tie: "lit" }],
  ] as const)("lights the sides when %s has won", (result, dragon, tiger, sides) => {
    const outcome = { dragon: hand(dragon, "S"), tiger: hand(tiger, "H"), result };
    const { lights } = scene.pose(viewOf("dragontiger", outcome, "result"), 2_000);
    const seen = Object.entries(lights).map(([side, { lit, dim }]) => [
      side,
      lit > 0 ? "lit" : dim > 0 ? "dim" : "plain",
    ]);
    expect(Object.fromEntries(seen)).toEqual(sides);
  });
});
