import { describe, expect, test } from "vitest";
import { easeIn, easeInOut, easeOut, progress } from "../../../components/stage/tracks.ts";

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
});
