import type { Lasting } from "../stage/heard.ts";
import { clamp01, lerp } from "../stage/tracks.ts";
import { noiseOf } from "./noise.ts";

/** How soon what lasts follows the picture, in seconds. */
const FOLLOWS_S = 0.09;
/** How quiet an empty room is: it is noticed only once it is gone. */
const ROOM_GAIN = 0.017;

/** What lasts at full strength, by its parameters. */
const FULL = { rolling: 0.7, crowd: 0.85, tension: 0.024 } as const;

const SILENT: Lasting = { rolling: 0, pace: 0, soft: 0, pan: 0, crowd: 0, tension: 0 };

/** Noise that goes on until the context ends. `rate` slows it down: very slow, it is a hand that trembles. */
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
export class LastingVoices {
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

  /** Brings everything to what is heard of the picture at a time of the context, in seconds. */
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
