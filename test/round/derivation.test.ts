import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Game } from "../../src/games/contract.ts";
import { findGame } from "../../src/games/index.ts";
import { deriveDaySecret, deriveOutcomeKey, seedsOfDay } from "../../src/round/derive.ts";
import { randomFromKey } from "../../src/round/random.ts";
import { dayOfRound } from "../support/dealt-rounds.ts";
import vectors from "./derivation.json" with { type: "json" };

const secret = Buffer.from(vectors.secret, "hex");
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

describe.each(vectors.rounds)("$game round $round of the published vectors", (vector) => {
  const game = findGame(vector.game) as Game;
  const daySecret = Buffer.from(vector.daySecret, "hex");
  const seed = Buffer.from(vector.seed, "hex");
  const outcomeKey = Buffer.from(vector.outcomeKey, "hex");

  // Each step starts from the vector's own bytes, so a fault appears in its own step.
  test("the round is in its UTC day", () => {
    expect(dayOfRound(vector.round, game.intervalMs)).toBe(vector.day);
  });

  test("the round has its day's secret", () => {
    expect(hex(deriveDaySecret(secret, game.code, vector.day))).toBe(vector.daySecret);
  });

  test("the round has its seed", () => {
    expect(hex(seedsOfDay(daySecret, game.code)(vector.round))).toBe(vector.seed);
  });

  test("the round has its outcome key", () => {
    expect(hex(deriveOutcomeKey(seed, game.code, vector.round))).toBe(vector.outcomeKey);
  });

  test("the round has its outcome", () => {
    expect(game.deal(randomFromKey(outcomeKey))).toStrictEqual(vector.outcome);
  });
});

describe("the derivation, repeated with another HMAC", () => {
  const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
  const code = fc.integer({ min: 1, max: 255 });
  const round = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
  const u64 = (value: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(BigInt(value));
    return bytes;
  };

  test("the derivation gives the same secret for every day", () => {
    fc.assert(
      fc.property(bytes32, code, fc.integer({ min: 0, max: 0xffffffff }), (key, number, day) => {
        const u32 = Buffer.alloc(4);
        u32.writeUInt32BE(day);
        const mac = createHmac("sha256", key).update("\x09tbs/1/day");
        expect(hex(deriveDaySecret(key, number, day))).toBe(
          mac.update(Buffer.of(number)).update(u32).digest("hex"),
        );
      }),
    );
  });

  test("the derivation gives the same seed for every round", () => {
    fc.assert(
      fc.property(bytes32, code, round, (key, number, n) => {
        const mac = createHmac("sha256", key).update("\x0atbs/1/seed");
        expect(hex(seedsOfDay(key, number)(n))).toBe(
          mac.update(Buffer.of(number)).update(u64(n)).digest("hex"),
        );
      }),
    );
  });

  test("the derivation gives the same outcome key for every round", () => {
    fc.assert(
      fc.property(bytes32, code, round, (key, number, n) => {
        const mac = createHmac("sha256", key).update("\x0dtbs/1/outcome");
        expect(hex(deriveOutcomeKey(key, number, n))).toBe(
          mac.update(Buffer.of(number, 0)).update(u64(n)).digest("hex"),
        );
      }),
    );
  });

  test("the derivation gives the same outcome key for every round that a beacon decides", () => {
    const bytes48 = fc.uint8Array({ minLength: 48, maxLength: 48 });
    fc.assert(
      fc.property(
        bytes32,
        code,
        round,
        fc.record({ chainHash: bytes32, round, signature: bytes48 }),
        (key, number, n, beacon) => {
          const mac = createHmac("sha256", key).update("\x0dtbs/1/outcome");
          const ofBeacon = createHash("sha256").update(beacon.signature).digest();
          mac.update(Buffer.of(number, 1)).update(u64(n));
          mac.update(beacon.chainHash).update(u64(beacon.round)).update(ofBeacon);
          expect(hex(deriveOutcomeKey(key, number, n, beacon))).toBe(mac.digest("hex"));
        },
      ),
    );
  });
});

test("no two games share a day's secret, a seed or a key", () => {
  const codes = [1, 2, 3];
  const secrets = codes.map((code) => hex(deriveDaySecret(secret, code, 20_454)));
  const seeds = codes.map((code) => hex(seedsOfDay(secret, code)(1)));
  const keys = codes.map((code) => hex(deriveOutcomeKey(secret, code, 1)));
  expect(new Set([...secrets, ...seeds, ...keys]).size).toBe(9);
});
