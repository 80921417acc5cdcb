/*
 * The sound of a pose. It follows the picture alone: nothing sounds before it is visible, and a
 * viewer who joins late, a seek and a scrubbed preview take the same path as the picture does. How it
 * sounds is in `components/sound/`.
 */

/** What things on a table sound like. */
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
  | "step"
  | "cut"
  | "plate"
  | "gold"
  | "glow";

/** A thing sounds as it passes this mark on its way up. */
export interface SoundMark {
  past: number;
  sound: Foley;
  /** How strong, 1 when left out. */
  gain?: number;
  /** Where, if not where the thing is. */
  pan?: number;
}

/** A thing of the pose that moves. */
export interface Moving {
  /** Tells it from all others of the scene. */
  id: string;
  /** How far it is. */
  at: number;
  /** Where it is, from -1 at the left to 1 at the right. */
  pan: number;
  marks: readonly SoundMark[];
}

/** What sounds on and on. Shares from 0 to 1. */
export interface Lasting {
  /** Balls that roll: how loud, how fast, and how soft what they roll on is. */
  rolling: number;
  pace: number;
  soft: number;
  /** Where they are, -1 to 1. */
  pan: number;
  crowd: number;
  /** How much hangs on what is turned at present. */
  tension: number;
}

/** What is heard at a moment of a phase, in ms of it, for what is rare. */
export interface HeardAt {
  atMs: number;
  sound: Foley;
  /** Where, from -1 at the left to 1 at the right. */
  pan: number;
  /** How strong, 1 when left out. */
  gain?: number;
}

/** What is heard of one pose. */
export interface Heard {
  moving: readonly Moving[];
  /** Silent where left out. */
  lasting?: Partial<Lasting>;
}
