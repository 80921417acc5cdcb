import { describe, expect, test } from "vitest";
import { REASONS } from "../../src/fairness/check-names.ts";
import { verify } from "../../src/fairness/check-round.ts";
import { games } from "../../src/games/index.ts";
import { RECEIPTS } from "../support/receipts.ts";
import { network, proofOf } from "../support/test-proofs.ts";

const proof = proofOf(games[1]!, 521_999, null, "tbs/2");
const reasonOf = (sources: Parameters<typeof verify>[0]) =>
  verify(sources).checks.find(({ name }) => name === "receipt")?.reason;

describe("a receipt", () => {
  test.each(RECEIPTS)("with $what comes out as $reason", ({ record, kept, reason }) => {
    expect(reasonOf({ ...proof, record, kept })).toBe(reason);
  });

  test("comes out in every way that there is", () => {
    const found = new Set(RECEIPTS.map(({ reason }) => reason));
    const names = Object.keys(REASONS).filter((name) => name.startsWith("receipt-"));
    // The other two are those of the tests below.
    expect(names.filter((name) => !found.has(name as never)).toSorted()).toEqual([
      "receipt-early",
      "receipt-none",
    ]);
  });
});

test("a round that nobody has opened yet is left open", () => {
  const record = { ...proof.open, receipt: null };
  expect(reasonOf({ ...proof, record })).toBe("receipt-early");
});

test("a day of tbs/1 has no receipts, and its rounds hold without any", () => {
  const old = proofOf(games[1]!, 521_999, network, "tbs/1");
  expect(reasonOf(old)).toBe("receipt-none");
  expect(verify(old).verdict).toBe("consistent");
  expect(old.record).not.toHaveProperty("receipt");
});

test.each(games)("a punctual round of $slug holds in both modes", (game) => {
  for (const signer of [network, null]) {
    const one = proofOf(game, 521_999, signer, "tbs/2");
    expect(reasonOf(one)).toBe("receipt-punctual");
    expect(verify(one).verdict).toBe("consistent");
  }
});

test("a record of one version and a header of another do not go together", () => {
  const old = proofOf(games[1]!, 521_999, null, "tbs/1");
  for (const [record, header] of [
    [proof.record, old.header],
    [old.record, proof.header],
    [{ ...old.record, version: "tbs/2", receipt: null }, old.header],
  ]) {
    expect(verify({ ...proof, record, header }).verdict).toBe("refuted");
  }
});
