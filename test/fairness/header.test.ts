import { createPublicKey, verify as verifyByNode } from "node:crypto";
import { expect, test } from "vitest";
import { QUICKNET } from "../../src/fairness/chain.ts";
import { headerBytes, isSigned } from "../../src/fairness/header.ts";
import { makeHeader } from "../../src/fairness/publish.ts";
import { baccarat } from "../../src/games/baccarat/game.ts";
import { SIGNING_KEY } from "../support/test-proofs.ts";

const order = {
  game: baccarat,
  day: 20_635,
  root: "ab".repeat(32),
  publishedAt: 1_782_800_000_000,
};
const header = makeHeader({ ...order, chain: QUICKNET }, SIGNING_KEY);

test("the signed bytes are those of the protocol", () => {
  expect(Buffer.from(headerBytes(header)).toString("hex")).toBe(
    [
      "0c",
      Buffer.from("tbs/1/header").toString("hex"),
      "02",
      "0000509b",
      "000000000007f441",
      "00000b40",
      "00007530",
      "00002ee0",
      "01",
      QUICKNET.hash,
      "ab".repeat(32),
      (1_782_800_000_000).toString(16).padStart(16, "0"),
      header.key,
    ].join(""),
  );
});

test("OpenSSL accepts the signature of a header", () => {
  const key = createPublicKey({
    key: Buffer.concat([
      // The prefix of an Ed25519 key (RFC 8410).
      Buffer.from("302a300506032b6570032100", "hex"),
      Buffer.from(header.key, "hex"),
    ]),
    format: "der",
    type: "spki",
  });
  const signature = Buffer.from(header.signature, "hex");
  expect(verifyByNode(null, headerBytes(header), key, signature)).toBe(true);
  expect(isSigned(header)).toBe(true);
});
