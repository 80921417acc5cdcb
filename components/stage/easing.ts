/** An easing curve: maps 0 to 0 and 1 to 1. */
type Ease = (share: number) => number;

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

/** Starts fast and slows down, for objects that slide to rest. */
export const easeOut: Ease = (share) => 1 - (1 - share) ** 3;

/** Slow at both ends, for objects that a hand moves. */
export const easeInOut: Ease = (share) =>
  share < 0.5 ? 4 * share ** 3 : 1 - (2 - 2 * share) ** 3 / 2;

/** Starts slowly and speeds up, for objects swept from the table. */
export const easeIn: Ease = (share) => share ** 2;

/** Half a sine wave: 0 at both ends, 1 in the middle. */
export function arc(share: number): number {
  return Math.sin(Math.PI * clamp01(share));
}

/** A value and when it applies. The time increases from key to key. */
type Key = readonly [at: number, value: number];

/**
 * A monotone curve's slopes at its keys: the harmonic mean of the slopes on both sides (Fritsch and Butland, 1984), and
 * the one-sided slope at the ends.
 */
function slopes(keys: readonly Key[]): number[] {
  const slope = (from: Key | undefined, to: Key | undefined) =>
    from && to ? (to[1] - from[1]) / (to[0] - from[0]) : 0;
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
 * A smooth curve through values at increasing times, as a function of time, constant before the first and after the
 * last. Increasing values give a curve that never decreases.
 */
export function track(times: readonly number[], values: readonly number[]) {
  const keys = times.map((at, i): Key => [at, values[i] ?? 0]);
  const slope = slopes(keys);
  return (time: number): number => {
    const next = keys.findIndex(([at]) => at > time);
    const [from, to] = [keys[next - 1], keys[next]];
    if (!from || !to) {
      return (to ?? keys.at(-1))?.[1] ?? 0;
    }
    const length = to[0] - from[0];
    const t = (time - from[0]) / length;
    const [m0, m1] = [slope[next - 1] ?? 0, slope[next] ?? 0];
    return (
      (1 + 2 * t) * (1 - t) ** 2 * from[1] +
      t * (1 - t) ** 2 * length * m0 +
      t * t * (3 - 2 * t) * to[1] +
      t * t * (t - 1) * length * m1
    );
  };
}
