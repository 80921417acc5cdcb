import fc from "fast-check";
import { expect, test } from "vitest";
import { aslant, flatFrom, nearness, UPRIGHT } from "../../../components/stage/tilted.ts";

/** A camera that leans so far over the middle of a box of 800 by 500. */
const leaning = (lean: number) => ({
  x: 400,
  y: 250,
  low: Math.cos(lean),
  far: Math.sin(lean) / 750,
});
const slants = fc.double({ min: 0, max: 0.9, noNaN: true }).map(leaning);
const places = fc.record({
  x: fc.double({ min: -2_000, max: 2_000, noNaN: true }),
  y: fc.double({ min: -2_000, max: 800, noNaN: true }),
});

test("from straight above everything is seen where it lies", () => {
  fc.assert(
    fc.property(places, (place) => {
      const { x, y } = aslant(UPRIGHT, place);
      expect([x - place.x, y - place.y]).toEqual([0, 0]);
      expect(nearness(UPRIGHT, place.y)).toBe(1);
    }),
  );
});

test("aslant the middle stays where it is, and what lies further up is smaller and still further up", () => {
  fc.assert(
    fc.property(slants, places, fc.double({ min: 1, max: 500, noNaN: true }), (slant, at, up) => {
      expect(aslant(slant, slant)).toEqual({ x: slant.x, y: slant.y });
      const [here, there] = [aslant(slant, at), aslant(slant, { x: at.x, y: at.y - up })];
      expect(there.y).toBeLessThan(here.y);
      expect(nearness(slant, at.y - up)).toBeLessThanOrEqual(nearness(slant, at.y));
    }),
  );
});

test("what a strip of the box shows is what lies there", () => {
  fc.assert(
    fc.property(slants, fc.double({ min: 0, max: 500, noNaN: true }), (slant, seenY) => {
      const flatY = slant.y + flatFrom(slant, seenY - slant.y);
      expect(aslant(slant, { x: slant.x, y: flatY }).y).toBeCloseTo(seenY, 6);
    }),
  );
});
