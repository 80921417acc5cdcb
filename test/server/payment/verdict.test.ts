import { describe, expect, test } from "vitest";
import { parseTronAddress } from "../../../server/payment/tron/address.ts";
import { readReceipt } from "../../../server/payment/tron/receipt.ts";
import type { Receipt } from "../../../server/payment/tron/receipt.ts";
import { judge } from "../../../server/payment/verdict.ts";
import type { ExpectedPayment } from "../../../server/payment/verdict.ts";
import { OTHER_RECEIVER, RECEIVER, receiptOf, USDT } from "../../support/tron-node.ts";
import type { TransferOrder } from "../../support/tron-node.ts";
import { constants, sample } from "./receipts.ts";

const HASH = "ab".repeat(32);
const FROM_MS = 1_790_000_000_000;
const UNTIL_MS = FROM_MS + 26 * 3_600_000;
const EXPECTED: ExpectedPayment = {
  contract: parseTronAddress(USDT) ?? "",
  address: parseTronAddress(RECEIVER) ?? "",
  amount: 30_004_200,
  fromMs: FROM_MS,
  untilMs: UNTIL_MS,
};

function read(answer: Record<string, unknown>): Receipt {
  const receipt = readReceipt(answer, String(answer["id"]));
  if (!receipt) {
    throw new Error("That is no receipt.");
  }
  return receipt;
}

function judged(transfers: readonly TransferOrder[], blockTimeMs = FROM_MS + 60_000) {
  return judge(read(receiptOf(HASH, blockTimeMs, transfers)), EXPECTED);
}

const exact = { to: RECEIVER, amount: EXPECTED.amount };

describe("paid is", () => {
  test("the exact amount to the address", () => {
    expect(judged([exact])).toMatchObject({ verdict: "paid", transfers: [{ logIndex: 0 }] });
  });

  test.each([
    ["at the first instant", FROM_MS],
    ["at the last instant of the grace", UNTIL_MS],
  ])("the same %s", (_, blockTimeMs) => {
    expect(judged([exact], blockTimeMs).verdict).toBe("paid");
  });

  test("the second transfer of a transaction, after the relayer's fee", () => {
    const fee = { to: OTHER_RECEIVER, amount: 1_500_000 };
    expect(judged([fee, exact])).toMatchObject({ verdict: "paid", transfers: [{ logIndex: 1 }] });
  });

  test("the same by transferFrom or from a contract wallet, whatever was called", () => {
    const answer = receiptOf(HASH, FROM_MS, [exact]);
    const [{ topics }] = answer["log"] as [{ topics: string[] }];
    topics[1] = `${"0".repeat(24)}${"5e".repeat(20)}`;
    const called = { ...answer, contract_address: `41${"ca".repeat(20)}`, contractResult: [""] };
    expect(judge(read(called), EXPECTED)).toMatchObject({ verdict: "paid" });
  });

  test("each of two transfers that fit, by its own log", () => {
    const verdict = judged([exact, exact]);
    expect(verdict).toMatchObject({
      verdict: "paid",
      transfers: [{ logIndex: 0 }, { logIndex: 1 }],
    });
  });

  test.each([
    ["mainnet-usdt-transfer-success", "cdae4e9a6287333a3f7df432b050af7b17e79e63", 3_500_000, 0],
    [
      "mainnet-gasfree-two-usdt-transfers-one-tx",
      "2cab3ac79193296de9c5e3f1e3aaa35f589505cb",
      938_500_000,
      1,
    ],
  ])("the real receipt %s, for its recipient", (name, address, amount, logIndex) => {
    const receipt = read(sample(name));
    const expected = {
      ...EXPECTED,
      address,
      amount,
      fromMs: receipt.blockTimeMs - 1,
      untilMs: receipt.blockTimeMs,
    };
    expect(judge(receipt, expected)).toMatchObject({ verdict: "paid", transfers: [{ logIndex }] });
  });
});

describe("rejected is", () => {
  const lookalikes = Object.values(constants.usdt)
    .map(({ base58 }) => base58)
    .filter((contract) => contract !== USDT);

  test.each(lookalikes)("a token of another contract, %s, whatever its name", (contract) => {
    expect(judged([{ ...exact, contract }])).toEqual({
      verdict: "rejected",
      reason: "no_usdt_transfer",
    });
  });

  test("the right amount of another token beside a little USDT to somebody else", () => {
    const fake = { ...exact, contract: lookalikes[0] ?? "" };
    expect(judged([fake, { to: OTHER_RECEIVER, amount: 1 }])).toEqual({
      verdict: "rejected",
      reason: "other_recipient",
    });
  });

  test("a payment to another address", () => {
    expect(judged([{ to: OTHER_RECEIVER, amount: EXPECTED.amount }])).toEqual({
      verdict: "rejected",
      reason: "other_recipient",
    });
  });

  test("a transfer of nothing", () => {
    expect(judged([{ to: RECEIVER, amount: 0 }])).toEqual({
      verdict: "rejected",
      reason: "other_recipient",
    });
  });

  test("a transaction that failed", () => {
    const answer = { ...receiptOf(HASH, FROM_MS, [exact]), result: "FAILED" };
    expect(judge(read(answer), EXPECTED)).toEqual({ verdict: "rejected", reason: "tx_failed" });
  });

  test("a transaction without any transfer", () => {
    expect(judged([])).toEqual({ verdict: "rejected", reason: "no_usdt_transfer" });
  });

  test("an old payment of somebody else, which everybody can read on the chain", () => {
    expect(judged([{ to: RECEIVER, amount: 50_000_000 }], FROM_MS - 1)).toEqual({
      verdict: "rejected",
      reason: "too_old",
    });
  });
});

describe("left to a person is", () => {
  test.each([
    ["a millionth too little", EXPECTED.amount - 1],
    ["a millionth too much", EXPECTED.amount + 1],
    ["what is left after an exchange took its fee", EXPECTED.amount - 1_000_000],
    ["more than any number holds", 2n ** 255n],
  ])("%s", (_, amount) => {
    expect(judged([{ to: RECEIVER, amount }])).toMatchObject({
      verdict: "review",
      reason: "amount_mismatch",
      transfer: { amount: BigInt(amount) },
    });
  });

  test("the larger of two that do not fit", () => {
    const small = { to: RECEIVER, amount: 5 };
    expect(judged([small, { to: RECEIVER, amount: 7 }, small])).toMatchObject({
      verdict: "review",
      transfer: { logIndex: 1 },
    });
  });

  test("a payment after the grace", () => {
    expect(judged([exact], UNTIL_MS + 1)).toMatchObject({
      verdict: "review",
      reason: "invoice_expired",
    });
  });

  test("the exact amount, but before anybody knew it", () => {
    expect(judged([exact], FROM_MS - 1)).toMatchObject({ verdict: "review", reason: "too_old" });
  });
});
