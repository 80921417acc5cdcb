import { expect, test } from "vitest";
import { readBeaconSettings } from "../../../server/config/beacon-settings.ts";
import { QUICKNET } from "../../../src/fairness/chain.ts";
import { beaconSigner } from "../../support/test-beacons.ts";
import { network } from "../../support/test-proofs.ts";

const { chain: ownChain } = beaconSigner("a chain of one's own", { genesis_time: 1_700_000_001 });
const RELAY = { DRAND_RELAYS: "http://127.0.0.1:9000" };
const own = (change: object = {}) => ({
  ...RELAY,
  DRAND_CHAIN: JSON.stringify({ ...ownChain, ...change }),
});

function read(env: Record<string, string>) {
  const faults: string[] = [];
  const settings = readBeaconSettings(env, (words) => faults.push(words));
  return { ...settings, faults };
}

test("the default chain is quicknet with its public relays", () => {
  const { chain, relays, faults } = read({});
  expect(chain).toEqual(QUICKNET);
  expect(relays.length).toBeGreaterThanOrEqual(3);
  expect(relays.every((relay) => /^https:\/\/[\w.]+$/.test(relay))).toBe(true);
  expect(faults).toEqual([]);
});

test("different relays can be set for quicknet", () => {
  const { chain, relays, faults } = read({
    DRAND_RELAYS: " https://a.example/ , http://b.example:8080/drand/\n",
  });
  expect(chain).toEqual(QUICKNET);
  expect(relays).toEqual(["https://a.example", "http://b.example:8080/drand"]);
  expect(faults).toEqual([]);
});

test("a private chain can be set", () => {
  expect(read(own({ schemeID: "x", hash: ownChain.hash.toUpperCase() }))).toEqual({
    chain: ownChain,
    relays: ["http://127.0.0.1:9000"],
    faults: [],
  });
});

test.each<[string, Record<string, string>, string]>([
  ["a hash of the wrong length", own({ hash: "ab" }), "DRAND_CHAIN must"],
  ["another chain's key", own({ public_key: network.chain.public_key }), "does not match its"],
  ["another genesis", own({ genesis_time: 1_700_000_004 }), "does not match its"],
  ["another group", own({ groupHash: "ab".repeat(32) }), "does not match its"],
  ["another name", own({ metadata: {} }), "does not match its"],
  ["a key that is not a point", own({ public_key: "ab".repeat(96) }), "DRAND_CHAIN must"],
  ["a G1 key", own({ public_key: ownChain.public_key.slice(0, 96) }), "DRAND_CHAIN must"],
  ["text that is not JSON", { ...RELAY, DRAND_CHAIN: "quicknet" }, "DRAND_CHAIN must"],
  ["a period that misses rounds", own({ period: 30 }), "a period of 1 or 3"],
  ["a genesis between ticks", own({ genesis_time: 1_700_000_000 }), "a period of 1 or 3"],
  ["a future genesis", own({ genesis_time: 1_800_000_000 }), "a period of 1 or 3"],
  ["a chain without relays", { ...own(), DRAND_RELAYS: "" }, "DRAND_RELAYS must list"],
  ["relays that are not URLs", { DRAND_RELAYS: "api.drand.sh" }, "DRAND_RELAYS must be"],
])("beacon settings with %s are rejected", (_, env, words) => {
  expect(read(env).faults.join("\n")).toContain(words);
});
