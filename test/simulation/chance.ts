import { createHash } from "node:crypto";

/** Chance that a seed decides: the same seed, the same draws. */
export interface Chance {
  /** 0 to below 1. */
  real(): number;
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  /** A number from `least` to below `most`. */
  between(least: number, most: number): number;
  /** Whether something of this probability happens. */
  happens(probability: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** Fills bytes. */
  fill(bytes: Uint8Array): void;
}

/**
 * Chance for one purpose. Each purpose has its own, so that one draw more for one of them does not change
 * all that follows for the others.
 */
export function chanceOf(seed: number, purpose: string): Chance {
  const digest = createHash("sha256").update(`${seed} ${purpose}`).digest();
  let [a, b, c, counter] = [0, 4, 8, 12].map((at) => digest.readUInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ];

  /** sfc32, of the suite PractRand: quick, and good enough for everything but secrets. */
  function word(): number {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  }

  const real = () => word() / 2 ** 32;
  const below = (limit: number) => Math.floor(real() * limit);
  return {
    real,
    below,
    between: (least, most) => least + real() * (most - least),
    happens: (probability) => real() < probability,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
    fill(bytes) {
      for (let at = 0; at < bytes.length; at++) {
        bytes[at] = word() & 0xff;
      }
    },
  };
}
