import { describe, expect, test } from "vitest";
import { tronNode } from "../../../../server/payment/tron/node.ts";
import { BLOCK, RECEIVER, receiptOf, startTronNode } from "../../../support/tron-node.ts";
import type { Mood } from "../../../support/tron-node.ts";

const HASH = "cd".repeat(32);
const RECEIPT = receiptOf(HASH, 1_790_000_000_000, [{ to: RECEIVER, amount: 30_000_100 }]);

async function ask(prepare: (node: Awaited<ReturnType<typeof startTronNode>>) => void) {
  const fake = await startTronNode();
  prepare(fake);
  const timeoutMs = fake.mood === "hangs" ? 500 : 30_000;
  const node = tronNode({ url: fake.url, apiKey: "k-1", timeoutMs });
  return { fake, answer: await node.lookUp(HASH) };
}

test("a solid transaction takes one call, with the API key", async () => {
  const { fake, answer } = await ask((node) => node.put(HASH, RECEIPT));
  expect(answer).toMatchObject({ kind: "solid", receipt: { hash: HASH, outcome: "success" } });
  expect(fake.asked).toEqual([`/walletsolidity/gettransactioninfobyid ${HASH}`]);
  expect(fake.keys).toEqual(["k-1"]);
});

test("one at the head of the chain is seen, and not believed yet", async () => {
  const { answer } = await ask((node) => node.put(HASH, RECEIPT, "head"));
  expect(answer).toMatchObject({
    kind: "seen",
    headNumber: BLOCK,
    receipt: { hash: HASH, blockNumber: BLOCK },
  });
});

describe("says nothing about a payment:", () => {
  test.each<[Mood, string]>([
    [429, "busy"],
    [403, "busy"],
    [500, "fault"],
    [503, "fault"],
    ["redirects", "fault"],
    ["html", "nonsense"],
    ["endless", "nonsense"],
    ["hangs", "unreachable"],
  ])("a node that answers or does: %s", async (mood, fault) => {
    const { answer } = await ask((node) => {
      node.put(HASH, RECEIPT);
      node.mood = mood;
    });
    expect(answer).toEqual({ kind: "unavailable", fault });
  });

  test.each<[string, unknown]>([
    ["another transaction", { ...RECEIPT, id: "00".repeat(32) }],
    ["half an answer", JSON.stringify(RECEIPT).slice(0, 100)],
    ["a list", [RECEIPT]],
  ])("a node that answers with %s", async (_, lie) => {
    const { answer } = await ask((node) => node.put(HASH, lie));
    expect(answer).toEqual({ kind: "unavailable", fault: "nonsense" });
  });
});
