import fc from "fast-check";
import { expect, test } from "vitest";
import { profileOf } from "../../../components/stage/curl.ts";

const PIECES = 28;
const turns = fc.double({ min: 0, max: 1, noNaN: true });
const bends = fc.double({ min: -1, max: 1, noNaN: true });
const width = (x: readonly number[]) => Math.max(...x) - Math.min(...x);

test("paper is never stretched, and never sinks into the felt", () => {
  fc.assert(
    fc.property(turns, bends, (turn, bend) => {
      const { x, z } = profileOf(turn, bend, PIECES);
      expect(Math.min(...z)).toBe(0);
      for (let i = 0; i < PIECES; i++) {
        const step = Math.hypot((x[i + 1] ?? 0) - (x[i] ?? 0), (z[i + 1] ?? 0) - (z[i] ?? 0));
        expect(step).toBeCloseTo(1 / PIECES);
      }
    }),
  );
});

test("a card lies flat and as wide as it is before its turn and after it", () => {
  for (const turn of [0, 1]) {
    const { x, z } = profileOf(turn, 0, PIECES);
    expect(width(x)).toBeCloseTo(1);
    expect(Math.max(...z)).toBeCloseTo(0);
    expect((x[PIECES] ?? 0) > (x[0] ?? 0)).toBe(turn === 0);
  }
});

test("the lifted edge goes ahead: it shows the face while the other edge still lies", () => {
  const { lean, x } = profileOf(0.31, 0, PIECES);
  expect(lean.at(-1)).toBeGreaterThan(Math.PI / 2);
  expect(Math.max(...lean.slice(0, 11))).toBe(0);
  expect(x[0]).toBeCloseTo(-0.5);
});

test("a bow lifts both ends, whichever side is up", () => {
  for (const turn of [0, 1]) {
    const { z } = profileOf(turn, 1, PIECES);
    expect(Math.min(z[0] ?? 0, z[PIECES] ?? 0)).toBeGreaterThan(z[PIECES / 2] ?? 0);
  }
});
