import { tag, u32 } from "./bytes.ts";
import { hmacSha256 } from "./sha256.ts";
import type { Sha256 } from "./sha256.ts";

/** The source of all randomness in a game. */
export interface Random {
  /** A uniformly distributed whole number from 0 to `limit` - 1. */
  below(limit: number): number;
}

/** An endless source of whole numbers from 0 to 2^32 - 1. */
export type WordSource = () => number;

const WORD_RANGE = 2 ** 32;

/**
 * Creates unbiased whole numbers from 32-bit words. Words at or above the largest multiple of `limit` are discarded,
 * because taking them modulo `limit` would favour small numbers.
 */
export function randomFromWords(nextWord: WordSource): Random {
  return {
    below(limit) {
      const accepted = Math.floor(WORD_RANGE / limit) * limit;
      let word = nextWord();
      while (word >= accepted) {
        word = nextWord();
      }
      return word % limit;
    },
  };
}

const STREAM_TAG = tag("stream");

/** A round's words: HMAC-SHA256 of its outcome key in counter mode, read big-endian. `hash` is any SHA-256. */
export function wordsFromKey(key: Uint8Array, hash?: Sha256): WordSource {
  const mac = hmacSha256(key, hash);
  let block: DataView = new DataView(new ArrayBuffer(0));
  let blocks = 0;
  let offset = 0;
  return () => {
    if (offset === block.byteLength) {
      const bytes = mac(STREAM_TAG, u32(blocks));
      block = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      blocks += 1;
      offset = 0;
    }
    const word = block.getUint32(offset);
    offset += 4;
    return word;
  };
}

/** A round's random numbers, from its outcome key (32 bytes). `hash` is any SHA-256. */
export function randomFromKey(key: Uint8Array, hash?: Sha256): Random {
  return randomFromWords(wordsFromKey(key, hash));
}
