import { describe, expect, test } from "vitest";
import { isBeacon, beaconRandomness } from "../../src/fairness/beacon.ts";
import { beaconAt, fitsRounds, QUICKNET, beaconTimeMs } from "../../src/fairness/chain.ts";
import { readChain } from "../../src/fairness/read-untrusted.ts";
import { beaconSigner } from "../support/test-beacons.ts";
import quicknet from "./drand-beacons.json" with { type: "json" };

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));
const genuine = quicknet.beacons[3]!;
const signature = bytes(genuine.signature);
/** The number of that beacon. */
const ROUND = 1000;

test("the default chain has quicknet's published values", () => {
  const { schemeID: _, ...info } = quicknet.info;
  expect(QUICKNET).toEqual(info);
  expect(readChain(quicknet.info)).toEqual(QUICKNET);
});

describe("real quicknet beacons", () => {
  test.each(quicknet.beacons)(
    "beacon $round is genuine, however often it is verified",
    (beacon) => {
      expect(isBeacon(QUICKNET, beacon.round, bytes(beacon.signature))).toBe(true);
      expect(isBeacon(QUICKNET, beacon.round, bytes(beacon.signature))).toBe(true);
      const randomness = beaconRandomness(bytes(beacon.signature));
      expect(Buffer.from(randomness).toString("hex")).toBe(beacon.randomness);
      expect(beaconTimeMs(QUICKNET, beacon.round)).toBe(beacon.timeUnix * 1000);
    },
  );

  test("a beacon is valid only for its own number and its network's key", () => {
    const other = beaconSigner("one").chain;
    expect(isBeacon(QUICKNET, ROUND, signature)).toBe(true);
    expect(isBeacon(QUICKNET, ROUND + 1, signature)).toBe(false);
    expect(isBeacon(other, ROUND, signature)).toBe(false);
    expect(isBeacon(QUICKNET, ROUND, signature.with(47, 0x01))).toBe(false);
  });

  test.each(quicknet.mustReject)("a beacon is rejected: $why", (beacon) => {
    expect(isBeacon(QUICKNET, beacon.round, bytes(beacon.signature))).toBe(false);
  });
});

describe("a chain's beacons", () => {
  test.each(quicknet.times as [number, number][])("beacon %i is due at %i s", (round, seconds) => {
    expect(beaconTimeMs(QUICKNET, round)).toBe(seconds * 1000);
    expect(beaconAt(QUICKNET, seconds * 1000)).toBe(round);
  });

  test.each([
    [3, 1_692_803_367, true],
    [1, 1_692_803_368, true],
    [3, 1_692_803_368, false],
    [2, 1_692_803_366, false],
    [30, 1_692_803_340, false],
    [3, 1_767_225_600, true],
    [3, 1_767_225_603, false],
  ])("a chain must fit the rounds: every %i s since %i", (period, genesis_time, fits) => {
    expect(fitsRounds({ ...QUICKNET, period, genesis_time })).toBe(fits);
  });
});
