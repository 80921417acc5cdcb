import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  arc,
  easeIn,
  easeInOut,
  easeOut,
  progress,
  track,
} from "../../../components/stage/tracks.ts";
import { whim } from "../../../src/round/whim.ts";

describe("tracks", () => {
  test("a movement is nothing before its start and all of itself after its end", () => {
    expect([99, 100, 150, 200, 1e9].map((ms) => progress(ms, 100, 100))).toEqual([0, 0, 0.5, 1, 1]);
  });

  test.each(Object.entries({ easeIn, easeInOut, easeOut }))(
    "%s stays at both ends and never turns back",
    (_, ease) => {
      expect([ease(0), ease(1)]).toEqual([0, 1]);
      for (let i = 0; i < 100; i++) {
        expect(ease((i + 1) / 100)).toBeGreaterThanOrEqual(ease(i / 100));
      }
    },
  );

  test("a hop ends where it began", () => {
    expect(arc(0)).toBe(0);
    expect(arc(0.5)).toBe(1);
    expect(arc(1)).toBeCloseTo(0);
  });

  test("a track passes through its keys and rests outside them", () => {
    const height = track([
      { atMs: 100, value: 1 },
      { atMs: 200, value: 5 },
      { atMs: 400, value: 2 },
    ]);
    expect([0, 100, 200, 400, 900].map(height)).toEqual([1, 1, 5, 2, 2]);
  });

  test("a track through rising keys never falls", () => {
    const rises = fc.array(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.nat(100)), {
      minLength: 2,
      maxLength: 12,
    });
    fc.assert(
      fc.property(rises, (steps) => {
        let [atMs, value] = [0, 0];
        const along = track(
          steps.map(([ms, rise]) => ({ atMs: (atMs += ms), value: (value += rise) })),
        );
        for (let i = 0; i < 60; i++) {
          const [one, next] = [(atMs * i) / 60, (atMs * (i + 1)) / 60];
          expect(along(next)).toBeGreaterThanOrEqual(along(one) - 1e-9);
        }
      }),
    );
  });

  test("a track without a key is refused", () => {
    expect(() => track([])).toThrow(RangeError);
  });

  test("a whim is the same for the same numbers, and spread from 0 to 1 for others", () => {
    const whims = Array.from({ length: 2_000 }, (_, i) => whim(i, 7));
    expect(whims).toEqual(Array.from({ length: 2_000 }, (_, i) => whim(i, 7)));
    expect(whims.every((share) => share >= 0 && share < 1)).toBe(true);
    const mean = whims.reduce((sum, share) => sum + share, 0) / whims.length;
    expect(mean).toBeGreaterThan(0.47);
    expect(mean).toBeLessThan(0.53);
    expect(new Set(whims).size).toBeGreaterThan(1_990);
  });
});
