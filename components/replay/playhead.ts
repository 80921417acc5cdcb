/** How fast a replay can play, as a share of the round's own speed; it starts with the first. */
export const SPEEDS = [1, 0.5, 0.25] as const;
export type Speed = (typeof SPEEDS)[number];

/** A place in a replay that moves on by itself while it plays, from 0 to `lengthMs`. */
export class Playhead {
  readonly #lengthMs: number;
  readonly #now: () => number;
  #speed: Speed = SPEEDS[0];
  #isPlaying = false;
  /** Where it was when it was last set going or set, and the local time then, in ms. */
  #fromMs = 0;
  #sinceMs = 0;

  /** `now`: milliseconds of a clock that only goes forward. */
  constructor(lengthMs: number, now: () => number) {
    this.#lengthMs = lengthMs;
    this.#now = now;
  }

  /** How far into the replay it stands, in ms. */
  get atMs(): number {
    const passedMs = this.#isPlaying ? (this.#now() - this.#sinceMs) * this.#speed : 0;
    return Math.min(this.#lengthMs, this.#fromMs + passedMs);
  }

  get speed(): Speed {
    return this.#speed;
  }

  /** Whether it moves. It stops by itself at the end. */
  get isPlaying(): boolean {
    return this.#isPlaying && this.atMs < this.#lengthMs;
  }

  /** Moves on from here; from the start if it stands at the end. */
  play(): void {
    this.#set(this.atMs < this.#lengthMs ? this.atMs : 0);
    this.#isPlaying = true;
  }

  pause(): void {
    this.#set(this.atMs);
    this.#isPlaying = false;
  }

  /** Goes to a moment, in ms, and on from there if it plays. What lies outside counts as the nearest end. */
  seek(atMs: number): void {
    this.#set(Math.min(this.#lengthMs, Math.max(0, atMs)));
  }

  /** Changes the speed, here and now. */
  setSpeed(speed: Speed): void {
    this.#set(this.atMs);
    this.#speed = speed;
  }

  #set(atMs: number): void {
    this.#fromMs = atMs;
    this.#sinceMs = this.#now();
  }
}
