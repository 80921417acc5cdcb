import { expect, test } from "vitest";
import { limited } from "../../../components/sound/mixer.ts";

const levels = (most: number) => Array.from({ length: 801 }, (_, i) => most * (i / 400 - 1));

test("however loud, nothing passes -1 dB below full, and louder never comes out softer", () => {
  const out = levels(4).map(limited);
  expect(Math.max(...out.map(Math.abs))).toBeLessThanOrEqual(10 ** (-1 / 20));
  expect(out.toSorted((a, b) => a - b)).toEqual(out);
});

test("what is quiet stays as it is", () => {
  expect(levels(0.6).map(limited)).toEqual(levels(0.6));
});
