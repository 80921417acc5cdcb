import { describe, expect, test } from "vitest";
import { readReceipt } from "../../../../server/payment/tron/receipt.ts";
import { sample, samples } from "../receipts.ts";

const PLAIN = "mainnet-usdt-transfer-success";

describe("the receipts of real nodes", () => {
  test("a plain transfer of 3.5 USDT is read", () => {
    const reply = sample(PLAIN);
    expect(readReceipt(reply, String(reply["id"]))).toEqual({
      hash: reply["id"],
      blockNumber: 66_861_993,
      blockTimeMs: 1_731_235_554_000,
      outcome: "success",
      transfers: [
        {
          logIndex: 0,
          contract: "a614f803b6fd780986a42c78ec9c7f77e6ded13c",
          from: "60e6e92e57d61a9d68b5d95275cc9667d9e6c7c9",
          to: "cdae4e9a6287333a3f7df432b050af7b17e79e63",
          amount: 3_500_000n,
        },
      ],
    });
  });

  test("a transaction that is unknown or not yet solid has no receipt", () => {
    expect(readReceipt(sample("not-found-or-not-yet-solid"), "0")).toBeNull();
  });

  const others = samples.filter(({ kind }) => kind !== "gettransactioninfobyid");
  test.each(others)(
    "a node's response to another call is not read as a receipt: $name",
    ({ response }) => {
      const hash = String(response["txID"] ?? response["id"]);
      expect(readReceipt(response, hash)).toBeUndefined();
    },
  );

  const receipts = samples.filter(({ kind }) => kind === "gettransactioninfobyid");
  test.each(receipts)("a real response is never refused: $name", ({ response }) => {
    expect(readReceipt(response, String(response["id"]))).not.toBeUndefined();
  });
});

test.each<[string, unknown]>([
  ["that is not an object", "SUCCESS"],
  ["that is a list", [sample(PLAIN)]],
  ["of another transaction", { ...sample(PLAIN), id: "0".repeat(64) }],
  ["without a block", { ...sample(PLAIN), blockNumber: undefined }],
  ["without a time", { ...sample(PLAIN), blockTimeStamp: "yesterday" }],
  ["with logs that are not a list", { ...sample(PLAIN), log: "none" }],
  ["that reports an error", { Error: "class java.lang.NullPointerException" }],
])("a receipt %s is refused", (_, reply) => {
  expect(readReceipt(reply, String(sample(PLAIN)["id"]))).toBeUndefined();
});

test.each<[string, Record<string, unknown>]>([
  ["ran out of energy", { receipt: { result: "OUT_OF_ENERGY" }, result: "FAILED" }],
  [
    "was reverted",
    { receipt: { result: "REVERT" }, result: "FAILED", resMessage: "52455645525420" },
  ],
  ["failed with an inner success", { result: "FAILED" }],
])("a transaction that %s does not move USDT", (_, changed) => {
  const reply = { ...sample(PLAIN), ...changed };
  const receipt = readReceipt(reply, String(reply["id"]));
  expect(receipt).toMatchObject({ outcome: "failed", transfers: [] });
});

describe("logs that are not transfers", () => {
  const [log] = sample(PLAIN)["log"] as { address: string; topics: string[]; data: string }[];
  const [event = "", from = "", to = ""] = log?.topics ?? [];

  test.each<[string, unknown]>([
    ["that is null", null],
    ["without topics", { ...log, topics: undefined }],
    ["of another event", { ...log, topics: [event.replace("d", "e"), from, to] }],
    ["of an NFT, with a fourth topic,", { ...log, topics: [event, from, to, from], data: "" }],
    ["without a recipient", { ...log, topics: [event, from] }],
    ["without an amount", { ...log, data: "" }],
    ["with an amount of two EVM words", { ...log, data: (log?.data ?? "").repeat(2) }],
    ["with an address of the wrong length", { ...log, address: "a614" }],
  ])("a log %s is skipped", (_, strange) => {
    const reply = { ...sample(PLAIN), log: [strange, log] };
    const receipt = readReceipt(reply, String(sample(PLAIN)["id"]));
    expect(receipt?.transfers.map(({ logIndex }) => logIndex)).toEqual([1]);
  });
});
