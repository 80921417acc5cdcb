import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { randomFromKey, wordsFromKey } from "../../src/round/random.ts";

/** The stream of a key as the protocol defines it, by node:crypto: HMAC(key, tag("stream") || u32 i). */
function streamOf(key: Uint8Array, blocks: number): Buffer {
  const digests = Array.from({ length: blocks }, (_, index) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(index);
    return createHmac("sha256", key).update("\x0ctbs/1/stream").update(counter).digest();
  });
  return Buffer.concat(digests);
}

const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
const WORDS_A_BLOCK = 8;

test("the words of a key are its HMAC blocks read big-endian", () => {
  fc.assert(
    fc.property(key, fc.integer({ min: 1, max: 6 }), (bytes, blocks) => {
      const stream = streamOf(bytes, blocks);
      const next = wordsFromKey(bytes);
      const words = Array.from({ length: blocks * WORDS_A_BLOCK }, next);
      expect(words).toEqual(words.map((_, index) => stream.readUInt32BE(4 * index)));
    }),
  );
});

test("a round's random numbers are the words of its key", () => {
  fc.assert(
    fc.property(key, (bytes) => {
      const stream = streamOf(bytes, 2);
      const random = randomFromKey(bytes);
      // Below 2^16 no word is rejected, so each draw is one word.
      for (let index = 0; index <= WORDS_A_BLOCK; index++) {
        expect(random.below(2 ** 16)).toBe(stream.readUInt32BE(4 * index) % 2 ** 16);
      }
    }),
  );
});
