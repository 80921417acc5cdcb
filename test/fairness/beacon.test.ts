import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isBeacon, isChainKey, randomnessOf } from "../../src/fairness/beacon.ts";
import { beaconAt, fitsRounds, QUICKNET, tickMs } from "../../src/fairness/chain.ts";
import { readChain } from "../../src/fairness/read-untrusted.ts";
import { beaconSigner } from "../support/test-beacons.ts";
import quicknet from "./drand-beacons.json" with { type: "json" };

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));
const genuine = quicknet.beacons[3]!;
const signature = bytes(genuine.signature);
/** The number of that beacon. */
const ROUND = 1000;

test("the chain that is meant unless another is named is quicknet, by its own account", () => {
  const { schemeID: _, ...info } = quicknet.info;
  expect(QUICKNET).toEqual(info);
  expect(readChain(quicknet.info)).toEqual(QUICKNET);
});

describe("real beacons of quicknet", () => {
  test.each(quicknet.beacons)("number $round is genuine, however often it is asked", (beacon) => {
    expect(isBeacon(QUICKNET, beacon.round, bytes(beacon.signature))).toBe(true);
    expect(isBeacon(QUICKNET, beacon.round, bytes(beacon.signature))).toBe(true);
    const randomness = randomnessOf(bytes(beacon.signature));
    expect(Buffer.from(randomness).toString("hex")).toBe(beacon.randomness);
    expect(tickMs(QUICKNET, beacon.round)).toBe(beacon.timeUnix * 1000);
  });

  test("one that is genuine makes no other number, key or signature so", () => {
    const one = beaconSigner("one").chain;
    expect(isBeacon(QUICKNET, ROUND, signature)).toBe(true);
    expect(isBeacon(QUICKNET, ROUND + 1, signature)).toBe(false);
    expect(isBeacon(one, ROUND, signature)).toBe(false);
    expect(isBeacon(QUICKNET, ROUND, signature.with(47, 0x01))).toBe(false);
  });

  test.each(quicknet.mustReject)("refused: $why", (beacon) => {
    expect(isBeacon(QUICKNET, beacon.round, bytes(beacon.signature))).toBe(false);
  });
});

describe("refused without a word, whatever is handed in", () => {
  const other = beaconSigner("somebody else");
  const changed = (index: number, value: number) => signature.with(index, value);

  test.each([
    ["nothing", new Uint8Array()],
    ["one byte less", signature.subarray(0, 47)],
    ["one byte more", Uint8Array.of(...signature, 0)],
    ["twice as much, as for a key of G2", Uint8Array.of(...signature, ...signature)],
    ["zeros", new Uint8Array(48)],
    ["ones", new Uint8Array(48).fill(0xff)],
    ["a point that is not marked as compressed", changed(0, (signature[0] as number) & 0x7f)],
    ["a point marked as infinite", changed(0, (signature[0] as number) | 0x40)],
    [
      // x = 4, found by trial: on the curve, but of another order than the group's.
      "a point outside the group",
      bytes(`80${"00".repeat(46)}04`),
    ],
    ["another key's beacon", other.sign(ROUND)],
  ])("%s", (_, given) => {
    expect(isBeacon(QUICKNET, ROUND, given)).toBe(false);
  });

  test.each([0, 999, 1001, ROUND + 2 ** 32, Number.MAX_SAFE_INTEGER])("the number %i", (number) => {
    expect(isBeacon(QUICKNET, number, signature)).toBe(false);
  });

  test("a beacon with any one bit changed", () => {
    fc.assert(
      fc.property(fc.nat(383), (bit) => {
        const byte = Math.floor(bit / 8);
        const flipped = changed(byte, (signature[byte] as number) ^ (1 << (bit % 8)));
        expect(isBeacon(QUICKNET, ROUND, flipped)).toBe(false);
      }),
      { numRuns: 40 },
    );
  });

  test("a key that is none", () => {
    for (const public_key of ["", "00".repeat(96), `c0${"00".repeat(95)}`, "zz".repeat(96)]) {
      expect(isChainKey(public_key)).toBe(false);
      expect(isBeacon({ public_key }, ROUND, signature)).toBe(false);
    }
    expect(isChainKey(QUICKNET.public_key)).toBe(true);
  });
});

describe("the ticks of a chain", () => {
  test.each(quicknet.times as [number, number][])("beacon %i comes at %i s", (round, seconds) => {
    expect(tickMs(QUICKNET, round)).toBe(seconds * 1000);
    expect(beaconAt(QUICKNET, seconds * 1000)).toBe(round);
  });

  test("number and time lead to each other", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), (round) => {
        expect(beaconAt(QUICKNET, tickMs(QUICKNET, round))).toBe(round);
      }),
    );
  });

  test("no beacon comes between two ticks, nor before the first", () => {
    expect(beaconAt(QUICKNET, tickMs(QUICKNET, 1) + 1)).toBeNull();
    expect(beaconAt(QUICKNET, tickMs(QUICKNET, 1) + 1000)).toBeNull();
    expect(beaconAt(QUICKNET, tickMs(QUICKNET, 1) - 3000)).toBeNull();
    expect(beaconAt(QUICKNET, Number.NaN)).toBeNull();
  });

  test.each([
    [{ period: 3, genesis_time: 1_692_803_367 }, true],
    [{ period: 1, genesis_time: 1_692_803_368 }, true],
    [{ period: 3, genesis_time: 1_692_803_368 }, false],
    [{ period: 2, genesis_time: 1_692_803_366 }, false],
    [{ period: 30, genesis_time: 1_692_803_340 }, false],
    [{ period: 3, genesis_time: 1_767_225_600 }, true],
    [{ period: 3, genesis_time: 1_767_225_603 }, false],
  ])("%o fits the rounds: %s", (times, fits) => {
    expect(fitsRounds({ ...QUICKNET, ...times })).toBe(fits);
  });
});

test.each([
  ["public_key", beaconSigner("another").chain.public_key],
  ["genesis_time", QUICKNET.genesis_time + 3],
  ["period", 1],
  ["groupHash", "ab".repeat(32)],
  ["metadata", { beaconID: "default" }],
])("a chain of quicknet's name with another %s is none", (field, value) => {
  expect(() => readChain({ ...quicknet.info, [field]: value })).toThrow('"hash"');
});
