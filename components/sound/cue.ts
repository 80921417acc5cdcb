import type { Foley } from "../stage/heard.ts";

/** What sounds once: foley of a scene, and the signals of every table. */
export type SoundName = Foley | "tick" | "lastTick" | "open" | "closed" | "hit";

/** A sound at a moment of its phase. */
export interface Cue {
  /** In ms of the phase. */
  atMs: number;
  sound: SoundName;
  /** From -1 at the left to 1 at the right. */
  pan: number;
  /** 1 for the strength that the sound is made for. */
  gain: number;
}
