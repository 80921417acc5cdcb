import { expect, test } from "vitest";
import type { Cue } from "../../../components/sound/cues.ts";
import { openMixer } from "../../../components/sound/mixer.ts";
import { voices } from "../../../components/sound/voices.ts";

const RATE = 44_100;
/** The loudest permitted sample, in dB below full scale. */
const CEILING_DB = -1;
/** A larger step between two samples is a click. Paper and clay consist of steps, but small ones. */
const CLICK = 0.3;

/**
 * Renders one sound alone, in the middle, at full volume, after half a second of room tone. Returns a function for the
 * left channel's samples in a span, in ms.
 */
async function rendered(sound: Cue["sound"]) {
  const context = new OfflineAudioContext(2, 3 * RATE, RATE);
  const mixer = openMixer(context);
  mixer.volume = 1;
  mixer.play({ atMs: 500, sound, pan: 0, gain: 1 }, 0.5);
  const samples = (await context.startRendering()).getChannelData(0);
  return (fromMs = 0, untilMs = 3_000) =>
    samples.subarray(Math.floor((fromMs * RATE) / 1_000), Math.ceil((untilMs * RATE) / 1_000));
}

const decibels = (level: number): number => 20 * Math.log10(Math.max(level, 1e-9));
const peakDb = (samples: Float32Array) =>
  decibels(samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0));
/** The root mean square, in dB below full scale. */
const meanDb = (samples: Float32Array) =>
  decibels(Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length));
const largestStep = (samples: Float32Array) =>
  samples.reduce(
    (largest, sample, i) => Math.max(largest, Math.abs(sample - (samples[i - 1] ?? sample))),
    0,
  );

test.each(Object.keys(voices) as Cue["sound"][])(
  'the "%s" sound is audible, starts softly and ends in silence',
  async (name) => {
    const span = await rendered(name);
    expect(peakDb(span(500, 1_200))).toBeGreaterThan(meanDb(span(100, 480)) + 20);
    expect(peakDb(span())).toBeLessThanOrEqual(CEILING_DB);
    expect(largestStep(span())).toBeLessThan(CLICK);
    // Its first sample is not one of its loudest.
    expect(largestStep(span(499, 500.2))).toBeLessThan(0.05);
    expect(meanDb(span(2_900))).toBeLessThan(-45);
  },
);
