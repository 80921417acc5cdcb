import { describe, expect, test } from "vitest";
import {
  largestStep,
  meanDb,
  peakDb,
  renderCue,
  renderRound,
  SOUNDS,
} from "../../bench/support/render-sound.ts";

// Rendered by the browser's own Web Audio, without loudspeakers and faster than they would play it.

/** Nothing may be louder, in dB below full. */
const CEILING_DB = -1;
/** A larger step from one sample to the next is a click. Paper and clay are all steps, but small ones. */
const CLICK = 0.3;

describe("a sound", () => {
  test.each(SOUNDS)(
    "%s is heard, swells without a click and leaves the room quiet",
    async (name) => {
      const sound = await renderCue(name);
      const roomDb = meanDb(sound, 100, 480);
      expect(peakDb(sound, 500, 1_200)).toBeGreaterThan(roomDb + 20);
      expect(peakDb(sound)).toBeLessThanOrEqual(CEILING_DB);
      expect(largestStep(sound)).toBeLessThan(CLICK);
      // The first sample of it is none of its loudest.
      expect(largestStep(sound, 499, 500.2)).toBeLessThan(0.05);
      expect(meanDb(sound, 2_900)).toBeLessThan(-45);
    },
  );
});

// The loudest there is: everything that lasts, with most of what does not on top.
test("a whole race keeps to the levels", async () => {
  const round = await renderRound("bigsixball");
  expect(peakDb(round)).toBeLessThanOrEqual(CEILING_DB);
  expect(meanDb(round)).toBeLessThan(-20);
  expect(largestStep(round)).toBeLessThan(CLICK);
});
