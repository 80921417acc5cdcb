import { describe, expect, test } from "vitest";
import { readBeaconSettings } from "../../../server/config/beacon-settings.ts";
import { QUICKNET } from "../../../src/fairness/chain.ts";
import { beaconSigner } from "../../support/test-beacons.ts";
import { network } from "../../support/test-proofs.ts";

const { chain: ownChain } = beaconSigner("a chain of one's own", { genesis_time: 1_700_000_001 });
const { hash, public_key, groupHash } = ownChain;
const own = {
  DRAND_CHAIN_HASH: hash,
  DRAND_PUBLIC_KEY: public_key,
  DRAND_GENESIS: "1700000001",
  DRAND_PERIOD: "3",
  DRAND_GROUP_HASH: groupHash,
  DRAND_BEACON_ID: "tests",
  DRAND_RELAYS: "http://127.0.0.1:9000",
};

function read(env: Record<string, string>) {
  const faults: string[] = [];
  const settings = readBeaconSettings(env, (words) => faults.push(words));
  return { ...settings, faults };
}

test("without settings, quicknet and its public relays are meant", () => {
  const { chain, relays, faults } = read({});
  expect(chain).toEqual(QUICKNET);
  expect(relays.length).toBeGreaterThanOrEqual(3);
  expect(relays.every((relay) => /^https:\/\/[\w.]+$/.test(relay))).toBe(true);
  expect(faults).toEqual([]);
});

test("relays may be chosen for quicknet, with paths, ports and slashes", () => {
  const { chain, relays, faults } = read({
    DRAND_RELAYS: " https://a.example/ , http://b.example:8080/drand/\n",
  });
  expect(chain).toEqual(QUICKNET);
  expect(relays).toEqual(["https://a.example", "http://b.example:8080/drand"]);
  expect(faults).toEqual([]);
});

test("a chain of one's own is named whole", () => {
  expect(
    read({ ...own, DRAND_GENESIS: "1700000001", DRAND_CHAIN_HASH: hash.toUpperCase() }),
  ).toEqual({
    chain: ownChain,
    relays: ["http://127.0.0.1:9000"],
    faults: [],
  });
});

describe("refused, in words that name the setting:", () => {
  test.each<[string, Record<string, string>, string]>([
    ["a hash of another length", { ...own, DRAND_CHAIN_HASH: "ab" }, "DRAND_CHAIN_HASH and"],
    [
      "the key of another chain",
      { ...own, DRAND_PUBLIC_KEY: network.chain.public_key },
      "is not the hash",
    ],
    ["another genesis", { ...own, DRAND_GENESIS: "1700000004" }, "is not the hash"],
    ["another group", { ...own, DRAND_GROUP_HASH: "ab".repeat(32) }, "is not the hash"],
    ["another name", { ...own, DRAND_BEACON_ID: "" }, "is not the hash"],
    [
      "a key that is no point",
      { ...own, DRAND_PUBLIC_KEY: "ab".repeat(96) },
      "DRAND_PUBLIC_KEY must",
    ],
    ["a key of G1", { ...own, DRAND_PUBLIC_KEY: public_key.slice(0, 96) }, "DRAND_PUBLIC_KEY must"],
    ["half a chain", { DRAND_CHAIN_HASH: hash }, "belong together"],
    ["a period that misses rounds", { ...own, DRAND_PERIOD: "30" }, "DRAND_PERIOD must"],
    ["a genesis off the ticks", { ...own, DRAND_GENESIS: "1700000000" }, "DRAND_GENESIS and"],
    ["a genesis to come", { ...own, DRAND_GENESIS: "1800000000" }, "DRAND_GENESIS and"],
    ["a genesis that is no number", { ...own, DRAND_GENESIS: "1e9" }, "DRAND_GENESIS and"],
    ["a chain without relays", { ...own, DRAND_RELAYS: "" }, "DRAND_RELAYS must name"],
    ["relays that are no addresses", { DRAND_RELAYS: "api.drand.sh" }, "DRAND_RELAYS must be"],
    ["relays with a query", { DRAND_RELAYS: "https://a.example/?x" }, "DRAND_RELAYS must be"],
  ])("%s", (_, env, words) => {
    expect(read(env).faults.join("\n")).toContain(words);
  });
});
