import fc from "fast-check";
import { expect, test } from "vitest";
import { drandRelay } from "../../server/oracle/relays.ts";
import { isBeacon } from "../../src/fairness/beacon.ts";
import { times } from "../support/effort.ts";
import { beaconSigner } from "../support/test-beacons.ts";
import { network } from "../support/test-proofs.ts";
import { fuzzSeed } from "./fuzz-seed.ts";
import { responseBytes, startLyingRelay } from "./lying-relay.ts";
import type { RelayResponse } from "./lying-relay.ts";
import { likeJson, likeText, oddPlaced } from "./mutations.ts";

const { chain, sign } = network;
const NUMBER = 40_000_000;
const other = beaconSigner("another network");
const never = new AbortController().signal;
/** Timeouts: longer than a busy machine needs for a complete response, and for a response that never ends. */
const [LONG_MS, SHORT_MS] = [60_000, 500];
/** Maximum bytes from one connection: a body is read up to 10 KB, and the kernel buffers some megabytes. */
const MAX_BYTES = 20_000_000;

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
  const [next, before] = [hex(sign(number + 1)), hex(sign(number - 1))];
  const field = (name: string, value: unknown) => `"${name}":${JSON.stringify(value)}`;
  const bodies: Record<string, unknown> = {
    "the next beacon under this number": beaconOf(number, next),
    "the previous beacon under this number": beaconOf(number, before),
    "the next beacon": beaconOf(number + 1, next),
    "this beacon under the next number": beaconOf(number + 1, genuine),
    "another chain's": beaconOf(number, other.sign(number)),
    "the point at infinity": beaconOf(number, `c0${"00".repeat(47)}`),
    "a public key": beaconOf(number, chain.public_key),
    "one byte less": beaconOf(number, genuine.slice(2)),
    "one byte more": beaconOf(number, `${genuine}00`),
    "in capitals": beaconOf(number, genuine.toUpperCase()),
    "with a line break": beaconOf(number, `${genuine}\n`),
    "as a list": { ...beaconOf(number, genuine), signature: [genuine] },
    "the number as text": { ...beaconOf(number, genuine), round: String(number) },
    "no number": { signature: genuine },
    "no signature": { round: number, randomness: "ab".repeat(32) },
    "as text": JSON.stringify(beaconOf(number, genuine)),
    nothing: null,
  };
  return {
    ...Object.fromEntries(
      Object.entries(bodies).map(([name, body]) => [name, JSON.stringify(body)]),
    ),
    "a right and then a wrong signature": `{${field("round", number)},${field("signature", genuine)},${field("signature", next)}}`,
    "a right and then a wrong number": `{${field("round", number)},${field("signature", genuine)},${field("round", number + 1)}}`,
    "as a prototype": `{"__proto__":${JSON.stringify(beaconOf(number, genuine))}}`,
    "a page": `<!doctype html><title>Welcome to the hotel</title><p>${genuine}`,
    "with text before it": `)]}'${JSON.stringify(beaconOf(number, genuine))}`,
    "with another one after it": JSON.stringify(beaconOf(number, genuine)).repeat(2),
    "cut off": JSON.stringify(beaconOf(number, genuine)).slice(0, -1),
    "in a lot of white space": `${JSON.stringify(beaconOf(number, genuine))}${" ".repeat(20_000)}`,
    "very deep": `${"[".repeat(4_000)}${"]".repeat(4_000)}`,
    empty: "",
  };
}

interface Case {
  readonly what: string;
  readonly response: RelayResponse;
  /** Whether it is the beacon after all; undefined if only the signature can tell. */
  readonly isGood?: boolean;
}

const body = JSON.stringify(beaconOf(NUMBER, sign(NUMBER)));

/** Unusual responses that do carry the beacon, which must be accepted. */
const good: Record<string, RelayResponse> = {
  "with a wrong content type": { bytes: responseBytes(body, { "content-type": "text/html" }) },
  "with wrong randomness and more fields": {
    bytes: responseBytes(JSON.stringify({ ...JSON.parse(body), randomness: 5, more: [{}] })),
  },
  "with its number in another notation": {
    bytes: responseBytes(body.replace(String(NUMBER), "4.0e7")),
  },
  "a wrong and then a right value": {
    bytes: responseBytes(body.replace("{", `{"round":1,"signature":"${hex(sign(NUMBER + 1))}",`)),
  },
  "with a prototype": { bytes: responseBytes(body.replace("{", '{"__proto__":{"round":1},')) },
};

const bad: Record<string, RelayResponse> = {
  "longer than its body": { bytes: responseBytes(body, { "content-length": "2000" }) },
  "shorter than its body": { bytes: responseBytes(body, { "content-length": "20" }) },
  "in chunks that never end": {
    bytes: `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffffffff\r\n`,
    does: "floods",
  },
  endless: { bytes: `HTTP/1.1 200 OK\r\n\r\n${body}`, does: "floods" },
  "endless headers": { bytes: "HTTP/1.1 200 OK\r\nx-long: ", does: "floods" },
  "a 404 with the beacon": { bytes: responseBytes(body, {}, "404 Not Found") },
  "of an unknown protocol": { bytes: body },
  nothing: { bytes: "" },
  "half of the body, and a reset": { bytes: responseBytes(body).subarray(0, -20), does: "resets" },
};

const listOf = (responses: Record<string, RelayResponse>, isGood: boolean): Case[] =>
  Object.entries(responses).map(([what, response]) => ({ what, response, isGood }));

/** Random cases: flipped bits, and JSON and text that resemble a beacon. */
function randomCases(count: number): Case[] {
  const beacon = beaconOf(NUMBER, sign(NUMBER));
  const flips = fc.sample(anyBit, { seed: fuzzSeed, numRuns: count / 4 });
  const texts = fc.oneof(
    oddPlaced(beacon),
    likeJson(beacon).map((json) => JSON.stringify(json)),
    likeText(body),
  );
  return [
    ...flips.map((bit) => ({
      what: `bit ${bit} the other way`,
      response: {
        bytes: responseBytes(JSON.stringify(beaconOf(NUMBER, flipped(sign(NUMBER), bit)))),
      },
      isGood: false,
    })),
    ...fc.sample(texts, { seed: fuzzSeed, numRuns: count }).map((text) => ({
      what: text,
      response: { bytes: responseBytes(text) },
    })),
    ...fc
      .sample(likeText(responseBytes(body).toString("latin1")), { seed: fuzzSeed, numRuns: count })
      .map((text) => ({ what: text, response: { bytes: Buffer.from(text, "latin1") } })),
  ];
}

test(`only the genuine beacon is accepted from a relay, seed ${fuzzSeed}`, async () => {
  const cases: Case[] = [
    ...listOf(good, true),
    ...Object.entries(falseBodies(NUMBER)).map(([what, text]) => ({
      what,
      response: { bytes: responseBytes(text) },
      isGood: false,
    })),
    ...listOf(bad, false),
    ...randomCases(times(60, 800)),
  ];
  const relay = await startLyingRelay(
    (path) => cases[Number(path.split("/")[1])]?.response ?? { bytes: "" },
  );
  const wrong: string[] = [];
  const rest = cases.entries();
  async function askSome(): Promise<void> {
    for (const [index, { what, response, isGood }] of rest) {
      const isLong = isGood === false && (response.does ?? "ends") !== "ends";
      const source = drandRelay(`${relay.url}/${index}`, chain.hash, {
        timeoutMs: isLong ? SHORT_MS : LONG_MS,
      });
      const given = await source.ask(NUMBER, never);
      const isAccepted = "signature" in given && isBeacon(chain, NUMBER, given.signature);
      if (isAccepted !== (isGood ?? isAccepted)) {
        wrong.push(`${what}: ${isAccepted ? "is accepted" : JSON.stringify(given)}`);
      }
      if (isAccepted && hex(given.signature) !== hex(sign(NUMBER))) {
        wrong.push(`${what}: ${hex(given.signature)} is accepted`);
      }
    }
  }
  await Promise.all(Array.from({ length: 8 }, askSome));
  expect(wrong).toEqual([]);
  expect(relay.maxBytes()).toBeLessThan(MAX_BYTES);
});
