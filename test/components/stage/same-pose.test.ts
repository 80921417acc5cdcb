import { expect, test } from "vitest";
import { samePose } from "../../../components/stage/same-pose.ts";

test.each([
  [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
  [{ a: 1 }, { a: 2 }, false],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: undefined }, { b: undefined }, false],
  [[1, 2], [1, 2, 3], false],
  [null, {}, false],
  [{}, null, false],
  [Number.NaN, Number.NaN, true],
  [undefined, { a: 1 }, false],
])("%j and %j are the same pose: %s", (one, other, same) => {
  expect(samePose(one, other)).toBe(same);
});
