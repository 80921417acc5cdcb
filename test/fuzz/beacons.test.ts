import fc from "fast-check";
import { expect, test } from "vitest";
import { drandRelay } from "../../server/oracle/relays.ts";
import { readText } from "../../server/runtime/read-text.ts";
import { isBeacon } from "../../src/fairness/beacon.ts";
import { times } from "../support/effort.ts";
import { beaconSigner } from "../support/test-beacons.ts";
import { network } from "../support/test-proofs.ts";
import { fuzzSeed } from "./fuzz-seed.ts";
import { likeJson, likeText, oddPlaced } from "./mutations.ts";

const { chain, sign } = network;
const NUMBER = 40_000_000;
const other = beaconSigner("another network");
const never = new AbortController().signal;

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const beaconOf = (round: number, signature: Uint8Array | string) => ({
  round,
  randomness: "ab".repeat(32),
  signature: typeof signature === "string" ? signature : hex(signature),
});

const anyBit = fc.nat({ max: 48 * 8 - 1 });

function flipped(bytes: Uint8Array, bit: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return changed;
}

/** JSON that is not the beacon of that number, by its fault. */
function falseBodies(number: number): Record<string, string> {
  const genuine = hex(sign(number));
  const next = hex(sign(number + 1));
  const field = (name: string, value: unknown) => `"${name}":${JSON.stringify(value)}`;
  const bodies: Record<string, unknown> = {
    "the next beacon under this number": beaconOf(number, next),
    "the next beacon": beaconOf(number + 1, next),
    "another chain's": beaconOf(number, other.sign(number)),
    "the point at infinity": beaconOf(number, `c0${"00".repeat(47)}`),
    "a public key": beaconOf(number, chain.public_key),
    "one byte more": beaconOf(number, `${genuine}00`),
    "in capitals": beaconOf(number, genuine.toUpperCase()),
    "as a list": { ...beaconOf(number, genuine), signature: [genuine] },
    "the number as text": { ...beaconOf(number, genuine), round: String(number) },
    "no signature": { round: number, randomness: "ab".repeat(32) },
    nothing: null,
  };
  return {
    ...Object.fromEntries(
      Object.entries(bodies).map(([name, body]) => [name, JSON.stringify(body)]),
    ),
    "a right and then a wrong signature": `{${field("round", number)},${field("signature", genuine)},${field("signature", next)}}`,
    "as a prototype": `{"__proto__":${JSON.stringify(beaconOf(number, genuine))}}`,
    "a page": `<!doctype html><title>Welcome to the hotel</title><p>${genuine}`,
    "with another one after it": JSON.stringify(beaconOf(number, genuine)).repeat(2),
    "in a lot of white space": `${JSON.stringify(beaconOf(number, genuine))}${" ".repeat(20_000)}`,
    "very deep": `${"[".repeat(4_000)}${"]".repeat(4_000)}`,
  };
}

const body = JSON.stringify(beaconOf(NUMBER, sign(NUMBER)));

/** Unusual bodies that do carry the beacon, which must be accepted. */
const good: Record<string, string> = {
  "with wrong randomness and more fields": JSON.stringify({
    ...JSON.parse(body),
    randomness: 5,
    more: [{}],
  }),
  "with its number in another notation": body.replace(String(NUMBER), "4.0e7"),
  "with a right value after a wrong one": body.replace(
    "{",
    `{"round":1,"signature":"${hex(sign(NUMBER + 1))}",`,
  ),
  "with a prototype": body.replace("{", '{"__proto__":{"round":1},'),
};

/** The signature that is accepted from a relay with this response; undefined if none is. */
async function accepted(text: string, status = 200): Promise<string | undefined> {
  const relay = drandRelay("https://relay.example", chain.hash, {
    fetch: async (_url, _init, maxBytes) => ({
      status,
      headers: {},
      text: await readText(new Response(text).body, maxBytes),
    }),
  });
  const given = await relay.ask(NUMBER, never);
  const isAccepted = "signature" in given && isBeacon(chain, NUMBER, given.signature);
  return isAccepted ? hex(given.signature) : undefined;
}

test.each(Object.entries(good))("the genuine beacon is accepted %s", async (_, text) => {
  expect(await accepted(text)).toBe(hex(sign(NUMBER)));
});

test.each(Object.entries(falseBodies(NUMBER)))(
  "a relay's response is not accepted as a beacon: %s",
  async (_, text) => {
    expect(await accepted(text)).toBeUndefined();
  },
);

test("no beacon is accepted with an error's status", async () => {
  expect(await accepted(body, 404)).toBeUndefined();
});

test("no beacon with a changed bit is accepted", async () => {
  await fc.assert(
    fc.asyncProperty(anyBit, async (bit) => {
      const changed = JSON.stringify(beaconOf(NUMBER, flipped(sign(NUMBER), bit)));
      expect(await accepted(changed)).toBeUndefined();
    }),
    { seed: fuzzSeed, numRuns: times(15, 200) },
  );
});

test("only the genuine beacon is accepted from a response that resembles it", async () => {
  const beacon = beaconOf(NUMBER, sign(NUMBER));
  const like = likeJson(beacon).map((json) => JSON.stringify(json));
  await fc.assert(
    fc.asyncProperty(fc.oneof(oddPlaced(beacon), like, likeText(body)), async (text) => {
      expect([undefined, hex(sign(NUMBER))]).toContain(await accepted(text));
    }),
    { seed: fuzzSeed, numRuns: times(60, 800) },
  );
});
