import { expect, test } from "vitest";
import { beatAt, stretchOf } from "../../../components/stage/pacing.ts";

const pace = { restsAfterMs: 1_500, livesUntilMs: 15_000, stepMs: 1_000 };

test.each([
  ["while it moves, every frame", 1_499.5, { poseAtMs: 1_499.5, waitMs: 0 }],
  ["at rest, the rest itself first", 1_500, { poseAtMs: 1_500, waitMs: 500 }],
  ["then whole seconds", 3_400, { poseAtMs: 3_000, waitMs: 600 }],
  ["and the next one on time", 4_000, { poseAtMs: 4_000, waitMs: 1_000 }],
  ["at the end of its life, nothing more", 15_000, { poseAtMs: 15_000, waitMs: null }],
  ["however late it gets", 99_999, { poseAtMs: 15_000, waitMs: null }],
])("%s", (_, elapsedMs, beat) => {
  expect(beatAt(elapsedMs, pace)).toEqual(beat);
});

test("what has no life of its own rests for good", () => {
  const beat = beatAt(60_000, { ...pace, livesUntilMs: 0 });
  expect(beat).toEqual({ poseAtMs: 1_500, waitMs: null });
});

test("a life that goes on after it moved once more is looked at in steps again", () => {
  const again = { fromMs: 8_000, toMs: 9_000 };
  expect(beatAt(8_500, { ...pace, again })).toEqual({ poseAtMs: 8_500, waitMs: 0 });
  expect(beatAt(9_200, { ...pace, again })).toEqual({ poseAtMs: 9_000, waitMs: 800 });
  expect(beatAt(15_000, { ...pace, again })).toEqual({ poseAtMs: 15_000, waitMs: null });
});

test("a life that ends between two steps is seen to its end", () => {
  expect(beatAt(2_700, { ...pace, livesUntilMs: 2_500 })).toEqual({
    poseAtMs: 2_000,
    waitMs: null,
  });
});

test("a reveal fills the phase that it has, and is never hurried", () => {
  expect(stretchOf({ revealMs: 6_000 }, 5_000)).toBe(1.2);
  expect(stretchOf({ revealMs: 4_000 }, 5_000)).toBe(1);
  expect(stretchOf({}, 5_000)).toBe(1);
});
