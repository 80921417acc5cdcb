import { describe, expect, test } from "vitest";
import { resultLight, sideLight, slidBack } from "../../../components/stage/lights.ts";
import { RESULT_MS } from "../../../components/stage/times.ts";

describe("the cards of a side", () => {
  const back = (side: string, ms: number) =>
    slidBack(sideLight(side, "tiger", resultLight("result", ms)), ms / RESULT_MS.celebration);

  test("slide back slowly when it has lost, and stay there", () => {
    const moments = [0, 300, 900, 2_000, 3_000];
    const slid = moments.map((ms) => back("dragon", ms));
    expect(slid.at(0)).toBe(0);
    expect(slid.at(-1)).toBe(1);
    expect(slid).toEqual(slid.toSorted((a, b) => a - b));
    expect(new Set(slid).size).toBe(moments.length);
  });

  test("stay where they are when it has won, or when nobody has", () => {
    expect([0, 900, 3_000].map((ms) => back("tiger", ms))).toEqual([0, 0, 0]);
    expect(slidBack(sideLight("tiger", null, 1), 1)).toBe(0);
    expect(slidBack(sideLight("tiger", "tie", 1), 1)).toBe(0);
  });
});
