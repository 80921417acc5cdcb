/** Mixes the bits of a number so that neighbours share nothing: the finaliser of MurmurHash3. */
function scramble(seed: number): number {
  let bits = Math.imul(seed ^ (seed >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/**
 * A share from 0 up to 1 that depends on whole numbers alone: what looks like chance in a picture and
 * is the same for every viewer. It decides nothing but looks.
 */
export function whim(...seeds: readonly number[]): number {
  let state = 0x9e3779b9;
  for (const seed of seeds) {
    // Round numbers may pass 2^32 in theory; both halves count.
    state = scramble(state ^ scramble(seed ^ Math.floor(seed / 2 ** 32)));
  }
  return state / 2 ** 32;
}
