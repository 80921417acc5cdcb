import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tally } from "../../../src/hud/roads/statistics.ts";
import { histories, marksOf } from "./marks.ts";

describe("the figures of a side", () => {
  const marks = marksOf("TBBTBPPTTB");

  test("the figures have the current run of a side", () => {
    expect(tally(marks, "red")).toEqual({
      count: 4,
      share: 0.4,
      current: 1,
      longest: 3,
      pairs: 0,
    });
  });

  test("ties in a row count as the run of ties", () => {
    expect(tally(marks, "green")).toMatchObject({ count: 4, current: 0, longest: 2 });
    expect(tally(marksOf("BTT"), "green")).toMatchObject({ current: 2, longest: 2 });
  });

  test("pairs are counted for every winner", () => {
    const paired = [
      { colour: "blue", pairs: ["red"] },
      { colour: "green", pairs: ["red", "blue"] },
    ] as const;
    expect(tally(paired, "red").pairs).toBe(2);
    expect(tally(paired, "blue").pairs).toBe(1);
  });

  test("the shares of all sides add up to one", () => {
    fc.assert(
      fc.property(
        histories.filter((letters) => letters !== ""),
        (letters) => {
          const all = (["red", "blue", "green"] as const).map((colour) =>
            tally(marksOf(letters), colour),
          );
          expect(all.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
          expect(all.every(({ current, longest }) => current <= longest)).toBe(true);
          const running = all.slice(0, 2).filter(({ current }) => current > 0).length;
          expect(running).toBe(/[BP]/.test(letters) ? 1 : 0);
        },
      ),
    );
  });
});
