import fc from "fast-check";
import { expect, test } from "vitest";
import { besideCorners } from "../../../../components/stage/cards/filming-room.ts";

const WIDTH = 390;
const px = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const corners = fc.tuple(px(10, 60), px(10, 60)).map(([left, right]) => [
  { x: left + 10, half: left },
  { x: WIDTH - right - 10, half: right },
]);

// The cause: at 390 x 260 a third card lay beneath the name of its own hand.
test("a card in close-up lies beside the totals in the corners, and moves no further than that", () => {
  fc.assert(
    fc.property(px(0, WIDTH), px(20, 50), corners, (x, reach, [left, right]) => {
      const [from, to] = [left!.x + left!.half + reach, right!.x - right!.half - reach];
      const seen = besideCorners(x, reach, [left!, right!], WIDTH);
      expect(seen).toBeGreaterThanOrEqual(from);
      expect(seen).toBeLessThanOrEqual(to);
      expect(seen).toBe(x < from ? from : x > to ? to : x);
    }),
  );
});

test.each([
  { name: "no room between them", reach: 200, at: [40, 350] },
  { name: "nothing in the corners", reach: 50, at: [] },
])("with $name it is seen where it would be", ({ reach, at }) => {
  const standing = at.map((x) => ({ x, half: 30 }));
  expect(besideCorners(100, reach, standing, WIDTH)).toBe(100);
});

test("as much air as there is room for is left beside the corners, on both sides alike", () => {
  const standing = [40, 350].map((x) => ({ x, half: 30 }));
  // From 70 to 320 is free.
  expect(besideCorners(330, 50, standing, WIDTH, 20)).toBe(250);
  expect(besideCorners(60, 50, standing, WIDTH, 20)).toBe(140);
  expect(besideCorners(330, 120, standing, WIDTH, 20)).toBe(195);
});
