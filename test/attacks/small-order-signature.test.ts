// Attack: a house adds a point of small order to its signature of a header. Effect: the library's equation, multiplied
// by 8, accepted it; OpenSSL and verify.py, which do not multiply, reported the header as forged. So the house could
// disown its header before some verifiers. Defence: all of them check the equation without a cofactor, and reject keys
// of small order.
import { createPublicKey, verify } from "node:crypto";
import { ed25519 } from "@noble/curves/ed25519.js";
import { bytesToNumberLE, numberToBytesLE } from "@noble/curves/utils.js";
import { sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { hasValidSignature, headerBytes } from "../../src/fairness/header.ts";
import { makeHeader } from "../../src/fairness/publish.ts";
import { baccarat } from "../../src/games/baccarat/game.ts";
import { SIGNING_KEY } from "../support/test-proofs.ts";

const { Point } = ed25519;
const OF_ORDER_8 = Point.fromHex(
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
);
const header = makeHeader(
  { game: baccarat, day: 20_700, root: "00".repeat(32), chain: null, publishedAt: 0 },
  SIGNING_KEY,
);

function acceptedByOpenSsl(signature: Uint8Array): boolean {
  const x = Buffer.from(header.key, "hex").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return verify(null, headerBytes(header), key, signature);
}

test("a signature with a point of small order is rejected, as by OpenSSL", () => {
  expect(hasValidSignature(header)).toBe(true);
  const { scalar, pointBytes } = ed25519.utils.getExtendedPublicKey(SIGNING_KEY);
  const r = Point.BASE.multiply(7n).add(OF_ORDER_8).toBytes();
  const k = bytesToNumberLE(sha512(concatBytes(r, pointBytes, headerBytes(header))));
  const s = Point.Fn.create(7n + k * scalar);
  const signature = concatBytes(r, numberToBytesLE(s, 32));
  const key = hexToBytes(header.key);
  expect(ed25519.verify(signature, headerBytes(header), key, { zip215: false })).toBe(true);
  expect(acceptedByOpenSsl(signature)).toBe(false);
  expect(hasValidSignature({ ...header, signature: bytesToHex(signature) })).toBe(false);
});

test("no signature is valid under a key of small order", () => {
  const pointBytes = OF_ORDER_8.toBytes();
  const message = headerBytes({ ...header, key: bytesToHex(pointBytes) });
  // Once the hash is a multiple of 8, the key vanishes from the equation, so anyone can sign.
  let s = 0n;
  let r = pointBytes;
  do {
    s += 1n;
    r = Point.BASE.multiply(s).toBytes();
  } while (Point.Fn.create(bytesToNumberLE(sha512(concatBytes(r, pointBytes, message)))) % 8n > 0n);
  const signature = bytesToHex(concatBytes(r, numberToBytesLE(s, 32)));
  expect(hasValidSignature({ ...header, key: bytesToHex(pointBytes), signature })).toBe(false);
});
