import { describe, expect, test } from "vitest";
import { agreeingNodes } from "../../../../server/payment/tron/agreement.ts";
import { watchNode } from "../../../../server/payment/tron/node-watch.ts";
import { tronNode } from "../../../../server/payment/tron/node.ts";
import { paymentWorker } from "../../../../server/payment/worker.ts";
import { engines } from "../../../support/engines.ts";
import type { Engine } from "../../../support/engines.ts";
import { anInvoice, hashOf, RULES, TERMS, vault } from "../../../support/payments.ts";
import { tempStore } from "../../../support/temp-store.ts";
import { NILE, RECEIVER, receiptOf, startTronNode, USDT } from "../../../support/tron-node.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
const MINUTE_MS = 60_000;
const HASH = hashOf(1);

async function twoNodes(required = 2) {
  const clock = { nowMs: NOW_MS };
  const now = () => clock.nowMs;
  const fakes = [await startTronNode(), await startTronNode()] as const;
  for (const { chain } of fakes) {
    chain.solidMs = () => clock.nowMs - MINUTE_MS;
  }
  const nodes = fakes.map(({ url }) => tronNode({ url, apiKey: null }));
  return { clock, now, fakes, node: agreeingNodes(nodes, { required, now }) };
}
const receipt = (amount: number) => receiptOf(HASH, NOW_MS, [{ to: RECEIVER, amount }]);

describe("two nodes that must agree", () => {
  test("decide when both have the same receipt", async () => {
    const { node, fakes } = await twoNodes();
    fakes[0].put(HASH, receipt(1));
    expect(await node.lookUp(HASH)).toMatchObject({ kind: "seen" });
    fakes[1].put(HASH, receipt(1));
    expect(await node.lookUp(HASH)).toMatchObject({ kind: "solid" });
  });

  test.each<[string, Record<string, unknown>]>([
    ["another amount", receipt(2)],
    ["a failure", { ...receipt(1), result: "FAILED" }],
    ["another time", { ...receipt(1), blockTimeStamp: NOW_MS + 1 }],
  ])("decide nothing when one of them says %s", async (_, other) => {
    const { node, fakes } = await twoNodes();
    fakes[0].put(HASH, receipt(1));
    fakes[1].put(HASH, other);
    expect(await node.lookUp(HASH)).toEqual({ kind: "unavailable", fault: "disagreement" });
    expect(await node.status(USDT)).toMatchObject({ isDisputed: true });
  });

  test("wait for one that is away, and dispute what one of them does not know for long", async () => {
    const { node, fakes, clock } = await twoNodes();
    fakes[0].put(HASH, receipt(1));
    fakes[1].mood = 503;
    clock.nowMs += 20 * MINUTE_MS;
    expect(await node.lookUp(HASH)).toEqual({ kind: "unavailable", fault: "fault" });
    fakes[1].mood = "well";
    expect(await node.lookUp(HASH)).toEqual({ kind: "unavailable", fault: "disagreement" });
    fakes[1].put(HASH, receipt(1));
    expect(await node.lookUp(HASH)).toMatchObject({ kind: "solid" });
    expect(await node.status(USDT)).toMatchObject({ isDisputed: false });
  });

  test("are unusable while they are not on one chain", async () => {
    const { node, fakes } = await twoNodes();
    fakes[1].chain.genesis = NILE;
    expect(await node.status(USDT)).toBe("disagreement");
  });

  test("have come as far as the one that is behind", async () => {
    const { node, fakes } = await twoNodes();
    fakes[0].chain.solidMs = () => NOW_MS - 9 * MINUTE_MS;
    expect(await node.status(USDT)).toMatchObject({ solidMs: NOW_MS - 9 * MINUTE_MS });
  });
});

describe("two nodes of which one is enough", () => {
  test("stand in for each other, in look-ups and lists", async () => {
    const { node, fakes } = await twoNodes(1);
    fakes[0].mood = 503;
    fakes[1].arrive(HASH, NOW_MS, [{ to: RECEIVER, amount: 1 }]);
    expect(await node.lookUp(HASH)).toMatchObject({ kind: "solid" });
    const query = { contract: USDT, address: RECEIVER, sinceMs: 0, fingerprint: null };
    expect(await node.list(query)).toMatchObject({ transfers: [{ hash: HASH }], next: null });
    fakes[1].mood = 500;
    expect(await node.lookUp(HASH)).toEqual({ kind: "unavailable", fault: "fault" });
    expect(await node.list(query)).toBe("fault");
  });

  test("a long list continues at the node that started it", async () => {
    const { node, fakes } = await twoNodes(1);
    fakes[0].mood = 503;
    for (let number = 0; number < 201; number++) {
      fakes[1].arrive(hashOf(number), NOW_MS, [{ to: RECEIVER, amount: 1 }]);
    }
    const query = { contract: USDT, address: RECEIVER, sinceMs: 0, fingerprint: null };
    const first = await node.list(query);
    fakes[0].mood = "well";
    const fingerprint = typeof first === "string" ? null : first.next;
    expect(await node.list({ ...query, fingerprint })).toMatchObject({
      transfers: [{ hash: hashOf(200) }],
      next: null,
    });
  });
});

describe.each(engines)("$name", (engine: Engine) => {
  test("nothing is credited while nodes disagree, it says so, and is credited when they agree", async () => {
    const { node, fakes, clock, now } = await twoNodes();
    const { store } = await tempStore(await engine.place());
    const lines: string[] = [];
    const log = (event: string, fields?: object) =>
      void lines.push(`${event} ${JSON.stringify(fields)}`);
    const states: string[] = [];
    const report = (state: string) => void states.push(state);
    const watch = watchNode({ node, contract: USDT, now, log, report });
    const { contract, addresses } = TERMS;
    const target = { contract, addresses, rules: RULES };
    const deps = { ...target, store, vault, node, watch, now, log, holder: "a" };
    const incoming = paymentWorker({ ...deps, random: () => 0.5 });
    const { amount } = await anInvoice(store, "ann", NOW_MS);
    fakes[0].arrive(HASH, NOW_MS, [{ to: RECEIVER, amount }]);
    fakes[1].put(HASH, receipt(amount - 1));
    const paid = () => store.db.selectFrom("payment").select("tx_hash").execute();
    for (let turn = 0; turn < 4; turn++) {
      await incoming.work();
      clock.nowMs += MINUTE_MS;
    }
    expect(await paid()).toEqual([]);
    expect(lines).toContain('node unavailable {"fault":"disagreement"}');
    expect(states.at(-1)).toBe("disputed");
    fakes[1].put(HASH, receipt(amount));
    for (let turn = 0; turn < 2; turn++) {
      await incoming.work();
      clock.nowMs += MINUTE_MS;
    }
    expect(await paid()).toEqual([{ tx_hash: HASH }]);
    await incoming.stop();
  });
});
