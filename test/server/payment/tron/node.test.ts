import { expect, test } from "vitest";
import { tronNode } from "../../../../server/payment/tron/node.ts";
import { RECEIVER, receiptOf, startTronNode } from "../../../support/tron-node.ts";

test("looking up a final transaction takes one call", async () => {
  const hash = "cd".repeat(32);
  const fake = await startTronNode();
  fake.put(hash, receiptOf(hash, 1_790_000_000_000, [{ to: RECEIVER, amount: 30_000_100 }]));
  const response = await tronNode({ url: fake.url, apiKey: "k-1" }).lookUp(hash);
  expect(response).toMatchObject({ kind: "solid", receipt: { hash, outcome: "success" } });
  expect(fake.asked).toEqual([`/walletsolidity/gettransactioninfobyid ${hash}`]);
  expect(fake.keys).toEqual(["k-1"]);
});
