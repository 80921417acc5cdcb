import fc from "fast-check";
import { expect, test } from "vitest";
import { bigRoad } from "../../src/roads/big-road.ts";
import type { Place } from "../../src/roads/place.ts";
import { isVisible, lastColumns } from "../../src/roads/visible-columns.ts";
import { histories, marksOf } from "./marks.ts";

test("a window shows all of a short road and a free column after it", () => {
  const { cells } = bigRoad(marksOf("BPBPB"));
  expect(lastColumns(cells, 20)).toEqual({ first: 0, count: 6 });
});

test("a window shows the last columns of a long road", () => {
  const { cells } = bigRoad(marksOf("BP".repeat(20)));
  expect(lastColumns(cells, 12)).toEqual({ first: 29, count: 12 });
});

test("a window of an empty road is one empty column", () => {
  expect(lastColumns([], 12)).toEqual({ first: 0, count: 1 });
});

test("a long tail does not carry the window away from the newest cell", () => {
  const { cells } = bigRoad(marksOf(`${"B".repeat(40)}P`));
  const newest = cells.at(-1);
  const window = lastColumns(cells, 36, 12);
  expect(newest).toMatchObject({ column: 1, row: 0 });
  expect(window).toEqual({ first: 0, count: 13 });
});

test("whatever the history, a window has its size and the newest cell near its right edge", () => {
  const wins = histories.filter((letters) => /[BP]/.test(letters));
  fc.assert(
    fc.property(wins, fc.integer({ min: 12, max: 40 }), (letters, count) => {
      const { cells } = bigRoad(marksOf(letters));
      const window = lastColumns(cells, count, 12);
      const newest = cells.at(-1) as Place;
      expect(window.count).toBeGreaterThan(0);
      expect(window.count).toBeLessThanOrEqual(count);
      expect(isVisible(window, newest)).toBe(true);
      expect(window.first + window.count - newest.column).toBeLessThanOrEqual(12);
    }),
  );
});
