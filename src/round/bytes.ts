import { concatBytes } from "@noble/hashes/utils.js";

const DERIVATION = "tbs/1";

/** A domain tag: one length byte, then ASCII: the version, a slash and the name. */
export function tag(name: string): Uint8Array {
  const text = new TextEncoder().encode(`${DERIVATION}/${name}`);
  return concatBytes(u8(text.length), text);
}

export function u8(value: number): Uint8Array {
  return Uint8Array.of(value);
}

/** Four bytes, big-endian. */
export function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/** Eight bytes, big-endian. `value` is a whole number up to 2^53 - 1. */
export function u64(value: number): Uint8Array {
  const high = Math.floor(value / 2 ** 32);
  // Each byte takes the lowest eight bits. A DataView would be slower than the hash that follows.
  return Uint8Array.of(
    high >>> 24,
    high >>> 16,
    high >>> 8,
    high,
    value >>> 24,
    value >>> 16,
    value >>> 8,
    value,
  );
}
