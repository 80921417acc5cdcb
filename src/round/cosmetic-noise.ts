/** Mixes the bits of a number with the finaliser of MurmurHash3. */
function scramble(seed: number): number {
  let bits = Math.imul(seed ^ (seed >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/**
 * A pseudo-random number from 0 to below 1 that depends only on whole numbers, so it is the same for every viewer. Use
 * it only for appearance, never for outcomes.
 */
export function cosmeticNoise(...seeds: readonly number[]): number {
  let state = 0x9e3779b9;
  for (const seed of seeds) {
    // Mixes in the upper bits, because round numbers can exceed 2^32.
    state = scramble(state ^ scramble(seed ^ Math.floor(seed / 2 ** 32)));
  }
  return state / 2 ** 32;
}
