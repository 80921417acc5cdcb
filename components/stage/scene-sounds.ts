/*
 * A pose's sounds. They depend on the picture alone, so nothing sounds before it is visible, and late joins, seeks and
 * scrubbed previews need no special case. `components/sound/` plays them.
 */

export type Foley =
  | "slide"
  | "land"
  | "creak"
  | "snap"
  | "sweep"
  | "chips"
  | "lamp"
  | "gate"
  | "launch"
  | "touch"
  | "finish"
  | "shutter"
  | "rise"
  | "step";

/** A sound that plays when an object's position rises past this mark. */
export interface SoundMark {
  past: number;
  sound: Foley;
  /** 1 if omitted. */
  gain?: number;
  /** The object's pan if omitted. */
  pan?: number;
}

export interface MovingSound {
  /** Unique in the scene. */
  id: string;
  /** The object's position on the scale of its marks. */
  at: number;
  /** From -1 (left) to 1 (right). */
  pan: number;
  marks: readonly SoundMark[];
}

/** The levels of sustained sounds, from 0 to 1. */
export interface SustainedSounds {
  /** Loudness of rolling marbles. */
  rolling: number;
  /** The marbles' speed. */
  pace: number;
  /** Softness of the ground under the marbles. */
  soft: number;
  /** The marbles' stereo position, from -1 (left) to 1 (right). */
  pan: number;
  crowd: number;
  /** The suspense of the card being turned. */
  tension: number;
}

/** A sound at a fixed time in a phase. */
export interface TimedSound {
  atMs: number;
  sound: Foley;
  /** From -1 (left) to 1 (right). */
  pan: number;
  /** 1 if omitted. */
  gain?: number;
}

export interface PoseSounds {
  moving: readonly MovingSound[];
  /** Each is silent if omitted. */
  sustained?: Partial<SustainedSounds>;
}
