import { describe, expect, test } from "vitest";
import { BLACK, COTTON, light, LINEN } from "../../../../components/stage/cards/hands/lit.ts";
import type { Cloth } from "../../../../components/stage/cards/hands/lit.ts";
import { heightField } from "../../../../components/stage/cards/hands/relief.ts";
import type { Relief } from "../../../../components/stage/cards/hands/relief.ts";
import { SHAPES } from "../../../../components/stage/cards/hands/shapes.ts";
import {
  CUFF,
  CUFF_ENDS,
  SLEEVE_ENDS,
  sleeveOf,
} from "../../../../components/stage/cards/hands/sleeve.ts";

/** A hand is so many pixels long. */
const UNIT = 120;
const LAMP = -Math.PI / 2 + 0.2;

/** How bright a body is at each of its pixels, from dark to bright, 0 to 255. */
function brightnessOf(relief: Relief, cloth: Cloth): number[] {
  const grid = { width: UNIT, height: 1.4 * UNIT, unit: UNIT, x: UNIT / 2, y: 0.3 * UNIT };
  const pixels = new Uint8ClampedArray(4 * grid.width * grid.height);
  light(heightField(relief, grid), cloth, LAMP, pixels);
  return Array.from({ length: pixels.length / 4 }, (_, i) => 4 * i)
    .filter((at) => pixels[at + 3] === 255)
    .map((at) => Math.max(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0))
    .toSorted((one, other) => one - other);
}
const shareOf = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(share * (sorted.length - 1))] ?? 0;

describe("what a dealer wears", () => {
  const sleeve = brightnessOf(sleeveOf(1), BLACK);
  const cuff = brightnessOf(CUFF, LINEN);

  test.each(Object.entries(SHAPES))(
    "is a glove that is shaded, not paper, in shape %s",
    (_, at) => {
      const glove = brightnessOf(at, COTTON);
      expect(shareOf(glove, 0.5)).toBeGreaterThan(150);
      expect(shareOf(glove, 0.95)).toBeLessThan(236);
      // Between fingers and beneath them it is dark.
      expect(shareOf(glove, 0.1)).toBeLessThan(0.68 * shareOf(glove, 0.9));
      expect(shareOf(glove, 0.5)).toBeLessThan(shareOf(cuff, 0.5) - 12);
    },
  );

  test("is a nearly black sleeve with a cuff that is the brightest of all", () => {
    expect(shareOf(sleeve, 0.75)).toBeLessThan(80);
    expect(shareOf(cuff, 0.75)).toBeGreaterThan(215);
  });

  test("reaches over the wrist, the cuff a little further than the sleeve", () => {
    expect(SLEEVE_ENDS).toBeGreaterThan(0.05);
    expect(CUFF_ENDS - SLEEVE_ENDS).toBeGreaterThan(0.05);
    // And lets all of the fingers out.
    expect(CUFF_ENDS).toBeLessThan(0.3);
  });
});
