import fc from "fast-check";
import { expect, test } from "vitest";
import { tronNode } from "../../server/payment/tron/node.ts";
import type { NodeResponse, NodeFault } from "../../server/payment/tron/node.ts";
import type { Receipt } from "../../server/payment/tron/receipt.ts";
import type { TransferPage } from "../../server/payment/tron/transfer-list.ts";
import type { FetchText } from "../../server/runtime/fetch.ts";
import { sample, samples } from "../server/payment/receipts.ts";
import { times } from "../support/effort.ts";
import { hashOf } from "../support/payments.ts";
import { BLOCK, listEntry, MAINNET, receiptOf, RECEIVER, USDT } from "../support/tron-node.ts";
import { fuzzSeed } from "./fuzz-seed.ts";
import { likeJson, likeText, oddPlaced } from "./mutations.ts";

/*
 * Whatever others respond to this service, the call ends in the promised shape or a named fault, never in a rejection.
 */

/** Set it to try other values; fast-check prints it with each failure, and the smallest failing value. */
const numRuns = times(300, 10_000);
const NOW_MS = Date.UTC(2026, 6, 1);
const FAULT = /^(busy|early|fault|nonsense|unreachable)$/;

/** Responses that resemble these: JSON with other values, and text that is hardly JSON. */
function responsesLike(...real: readonly unknown[]): fc.Arbitrary<string> {
  const texts = real.map((json) => JSON.stringify(json));
  return fc.oneof(
    { weight: 6, arbitrary: fc.oneof(...real.map(oddPlaced)) },
    { weight: 2, arbitrary: fc.oneof(...real.map(likeJson)).map((json) => JSON.stringify(json)) },
    { weight: 2, arbitrary: fc.oneof(...texts.map(likeText)) },
    { weight: 1, arbitrary: fc.constantFrom(...texts) },
    { weight: 1, arbitrary: fc.json() },
  );
}

/** Answers each request with the next of these, and all further ones with the last. */
function fetchReturning(...texts: readonly string[]): FetchText {
  let asked = 0;
  return async () => ({
    status: 200,
    headers: {},
    text: texts[Math.min(asked++, texts.length - 1)] ?? "",
  });
}

const nodeOf = (...texts: readonly string[]) =>
  tronNode({ url: "https://node.example", apiKey: null, fetch: fetchReturning(...texts) });

const HASH = hashOf(1);
const receipts = [
  receiptOf(HASH, NOW_MS, [
    { to: RECEIVER, amount: 30_000_100 },
    { to: USDT, amount: 5n, contract: RECEIVER },
  ]),
  ...samples
    .filter(({ kind }) => kind === "gettransactioninfobyid")
    .map(({ name }) => ({ ...sample(name), id: HASH })),
];
const block = {
  blockID: MAINNET,
  block_header: { raw_data: { number: BLOCK, timestamp: NOW_MS, parentHash: HASH } },
};

const hex = (length: number) => new RegExp(`^[0-9a-f]{${length}}$`);
const isFault = (response: unknown) => typeof response === "string" && FAULT.test(response);

function isReceipt({ hash, blockNumber, blockTimeMs, transfers }: Receipt): boolean {
  return (
    hash === HASH &&
    [blockNumber, blockTimeMs].every(Number.isSafeInteger) &&
    transfers.every(
      ({ logIndex, contract, from, to, amount }) =>
        [contract, from, to].every((each) => hex(40).test(each)) &&
        Number.isSafeInteger(logIndex) &&
        amount >= 0n &&
        amount < 2n ** 256n,
    )
  );
}

function isResponse(response: NodeResponse): boolean {
  switch (response.kind) {
    case "unavailable":
      return isFault(response.fault);
    case "unknown":
      return response.headFault === undefined || isFault(response.headFault);
    case "seen":
      return (
        isReceipt(response.receipt) &&
        (response.headNumber === null || Number.isSafeInteger(response.headNumber))
      );
    case "solid":
      return isReceipt(response.receipt);
  }
}

test("any response of the TRON node about a transaction is read or reported as a fault", async () => {
  const given = fc.record({
    solid: fc.oneof(responsesLike(...receipts), fc.constant("{}")),
    head: responsesLike(...receipts),
    newest: responsesLike(block),
  });
  let received = 0;
  await fc.assert(
    fc.asyncProperty(given, async ({ solid, head, newest }) => {
      const response = await nodeOf(solid, head, newest).lookUp(HASH);
      expect(response).toSatisfy(isResponse);
      received += "receipt" in response && response.receipt.transfers.length > 0 ? 1 : 0;
    }),
    { seed: fuzzSeed, numRuns },
  );
  // Some still are receipts of transfers, so deeply nested values were reached.
  expect(received).toBeGreaterThan(numRuns / 8);
});

function isPage(page: TransferPage | NodeFault): boolean {
  return typeof page === "string"
    ? isFault(page)
    : (page.next === null || typeof page.next === "string") &&
        page.transfers.every(
          ({ hash, blockTimeMs, amount }) =>
            hex(64).test(hash) && Number.isSafeInteger(blockTimeMs) && amount > 0n,
        );
}

test("any response of the TRON node about incoming transfers is read or reported as a fault", async () => {
  const entries = [1, 2, 3].map((number) =>
    listEntry(hashOf(number), NOW_MS + number, { to: RECEIVER, amount: number }),
  );
  const page = { data: entries, success: true, meta: { page_size: 3, fingerprint: "f" } };
  const query = { contract: USDT, address: RECEIVER, sinceMs: NOW_MS, fingerprint: null };
  await fc.assert(
    fc.asyncProperty(responsesLike(page), async (text) => {
      expect(await nodeOf(text).list(query)).toSatisfy(isPage);
    }),
    { seed: fuzzSeed, numRuns },
  );
});
