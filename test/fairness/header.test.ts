import { createPublicKey, verify as verifyByNode } from "node:crypto";
import { describe, expect, test } from "vitest";
import { QUICKNET } from "../../src/fairness/chain.ts";
import type { DayHeader, SignedHeader } from "../../src/fairness/header.ts";
import { headerBytes, headerHash, isSigned, publicKeyOf } from "../../src/fairness/header.ts";
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
const seedHeader = makeHeader({ ...order, chain: null }, SIGNING_KEY);

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

describe("a header with another field value", () => {
  const others: { [Field in keyof SignedHeader]?: SignedHeader[Field] } = {
    game: "dragontiger",
    date: "2026-07-02",
    firstRound: 521_282,
    count: 2_881,
    intervalMs: 30_001,
    closesMs: 12_001,
    entropy: "seed",
    chain: "00".repeat(32),
    root: "ab".repeat(31) + "ac",
    publishedAt: 1_782_800_000_001,
    key: publicKeyOf(new Uint8Array(32).fill(8)),
    signature: seedHeader.signature,
  };

  test.each(Object.entries(others))(
    "a header with another %s is not the signed one",
    (field, value) => {
      expect(isSigned({ ...header, [field]: value })).toBe(false);
    },
  );

  test.each(Object.entries(others).filter(([field]) => field !== "signature"))(
    "a header with another %s has another hash",
    (field, value) => {
      const other = { ...header, [field]: value } as DayHeader;
      expect(headerHash(other)).not.toBe(headerHash(header));
    },
  );
});
