import { clamp01, lerp } from "../stage/easing.ts";
import type { SustainedSounds } from "../stage/scene-sounds.ts";
import type { Cue } from "./cues.ts";
import { LOUD, voices } from "./voices.ts";
import type { Part } from "./voices.ts";

/** Time constant at which sustained sounds follow the picture, in seconds. */
const FOLLOWS_S = 0.09;
/** Gain of the room tone, which is barely audible. */
const ROOM_GAIN = 0.017;

const MAX_GAINS = { rolling: 0.7, crowd: 0.85, tension: 0.024 } as const;

const SILENT: SustainedSounds = { rolling: 0, pace: 0, soft: 0, pan: 0, crowd: 0, tension: 0 };

/** Starts looped noise. A very low `rate` turns it into a slow random modulation. */
function startNoise(
  context: BaseAudioContext,
  { rate = 1, atS = 0, offsetS }: { rate?: number; atS?: number; offsetS: number },
): AudioBufferSourceNode {
  const options = { buffer: whiteNoise(context), loop: true, playbackRate: rate };
  const source = new AudioBufferSourceNode(context, options);
  source.start(atS, offsetS);
  return source;
}

/** A crowd's voices: the centre of each noise band in Hz, its gain, and its random swells per second. */
const CROWD = [
  { hz: 380, gain: 0.5, swells: 3 },
  { hz: 820, gain: 0.42, swells: 5 },
  { hz: 1_650, gain: 0.2, swells: 7 },
] as const;

/**
 * A table's sustained sounds: room tone, rolling marbles, a crowd, and the hum of suspense. All but the room tone are
 * silent until `follow` raises them.
 */
function startSustained(context: BaseAudioContext, into: AudioNode) {
  const sources: AudioScheduledSourceNode[] = [];
  const room = band("lowpass", 210, 0.5);
  room.gain.gain.value = ROOM_GAIN;
  room.gain.connect(into);

  const roll = band("lowpass", 200, 1.1);
  const panner = new StereoPannerNode(context);
  // A marble is not perfectly round, so its sound varies a little.
  roll.gain
    .connect(trembling(9, 0.5, 0.75))
    .connect(panner)
    .connect(into);

  const crowd = new GainNode(context, { gain: 0 });
  const bright = new BiquadFilterNode(context, { type: "lowpass", frequency: 700 });
  for (const { hz, gain, swells } of CROWD) {
    const voice = band("bandpass", hz, 1.2);
    voice.gain.gain.value = gain;
    voice.gain.connect(trembling(swells, 0.9, 0.6)).connect(crowd);
  }
  crowd.connect(bright).connect(into);

  const hum = new GainNode(context, { gain: 0 });
  for (const hz of [110, 110.6, 164.8]) {
    const source = new OscillatorNode(context, { type: "triangle", frequency: hz });
    source.start();
    sources.push(source);
    source.connect(hum);
  }
  hum.connect(into);

  /** Moves all sounds towards the picture's, from a context time in seconds. */
  function follow(levels: Partial<SustainedSounds>, atS: number): void {
    const { rolling, pace, soft, pan, crowd: crowdLevel, tension } = { ...SILENT, ...levels };
    const targets: [AudioParam, number][] = [
      [roll.gain.gain, MAX_GAINS.rolling * clamp01(rolling) * lerp(1, 0.45, soft)],
      [roll.filter.frequency, lerp(160, 900, pace ** 1.4) * lerp(1, 0.4, soft)],
      [panner.pan, pan],
      [crowd.gain, MAX_GAINS.crowd * clamp01(crowdLevel) ** 1.6],
      [bright.frequency, lerp(600, 3_200, clamp01(crowdLevel))],
      [hum.gain, MAX_GAINS.tension * clamp01(tension)],
    ];
    for (const [param, value] of targets) {
      param.setTargetAtTime(value, atS, FOLLOWS_S);
    }
  }

  function end(): void {
    for (const source of sources) {
      source.stop();
    }
  }

  function band(type: BiquadFilterType, frequency: number, Q: number) {
    const filter = new BiquadFilterNode(context, { type, frequency, Q });
    const gain = new GainNode(context, { gain: 0 });
    const source = startNoise(context, { offsetS: (frequency / 700) % 3 });
    sources.push(source);
    source.connect(filter).connect(gain);
    return { filter, gain };
  }

  /** A gain that varies randomly `perSecond` times a second, by `by` around `middle`. */
  function trembling(perSecond: number, by: number, middle: number): GainNode {
    const { sampleRate } = context;
    const level = new GainNode(context, { gain: middle });
    const depth = new GainNode(context, { gain: by });
    const wobble = startNoise(context, {
      rate: perSecond / sampleRate,
      offsetS: perSecond / 7,
    });
    sources.push(wobble);
    wobble.connect(depth).connect(level.gain);
    return level;
  }

  return { follow, end };
}

/** Length of a part's tail in multiples of its decay; the rest is inaudible. */
const DECAYS = 1.7;

/** Plays one part of a sound into a node: a tone, or a band of noise. `atS` is context time, in seconds. */
function playPart(
  context: BaseAudioContext,
  into: AudioNode,
  part: Part,
  { atS, gain }: { atS: number; gain: number },
): void {
  const { of, hz: frequency } = part;
  const startS = atS + (part.atMs ?? 0) / 1_000;
  const fullS = startS + part.attackMs / 1_000;
  const endS = fullS + (DECAYS * part.decayMs) / 1_000;
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, startS);
  volume.gain.linearRampToValueAtTime(part.gain * gain, fullS);
  volume.gain.setTargetAtTime(0, fullS, part.decayMs / 4_000);
  volume.connect(into);
  let source: AudioScheduledSourceNode;
  let pitch: AudioParam;
  if (of === "noise" || of === "low") {
    const type = of === "low" ? "lowpass" : "bandpass";
    const filter = new BiquadFilterNode(context, { type, frequency, Q: part.q ?? 0.7 });
    // A different offset makes the noise sound different, but the same for all viewers of a round.
    source = startNoise(context, { atS: startS, offsetS: (frequency * 0.37 + atS) % 2 });
    source.connect(filter).connect(volume);
    pitch = filter.frequency;
  } else {
    const tone = new OscillatorNode(context, { type: of, frequency });
    tone.start(startS);
    tone.connect(volume);
    source = tone;
    pitch = tone.frequency;
  }
  if (part.toHz !== undefined) {
    pitch.setValueAtTime(frequency, startS);
    pitch.exponentialRampToValueAtTime(part.toHz, endS);
  }
  source.stop(endS);
}

/** Maximum output level: 1.1 dB below full scale. */
const CEILING = 0.88;
/** Level up to which the limiter is linear. */
const LINEAR = 0.6;
/** Input level at which the limiter's curve ends; louder input is clipped. */
const LOUDEST = 2;

/** Gain of sustained sounds and effects while a loud sound or a voice plays. */
const DUCKED = { sustained: 0.3, effects: 0.5 } as const;
/** Time constants of ducking, and of the return to full gain, in seconds. */
const DUCK_S = 0.03;
const BACK_S = 0.35;
const LOUD_S = 0.5;
/** Time constant of a change of volume, in seconds; a shorter one would click. */
const FADE_S = 0.02;
/** When a change of volume is complete, in ms. */
const FADED_MS = 10 * FADE_S * 1_000;

/** The limiter's curve: linear, then flattening towards the ceiling. */
function limitLevel(level: number): number {
  const size = Math.abs(level);
  const room = CEILING - LINEAR;
  const curved = LINEAR + room * Math.tanh((size - LINEAR) / room);
  return Math.sign(level) * (size <= LINEAR ? size : curved);
}

/** The limiter that all tables on a page share, which keeps their sum from clipping. */
const limiterFor = oncePerContext((context): AudioNode => {
  const entrance = new GainNode(context, { gain: 1 / LOUDEST });
  const steps = 2_048;
  const curve = Float32Array.from({ length: steps + 1 }, (_, i) =>
    limitLevel(LOUDEST * ((2 * i) / steps - 1)),
  );
  const limiter = new WaveShaperNode(context, { curve });
  entrance.connect(limiter).connect(context.destination);
  return entrance;
});

export function openMixer(context: BaseAudioContext) {
  const out = new GainNode(context, { gain: 0 });
  const beds = new GainNode(context);
  const sustainedVoices = startSustained(context, beds);
  let effects = new GainNode(context);
  let currentVolume = 0;
  /** Gain of sustained sounds when no loud sound plays. */
  let sustainedGain = 1;
  beds.connect(out);
  effects.connect(out);
  out.connect(limiterFor(context));

  /** `volume` is 0 to 1, on a perceptual scale. */
  function setVolume(volume: number): void {
    if (volume !== currentVolume) {
      currentVolume = volume;
      out.gain.setTargetAtTime(volume ** 2, context.currentTime, FADE_S);
    }
  }

  function play({ sound, pan, gain }: Cue, afterS: number): void {
    // Compensates for the output latency, which is long with some headphones.
    const latencyS = context instanceof AudioContext ? (context.outputLatency ?? 0) : 0;
    const atS = context.currentTime + Math.max(0, afterS - latencyS);
    const panner = new StereoPannerNode(context, { pan });
    panner.connect(effects);
    for (const part of voices[sound]) {
      playPart(context, panner, part, { atS, gain });
    }
    if (LOUD.has(sound)) {
      beds.gain.setTargetAtTime(DUCKED.sustained, atS, DUCK_S);
      beds.gain.setTargetAtTime(sustainedGain, atS + LOUD_S, BACK_S);
    }
  }

  /** Moves sustained sounds towards the picture's after a delay in seconds. */
  function follow(sustained: Partial<SustainedSounds>, afterS: number): void {
    sustainedVoices.follow(sustained, context.currentTime + afterS);
  }

  function duck(isSpeaking: boolean): void {
    const { currentTime } = context;
    const soonS = isSpeaking ? DUCK_S : BACK_S;
    sustainedGain = isSpeaking ? DUCKED.sustained : 1;
    effects.gain.setTargetAtTime(isSpeaking ? DUCKED.effects : 1, currentTime, soonS);
    beds.gain.setTargetAtTime(sustainedGain, currentTime, soonS);
  }

  /** Stops all playing and scheduled effects, and silences the sustained sounds. */
  function cut(): void {
    const old = effects;
    old.gain.cancelScheduledValues(0);
    old.gain.setTargetAtTime(0, context.currentTime, FADE_S / 3);
    effects = new GainNode(context);
    effects.connect(out);
    setTimeout(() => old.disconnect(), FADED_MS);
    sustainedVoices.follow({}, context.currentTime);
  }

  function end(): void {
    setVolume(0);
    setTimeout(() => {
      sustainedVoices.end();
      out.disconnect();
    }, FADED_MS);
  }

  return {
    set volume(volume: number) {
      setVolume(volume);
    },
    play,
    follow,
    duck,
    cut,
    end,
  };
}

export type Mixer = ReturnType<typeof openMixer>;

const NOISE_S = 3;

/** White noise from a fixed seed. */
const whiteNoise = oncePerContext((context) => {
  const { sampleRate } = context;
  const noise = context.createBuffer(1, NOISE_S * sampleRate, sampleRate);
  const samples = noise.getChannelData(0);
  let seed = 1;
  for (let i = 0; i < samples.length; i += 1) {
    // The Park–Miller generator.
    seed = (seed * 48_271) % 2_147_483_647;
    samples[i] = (2 * seed) / 2_147_483_647 - 1;
  }
  return noise;
});

/** Calls `create` once for each context. */
function oncePerContext<T>(create: (context: BaseAudioContext) => T) {
  const known = new WeakMap<BaseAudioContext, T>();
  return (context: BaseAudioContext): T => {
    const value = known.get(context) ?? create(context);
    known.set(context, value);
    return value;
  };
}
