import fc from "fast-check";
import { expect, test } from "vitest";
import { bigRoad } from "../../../src/hud/roads/big-road.ts";
import type { RoadCell } from "../../../src/hud/roads/place-streaks.ts";
import { isVisible, lastColumns } from "../../../src/hud/roads/visible-columns.ts";
import { histories, marksOf } from "./marks.ts";

test("the newest result is always among the last twelve visible columns", () => {
  const wins = histories.filter((letters) => /[BP]/.test(letters));
  fc.assert(
    fc.property(wins, fc.integer({ min: 12, max: 40 }), (letters, count) => {
      const { cells } = bigRoad(marksOf(letters));
      const window = lastColumns(cells, count, 12);
      const newest = cells.at(-1) as RoadCell;
      expect(window.count).toBeGreaterThan(0);
      expect(window.count).toBeLessThanOrEqual(count);
      expect(isVisible(window, newest)).toBe(true);
      expect(window.first + window.count - newest.column).toBeLessThanOrEqual(12);
    }),
  );
});
