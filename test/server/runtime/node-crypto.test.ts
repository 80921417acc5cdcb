import fc from "fast-check";
import { expect, test } from "vitest";
import * as fast from "../../../server/runtime/node-crypto.ts";
import { publicKeyOf } from "../../../src/fairness/header.ts";
import { commitDay, makeHeader, rootHex } from "../../../src/fairness/publish.ts";
import { games } from "../../../src/games/index.ts";
import { seedsOfDay } from "../../../src/round/derive.ts";
import { sha256 } from "../../../src/round/sha256.ts";

const bytes = (length: { minLength?: number; maxLength: number }) => fc.uint8Array(length);
const key = bytes({ minLength: 32, maxLength: 32 });
/** A day after the first round of every game. */
const DAY = 20_700;

// Other programs check what a server publishes, so the bytes must be the same.
test("Node's SHA-256 gives the same hashes as ours, however the input is split", () => {
  fc.assert(
    fc.property(fc.array(bytes({ maxLength: 200 }), { maxLength: 5 }), (pieces) => {
      expect(Uint8Array.from(fast.sha256(...pieces))).toEqual(sha256(...pieces));
    }),
  );
});

test("a returned hash stays the same when others are computed", () => {
  const first = fast.sha256(Uint8Array.of(1));
  const copy = Uint8Array.from(first);
  fast.sha256(Uint8Array.of(2));
  expect(Uint8Array.from(first)).toEqual(copy);
});

test("input beyond the longest hash of the protocol is refused, not cut", () => {
  expect(() => fast.sha256(new Uint8Array(1_000), new Uint8Array(25))).toThrow(RangeError);
});

test.each(games)("a day of $slug has the same root with either hash", (game) => {
  fc.assert(
    fc.property(key, key, (daySecret, signingKey) => {
      const quick = commitDay(
        game,
        DAY,
        seedsOfDay(daySecret, game.code, fast.sha256),
        fast.sha256,
      );
      const plain = commitDay(game, DAY, seedsOfDay(daySecret, game.code));
      expect(rootHex(quick)).toBe(rootHex(plain));
      const order = { game, day: DAY, root: rootHex(plain), chain: null, publishedAt: 1 };
      const header = makeHeader(order, signingKey);
      expect(makeHeader(order, signingKey, fast.ed25519)).toEqual(header);
      expect(publicKeyOf(signingKey, fast.ed25519)).toBe(header.key);
    }),
    { numRuns: 3 },
  );
});
