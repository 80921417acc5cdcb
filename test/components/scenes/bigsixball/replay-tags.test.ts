import fc from "fast-check";
import { expect, test } from "vitest";
import { spreadTags } from "../../../../components/scenes/bigsixball/replay-tags.ts";

const tags = fc.array(
  fc.record({
    x: fc.integer({ min: 0, max: 200 }),
    y: fc.integer({ min: 0, max: 100 }),
    width: fc.integer({ min: 20, max: 60 }),
    height: fc.integer({ min: 9, max: 24 }),
  }),
  { maxLength: 6 },
);

test("no two gaps of a replay are written over each other, wherever its balls lie", () => {
  fc.assert(
    fc.property(tags, (lying) => {
      const ys = spreadTags(lying);
      for (const [i, one] of lying.entries()) {
        for (const [j, other] of lying.entries()) {
          const isBeside = one.x >= other.x + other.width || other.x >= one.x + one.width;
          const between = Math.abs((ys[i] ?? 0) - (ys[j] ?? 0));
          expect(i === j || isBeside || between >= (one.height + other.height) / 2).toBe(true);
        }
      }
    }),
  );
});

test("a gap that is read stays where it is as the next ball comes in", () => {
  fc.assert(
    fc.property(tags, (lying) => {
      expect(spreadTags(lying).slice(0, -1)).toEqual(spreadTags(lying.slice(0, -1)));
    }),
  );
});

test("a gap with room around it stands beside its ball", () => {
  expect(spreadTags([{ x: 0, y: 10, width: 30, height: 10 }])).toEqual([10]);
});
