import type { Lasting } from "../stage/heard.ts";
import { clamp01, lerp } from "../stage/tracks.ts";
import type { Cue } from "./cues.ts";
import { noiseOf } from "./noise.ts";
import { LOUD, voices } from "./voices.ts";
import type { Part } from "./voices.ts";

/** How soon what lasts follows the picture, in seconds. */
const FOLLOWS_S = 0.09;
/** How quiet an empty room is: it is noticed only once it is gone. */
const ROOM_GAIN = 0.017;

/** What lasts at full strength, by its parameters. */
const FULL = { rolling: 0.7, crowd: 0.85, tension: 0.024 } as const;

const SILENT: Lasting = { rolling: 0, pace: 0, soft: 0, pan: 0, crowd: 0, tension: 0 };

/** Noise that lasts until the context ends. `rate` slows it down: very slow, it is a hand that trembles. */
function endlessNoise(context: BaseAudioContext, rate = 1, offsetS = 0): AudioBufferSourceNode {
  const options = { buffer: noiseOf(context), loop: true, playbackRate: rate };
  const source = new AudioBufferSourceNode(context, options);
  source.start(0, offsetS);
  return source;
}

/** The voices of a crowd: bands of noise, in Hz, how loud, and how often a second each swells by chance. */
const CROWD = [
  { hz: 380, gain: 0.5, swells: 3 },
  { hz: 820, gain: 0.42, swells: 5 },
  { hz: 1_650, gain: 0.2, swells: 7 },
] as const;

/**
 * What sounds on and on at a table: the tone of its room, balls that roll, a crowd, and the hum of suspense.
 * It is always there, and silent until the picture asks for it.
 */
class LastingVoices {
  readonly #context: BaseAudioContext;
  readonly #sources: AudioScheduledSourceNode[] = [];
  readonly #rolling;
  readonly #rumble;
  readonly #pan;
  readonly #crowd;
  readonly #bright;
  readonly #tension;

  constructor(context: BaseAudioContext, into: AudioNode) {
    this.#context = context;
    const room = this.#band("lowpass", 210, 0.5);
    room.gain.gain.value = ROOM_GAIN;
    room.gain.connect(into);

    const roll = this.#band("lowpass", 200, 1.1);
    this.#rolling = roll.gain.gain;
    this.#rumble = roll.filter.frequency;
    const panner = new StereoPannerNode(context);
    this.#pan = panner.pan;
    // A ball that is not quite round: its sound comes and goes a little.
    roll.gain
      .connect(this.#trembling(9, 0.5, 0.75))
      .connect(panner)
      .connect(into);

    const crowd = new GainNode(context, { gain: 0 });
    this.#crowd = crowd.gain;
    const bright = new BiquadFilterNode(context, { type: "lowpass", frequency: 700 });
    this.#bright = bright.frequency;
    for (const { hz, gain, swells } of CROWD) {
      const voice = this.#band("bandpass", hz, 1.2);
      voice.gain.gain.value = gain;
      voice.gain.connect(this.#trembling(swells, 0.9, 0.6)).connect(crowd);
    }
    crowd.connect(bright).connect(into);

    const hum = new GainNode(context, { gain: 0 });
    this.#tension = hum.gain;
    for (const hz of [110, 110.6, 164.8]) {
      const source = new OscillatorNode(context, { type: "triangle", frequency: hz });
      source.start();
      this.#sources.push(source);
      source.connect(hum);
    }
    hum.connect(into);
  }

  /** Brings everything to the sound of the picture at a time of the context, in seconds. */
  follow(heard: Partial<Lasting>, atS: number): void {
    const { rolling, pace, soft, pan, crowd, tension } = { ...SILENT, ...heard };
    const aims: [AudioParam, number][] = [
      [this.#rolling, FULL.rolling * clamp01(rolling) * lerp(1, 0.45, soft)],
      [this.#rumble, lerp(160, 900, pace ** 1.4) * lerp(1, 0.4, soft)],
      [this.#pan, pan],
      [this.#crowd, FULL.crowd * clamp01(crowd) ** 1.6],
      [this.#bright, lerp(600, 3_200, clamp01(crowd))],
      [this.#tension, FULL.tension * clamp01(tension)],
    ];
    for (const [param, value] of aims) {
      param.setTargetAtTime(value, atS, FOLLOWS_S);
    }
  }

  /** Ends everything for good. */
  end(): void {
    for (const source of this.#sources) {
      source.stop();
    }
  }

  /** Noise of a band, silent at first. */
  #band(type: BiquadFilterType, frequency: number, Q: number) {
    const filter = new BiquadFilterNode(this.#context, { type, frequency, Q });
    const gain = new GainNode(this.#context, { gain: 0 });
    const source = endlessNoise(this.#context, 1, (frequency / 700) % 3);
    this.#sources.push(source);
    source.connect(filter).connect(gain);
    return { filter, gain };
  }

  /** A strength that changes by chance so often a second, by so much around a middle. */
  #trembling(perSecond: number, by: number, middle: number): GainNode {
    const { sampleRate } = this.#context;
    const trembling = new GainNode(this.#context, { gain: middle });
    const depth = new GainNode(this.#context, { gain: by });
    const hand = endlessNoise(this.#context, perSecond / sampleRate, perSecond / 7);
    this.#sources.push(hand);
    hand.connect(depth).connect(trembling.gain);
    return trembling;
  }
}

/** What is left of a part after this many of its decays is not heard. */
const DECAYS = 1.7;

function sourceOf(context: BaseAudioContext, part: Part): OscillatorNode | AudioBufferSourceNode {
  if (part.of === "noise" || part.of === "low") {
    return new AudioBufferSourceNode(context, { buffer: noiseOf(context), loop: true });
  }
  return new OscillatorNode(context, { type: part.of, frequency: part.hz });
}

/** Plays one part of a sound into a node. `atS`: by the clock of the context, in seconds. */
function playPart(
  context: BaseAudioContext,
  into: AudioNode,
  part: Part,
  { atS, gain }: { atS: number; gain: number },
): void {
  const startS = atS + (part.at ?? 0) / 1_000;
  const fullS = startS + part.attack / 1_000;
  const endS = fullS + (DECAYS * part.decay) / 1_000;
  const source = sourceOf(context, part);
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, startS);
  volume.gain.linearRampToValueAtTime(part.gain * gain, fullS);
  volume.gain.setTargetAtTime(0, fullS, part.decay / 4_000);
  let last: AudioNode = source;
  let pitch = source instanceof OscillatorNode ? source.frequency : null;
  if (pitch === null) {
    const filter = new BiquadFilterNode(context, {
      type: part.of === "low" ? "lowpass" : "bandpass",
      frequency: part.hz,
      Q: part.q ?? 0.7,
    });
    last = source.connect(filter);
    pitch = filter.frequency;
  }
  if (part.toHz !== undefined) {
    pitch.setValueAtTime(part.hz, startS);
    pitch.exponentialRampToValueAtTime(part.toHz, endS);
  }
  last.connect(volume).connect(into);
  // The same noise from another place sounds different, and the same each time that a round is shown.
  if (source instanceof AudioBufferSourceNode) {
    source.start(startS, (part.hz * 0.37 + atS) % 2);
  } else {
    source.start(startS);
  }
  source.stop(endS);
}

/** The loudest that anything gets: -1.1 dB below full. */
const CEILING = 0.88;
/** Up to here nothing is bent. */
const STRAIGHT = 0.6;
/** Above this level sounds blur into one another. */
const LOUDEST = 2;

/** How loud what lasts is while something loud sounds, or somebody speaks. */
const DUCKED = { lasting: 0.3, effects: 0.5 } as const;
/** How soon it makes room, how soon it comes back, and how long something loud takes, in seconds. */
const [DUCK_S, BACK_S, LOUD_S] = [0.03, 0.35, 0.5];
/** How soon a table is heard or silent, in seconds: any sooner would click. */
const FADE_S = 0.02;

/** A strength as it leaves the limiter: straight, and then ever less steep up to the ceiling. */
function limited(level: number): number {
  const size = Math.abs(level);
  const room = CEILING - STRAIGHT;
  const bent = STRAIGHT + room * Math.tanh((size - STRAIGHT) / room);
  return Math.sign(level) * (size <= STRAIGHT ? size : bent);
}

const limiters = new WeakMap<BaseAudioContext, AudioNode>();

/** What all tables of a page go through together: however many sound at once, nothing is cut off. */
function limiterOf(context: BaseAudioContext): AudioNode {
  const known = limiters.get(context);
  if (known !== undefined) {
    return known;
  }
  const entrance = new GainNode(context, { gain: 1 / LOUDEST });
  const steps = 2_048;
  const curve = Float32Array.from({ length: steps + 1 }, (_, i) =>
    limited(LOUDEST * ((2 * i) / steps - 1)),
  );
  const limiter = new WaveShaperNode(context, { curve });
  entrance.connect(limiter).connect(context.destination);
  limiters.set(context, entrance);
  return entrance;
}

/** The sound of one table, on its way to the loudspeakers. */
export class Mixer {
  readonly #context: BaseAudioContext;
  readonly #out: GainNode;
  readonly #beds: GainNode;
  readonly #voices: LastingVoices;
  #effects: GainNode;
  #volume = 0;
  /** How loud what lasts is but for what is loud. */
  #rest = 1;

  constructor(context: BaseAudioContext) {
    this.#context = context;
    this.#out = new GainNode(context, { gain: 0 });
    this.#beds = new GainNode(context);
    this.#effects = new GainNode(context);
    this.#voices = new LastingVoices(context, this.#beds);
    this.#beds.connect(this.#out);
    this.#effects.connect(this.#out);
    this.#out.connect(limiterOf(context));
  }

  /** How loud the table is, from 0 for silence to 1. Half of it sounds half as loud. */
  set volume(volume: number) {
    if (volume !== this.#volume) {
      this.#volume = volume;
      this.#out.gain.setTargetAtTime(volume ** 2, this.#context.currentTime, FADE_S);
    }
  }

  /** Plays a sound after some time, in seconds. */
  play({ sound, pan, gain }: Cue, afterS: number): void {
    const context = this.#context;
    // What is scheduled now is heard a little later: by some headphones much later.
    const latencyS = context instanceof AudioContext ? (context.outputLatency ?? 0) : 0;
    const atS = context.currentTime + Math.max(0, afterS - latencyS);
    const panner = new StereoPannerNode(context, { pan });
    panner.connect(this.#effects);
    for (const part of voices[sound]) {
      playPart(context, panner, part, { atS, gain });
    }
    if (LOUD.has(sound)) {
      this.#beds.gain.setTargetAtTime(DUCKED.lasting, atS, DUCK_S);
      this.#beds.gain.setTargetAtTime(this.#rest, atS + LOUD_S, BACK_S);
    }
  }

  /** Brings lasting sounds to the state of the picture after some time, in seconds. */
  follow(lasting: Partial<Lasting>, afterS: number): void {
    this.#voices.follow(lasting, this.#context.currentTime + afterS);
  }

  /** Makes room for a voice, and takes it back. */
  duck(isSpoken: boolean): void {
    const { currentTime } = this.#context;
    const effects = isSpoken ? DUCKED.effects : 1;
    const soonS = isSpoken ? DUCK_S : BACK_S;
    this.#rest = isSpoken ? DUCKED.lasting : 1;
    this.#effects.gain.setTargetAtTime(effects, currentTime, soonS);
    this.#beds.gain.setTargetAtTime(this.#rest, currentTime, soonS);
  }

  /** Drops what is under way or about to sound. */
  cut(): void {
    const old = this.#effects;
    old.gain.cancelScheduledValues(0);
    old.gain.setTargetAtTime(0, this.#context.currentTime, FADE_S / 3);
    this.#effects = new GainNode(this.#context);
    this.#effects.connect(this.#out);
    setTimeout(() => old.disconnect(), 10 * FADE_S * 1_000);
    this.#voices.follow({}, this.#context.currentTime);
  }

  /** Ends everything for good. */
  end(): void {
    this.volume = 0;
    setTimeout(
      () => {
        this.#voices.end();
        this.#out.disconnect();
      },
      10 * FADE_S * 1_000,
    );
  }
}
