import { expect, test } from "vitest";
import { toPlay } from "../../../components/scenes/load-scene.ts";
import { sceneCues, tableCues } from "../../../components/sound/cues.ts";
import type { Cue } from "../../../components/sound/cues.ts";
import { openMixer } from "../../../components/sound/mixer.ts";
import { voices } from "../../../components/sound/voices.ts";
import { winnerRevealMs } from "../../../src/hud/revealed-view.ts";
import { previewView } from "../../../src/hud/table/preview-view.ts";
import type { TableView } from "../../../src/hud/table/view.ts";
import { audibleScene } from "../../components/sound/soundtrack-in-test.ts";

/* Renders the sound of whole rounds in a browser without loudspeakers, through the same parts as a table's. */

const RATE = 44_100;
/** How often sustained sounds follow the picture, in ms, as at a table. */
const LOOK_MS = 60;

/** Both channels, at `RATE` samples a second. */
type Rendered = readonly Float32Array[];

function contextOf(lengthMs: number): OfflineAudioContext {
  return new OfflineAudioContext(2, Math.ceil((RATE * lengthMs) / 1_000), RATE);
}

async function rendered(context: OfflineAudioContext): Promise<Rendered> {
  const buffer = await context.startRendering();
  return [0, 1].map((channel) => buffer.getChannelData(channel));
}

/** Renders one round of a game at full volume, from bets to the last swept card. */
async function renderRound(slug: string): Promise<Rendered> {
  const scene = audibleScene(slug);
  const choice = { slug, elapsedMs: 0, outcome: 0, lang: "en" };
  const { times } = previewView({ ...choice, phase: "betting" }) as TableView;
  const context = contextOf(times.intervalMs);
  const mixer = openMixer(context);
  mixer.volume = 1;
  const cues: Cue[] = [];
  let startMs = 0;
  for (const { phase, ms } of times.phases) {
    const view = previewView({ ...choice, phase }) as TableView;
    const play = toPlay(view);
    if (play === null) {
      throw new Error(`${slug} shows nothing in ${phase}.`);
    }
    for (const cue of [
      ...tableCues(phase, times, winnerRevealMs(view)),
      ...sceneCues(scene, play, -1, ms),
    ]) {
      cues.push({ ...cue, atMs: startMs + cue.atMs });
    }
    for (let atMs = 0; atMs < ms; atMs += LOOK_MS) {
      const pose = scene.pose(play, Math.min(atMs, scene.restsAfterMs(play)));
      mixer.follow(scene.poseSounds(pose).sustained ?? {}, (startMs + atMs) / 1_000);
    }
    startMs += ms;
  }
  for (const cue of cues.toSorted((a, b) => a.atMs - b.atMs)) {
    mixer.play(cue, cue.atMs / 1_000);
  }
  return rendered(context);
}

/** Renders one sound alone, in the middle, at full volume, after half a second of room tone. */
function renderCue(sound: Cue["sound"]): Promise<Rendered> {
  const context = contextOf(3_000);
  const mixer = openMixer(context);
  mixer.volume = 1;
  mixer.play({ atMs: 500, sound, pan: 0, gain: 1 }, 0.5);
  return rendered(context);
}

const SOUNDS = Object.keys(voices) as Cue["sound"][];

const decibels = (level: number): number => 20 * Math.log10(Math.max(level, 1e-9));

/** The samples of a span, in ms, of both channels. */
function span(sound: Rendered, fromMs: number, toMs: number): Rendered {
  return sound.map((channel) =>
    channel.subarray(Math.floor((fromMs * RATE) / 1_000), Math.ceil((toMs * RATE) / 1_000)),
  );
}

function peakDb(sound: Rendered, fromMs = 0, toMs = Infinity): number {
  let peak = 0;
  for (const channel of span(sound, fromMs, toMs)) {
    for (const sample of channel) {
      peak = Math.max(peak, Math.abs(sample));
    }
  }
  return decibels(peak);
}

/** The overall loudness of a span: the root of its mean square, in dB below full scale. */
function meanDb(sound: Rendered, fromMs = 0, toMs = Infinity): number {
  const samples = span(sound, fromMs, toMs).flatMap((channel) => [...channel]);
  const sum = samples.reduce((total, sample) => total + sample ** 2, 0);
  return decibels(Math.sqrt(sum / Math.max(1, samples.length)));
}

/** The largest step between two samples in a span: near 1 is a click. */
function largestStep(sound: Rendered, fromMs = 0, toMs = Infinity): number {
  let largest = 0;
  for (const channel of span(sound, fromMs, toMs)) {
    for (let i = 1; i < channel.length; i += 1) {
      largest = Math.max(largest, Math.abs((channel[i] ?? 0) - (channel[i - 1] ?? 0)));
    }
  }
  return largest;
}

/** The loudest permitted sample, in dB below full scale. */
const CEILING_DB = -1;
/** A larger step between two samples is a click. Paper and clay consist of steps, but small ones. */
const CLICK = 0.3;

test.each(SOUNDS)('the sound "%s" is audible, starts softly and ends in silence', async (name) => {
  const sound = await renderCue(name);
  const roomDb = meanDb(sound, 100, 480);
  expect(peakDb(sound, 500, 1_200)).toBeGreaterThan(roomDb + 20);
  expect(peakDb(sound)).toBeLessThanOrEqual(CEILING_DB);
  expect(largestStep(sound)).toBeLessThan(CLICK);
  // Its first sample is not one of its loudest.
  expect(largestStep(sound, 499, 500.2)).toBeLessThan(0.05);
  expect(meanDb(sound, 2_900)).toBeLessThan(-45);
});

// The loudest case: all sustained sounds, with most of the short ones on top.
test("a whole race stays within the loudness limits", async () => {
  const round = await renderRound("bigsixball");
  expect(peakDb(round)).toBeLessThanOrEqual(CEILING_DB);
  expect(meanDb(round)).toBeLessThan(-20);
  expect(largestStep(round)).toBeLessThan(CLICK);
});
