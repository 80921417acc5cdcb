import fc from "fast-check";
import { expect, test } from "vitest";
import * as fast from "../../../server/runtime/node-crypto.ts";
import { publicKeyOf } from "../../../src/fairness/header.ts";
import { commitDay, makeHeader, rootHex } from "../../../src/fairness/publish.ts";
import { games } from "../../../src/games/index.ts";
import { seedsOfDay } from "../../../src/round/derive.ts";

const bytes = (length: { minLength?: number; maxLength: number }) => fc.uint8Array(length);
const key = bytes({ minLength: 32, maxLength: 32 });
/** A day after the first round of every game. */
const DAY = 20_700;

test.each(games)("Node's crypto and our own compute the same day of $slug", (game) => {
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
      const input = { game, day: DAY, root: rootHex(plain), chain: null, publishedAt: 1 };
      const header = makeHeader(input, signingKey);
      expect(makeHeader(input, signingKey, fast.ed25519)).toEqual(header);
      expect(publicKeyOf(signingKey, fast.ed25519)).toBe(header.key);
    }),
    { numRuns: 3 },
  );
});
