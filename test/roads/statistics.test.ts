import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { podiumOf } from "../../src/roads/podium.ts";
import { tally } from "../../src/roads/statistics.ts";
import { histories, marksOf } from "./marks.ts";

describe("the figures of a side", () => {
  const marks = marksOf("TBBTBPPTTB");

  test("are its rounds, its share, the run that stands and the longest", () => {
    expect(tally(marks, "red")).toEqual({
      count: 4,
      share: 0.4,
      current: 1,
      longest: 3,
      pairs: 0,
    });
  });

  test("have no run when another side has it", () => {
    expect(tally(marks, "blue")).toMatchObject({ count: 2, current: 0, longest: 2 });
  });

  test("count ties in a row as the runs of ties", () => {
    expect(tally(marks, "green")).toMatchObject({ count: 4, current: 0, longest: 2 });
    expect(tally(marksOf("BTT"), "green")).toMatchObject({ current: 2, longest: 2 });
  });

  test("keep a run of wins over a tie", () => {
    expect(tally(marksOf("BBT"), "red")).toMatchObject({ current: 2, longest: 2 });
  });

  test("count pairs whoever won", () => {
    const paired = [
      { colour: "blue", pairs: ["red"] },
      { colour: "green", pairs: ["red", "blue"] },
    ] as const;
    expect(tally(paired, "red").pairs).toBe(2);
    expect(tally(paired, "blue").pairs).toBe(1);
  });

  test("are noughts on an empty board", () => {
    expect(tally([], "red")).toEqual({ count: 0, share: 0, current: 0, longest: 0, pairs: 0 });
  });

  test("add up, whatever the history: shares to one, and one winner has the run", () => {
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

describe("the figures of a race", () => {
  const rankings = [
    ["a", "b", "c", "d"],
    ["b", "a", "d", "c"],
    ["a", "c", "d", "b"],
  ];

  test("are wins, their share and places one to three", () => {
    expect(podiumOf(rankings, "a")).toEqual({ wins: 2, winShare: 2 / 3, podiums: 3 });
    expect(podiumOf(rankings, "d")).toEqual({ wins: 0, winShare: 0, podiums: 2 });
  });

  test("are noughts on an empty board", () => {
    expect(podiumOf([], "a")).toEqual({ wins: 0, winShare: 0, podiums: 0 });
  });
});
