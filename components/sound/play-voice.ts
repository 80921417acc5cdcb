import { noiseOf } from "./noise.ts";
import type { Part } from "./voices.ts";

/** What is left of a part after this many of its decays is not heard. */
const DECAYS = 1.7;

function sourceOf(context: BaseAudioContext, part: Part): OscillatorNode | AudioBufferSourceNode {
  if (part.of === "noise" || part.of === "low") {
    return new AudioBufferSourceNode(context, { buffer: noiseOf(context), loop: true });
  }
  return new OscillatorNode(context, { type: part.of, frequency: part.hz });
}

/** Plays one part of a sound into a node. `atS`: by the clock of the context, in seconds. */
export function playPart(
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
  // The same noise from another place sounds anew, and the same each time that a round is shown.
  if (source instanceof AudioBufferSourceNode) {
    source.start(startS, (part.hz * 0.37 + atS) % 2);
  } else {
    source.start(startS);
  }
  source.stop(endS);
}
