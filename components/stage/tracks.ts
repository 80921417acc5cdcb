/** An easing curve: maps 0 to 0 and 1 to 1. */
export type Ease = (share: number) => number;

export function clamp01(share: number): number {
  return share < 0 ? 0 : share > 1 ? 1 : share;
}

/** The progress, 0 to 1, of a movement that starts at `startMs` and takes `lengthMs`. */
export function progress(elapsedMs: number, startMs: number, lengthMs: number): number {
  return clamp01((elapsedMs - startMs) / lengthMs);
}

/** Interpolates linearly; `share` is 0 to 1. */
export function lerp(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/** Starts fast and slows down, for things that slide to rest. */
export const easeOut: Ease = (share) => 1 - (1 - share) ** 3;

/** Slow at both ends, for things that a hand moves. */
export const easeInOut: Ease = (share) =>
  share < 0.5 ? 4 * share ** 3 : 1 - (2 - 2 * share) ** 3 / 2;

/** Starts slowly and speeds up, for things that are swept from the table. */
export const easeIn: Ease = (share) => share ** 2;

/** Half a sine wave: 0 at both ends, 1 in the middle. */
export function arc(share: number): number {
  return Math.sin(Math.PI * clamp01(share));
}

/** A value at a time. `atMs` increases from key to key. */
export interface Key {
  atMs: number;
  value: number;
}

/**
 * The slopes of a monotone curve at its keys: the harmonic mean of the slopes on both sides (Fritsch and Butland,
 * 1984), and the one-sided slope at the ends.
 */
function slopes(keys: readonly Key[]): number[] {
  const slope = (from: Key | undefined, to: Key | undefined) =>
    from && to ? (to.value - from.value) / (to.atMs - from.atMs) : 0;
  return keys.map((key, i) => {
    const before = slope(keys[i - 1], key);
    const after = slope(key, keys[i + 1]);
    if (i === 0) {
      return after;
    }
    if (i === keys.length - 1) {
      return before;
    }
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  });
}

/**
 * A smooth curve through keys, as a function of time, constant before the first key and after the last. Increasing
 * keys give a curve that never decreases.
 */
export function track(keys: readonly Key[]): (elapsedMs: number) => number {
  const slope = slopes(keys);
  const first = keys[0];
  const last = keys[keys.length - 1];
  if (!first || !last) {
    throw new RangeError("A track needs at least one key.");
  }
  return (elapsedMs) => {
    if (elapsedMs <= first.atMs) {
      return first.value;
    }
    const next = keys.findIndex((key) => key.atMs > elapsedMs);
    const from = keys[next - 1];
    const to = keys[next];
    if (!from || !to) {
      return last.value;
    }
    const length = to.atMs - from.atMs;
    const t = (elapsedMs - from.atMs) / length;
    const [m0, m1] = [slope[next - 1] ?? 0, slope[next] ?? 0];
    return (
      (1 + 2 * t) * (1 - t) ** 2 * from.value +
      t * (1 - t) ** 2 * length * m0 +
      t * t * (3 - 2 * t) * to.value +
      t * t * (t - 1) * length * m1
    );
  };
}
