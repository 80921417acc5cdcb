import { describe, expect, test } from "vitest";
import type { Mixer } from "../../../components/sound/mixer.ts";
import {
  largestStep,
  meanDb,
  peakDb,
  renderCue,
  renderLasting,
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

describe("what lasts", () => {
  test("is all but silent in an empty room", async () => {
    const room = await renderLasting({});
    expect(meanDb(room, 500)).toBeLessThan(-52);
    expect(meanDb(room, 500)).toBeGreaterThan(-75);
  });

  test.each([
    ["rolling", { rolling: 0.3, pace: 0.3 }, { rolling: 1, pace: 1 }],
    ["the crowd", { crowd: 0.4 }, { crowd: 1 }],
    ["suspense", { tension: 0.2 }, { tension: 0.6 }],
  ])("%s swells with what is shown", async (_, little, much) => {
    const [low, high] = [await renderLasting(little), await renderLasting(much)];
    expect(meanDb(high, 500)).toBeGreaterThan(meanDb(low, 500) + 5);
    expect(peakDb(high)).toBeLessThanOrEqual(CEILING_DB);
  });

  test("balls roll softer, and duller, on the grass beyond the line", async () => {
    const [hard, soft] = [
      await renderLasting({ rolling: 1, pace: 1 }),
      await renderLasting({ rolling: 1, pace: 1, soft: 1 }),
    ];
    expect(meanDb(soft, 500)).toBeLessThan(meanDb(hard, 500) - 5);
    // Of a dull sound neighbouring samples differ less, by its own loudness.
    const brightness = (sound: typeof hard) =>
      largestStep(sound, 500) / 10 ** (peakDb(sound, 500) / 20);
    expect(brightness(soft)).toBeLessThan(0.8 * brightness(hard));
  });

  test("rolling is heard where the balls are", async () => {
    const left = await renderLasting({ rolling: 1, pace: 1, pan: -0.8 });
    const [near, far] = left.channels.map((channel) => ({ ...left, channels: [channel] }));
    expect(meanDb(near!, 500)).toBeGreaterThan(meanDb(far!, 500) + 6);
  });
});

describe("what lasts makes room", () => {
  const CROWD = { crowd: 1 };

  test("for something loud, and comes back", async () => {
    const alone = await renderLasting(CROWD);
    // The hit itself is faded out at once: what is left is the crowd.
    const ducked = await renderLasting(CROWD, (mixer) =>
      mixer.play({ atMs: 0, sound: "hit", pan: 0, gain: 0.001 }, 1),
    );
    expect(meanDb(ducked, 600, 950)).toBeCloseTo(meanDb(alone, 600, 950), 0);
    expect(meanDb(ducked, 1_150, 1_450)).toBeLessThan(meanDb(alone, 1_150, 1_450) - 6);
    expect(meanDb(ducked, 2_800)).toBeGreaterThan(meanDb(alone, 2_800) - 1.5);
  });

  test("for nothing that is quiet", async () => {
    const alone = await renderLasting(CROWD);
    const other = await renderLasting(CROWD, (mixer) =>
      mixer.play({ atMs: 0, sound: "land", pan: 0, gain: 0.001 }, 1),
    );
    expect(meanDb(other, 1_150, 1_450)).toBeCloseTo(meanDb(alone, 1_150, 1_450), 1);
  });

  test("for as long as somebody speaks, as effects do", async () => {
    const speak = (isSpoken: boolean) => (mixer: Mixer) => {
      mixer.duck(true);
      if (!isSpoken) {
        mixer.duck(false);
      }
      mixer.play({ atMs: 0, sound: "rise", pan: 0, gain: 1 }, 2);
    };
    const [spoken, silent] = [
      await renderLasting(CROWD, speak(true)),
      await renderLasting(CROWD, speak(false)),
    ];
    expect(meanDb(spoken, 1_000, 1_900)).toBeLessThan(meanDb(silent, 1_000, 1_900) - 6);
    const [quiet, full] = [
      await renderLasting({}, speak(true)),
      await renderLasting({}, speak(false)),
    ];
    expect(peakDb(quiet, 2_000)).toBeLessThan(peakDb(full, 2_000) - 4);
  });
});

// The loudest there is: everything that lasts, with most of what does not on top.
test("a whole race keeps to the levels", async () => {
  const round = await renderRound("bigsixball");
  expect(peakDb(round)).toBeLessThanOrEqual(CEILING_DB);
  expect(meanDb(round)).toBeLessThan(-20);
  expect(largestStep(round)).toBeLessThan(CLICK);
});
