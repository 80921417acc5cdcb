import { onTestFinished } from "vitest";
import { listClaims } from "../../server/payment/claims.ts";
import { watchNode } from "../../server/payment/tron/node-watch.ts";
import type { NodeState } from "../../server/payment/tron/node-watch.ts";
import { withFallbacks, tronNode } from "../../server/payment/tron/node.ts";
import type { TronNode } from "../../server/payment/tron/node.ts";
import { paymentWorker } from "../../server/payment/worker.ts";
import type { StorePlace } from "../../server/store/store.ts";
import { aClaim, anInvoice, TERMS, vault } from "./payments.ts";
import { tempStore } from "./temp-store.ts";
import { RECEIVER, receiptOf, startTronNode, USDT } from "./tron-node.ts";
import type { FakeTronNode } from "./tron-node.ts";

/** A payment worker with a real store, a fake node, and a clock that the test sets. */
export type PaymentSetup = Awaited<ReturnType<typeof openPaymentSetup>>;

/**
 * `timeoutMs`: how long the node can take. `hasSecond`: a second node takes over. `changed`: wraps the nodes' client.
 */
export async function openPaymentSetup(
  nowMs: number,
  {
    place,
    timeoutMs = 30_000,
    hasSecond = false,
    changed = (client) => client,
  }: {
    place?: StorePlace;
    timeoutMs?: number;
    hasSecond?: boolean;
    changed?: (node: TronNode) => TronNode;
  } = {},
) {
  const { store } = await tempStore(place);
  const node = await startTronNode();
  const clock = { nowMs };
  const now = () => clock.nowMs;
  const second = hasSecond ? await startTronNode() : undefined;
  for (const fake of [node, second]) {
    if (fake !== undefined) {
      fake.chain.solidMs = () => clock.nowMs - 60_000;
    }
  }
  /** Logged events with their fields, one per line. */
  const lines: string[] = [];
  const log = (event: string, fields?: Readonly<Record<string, unknown>>) =>
    void lines.push(`${event} ${JSON.stringify(fields)}`);
  const reported: NodeState[] = [];
  /** The states of the decided payments. */
  const decided: string[] = [];
  function depsOf(holder: string) {
    const askedOf = ({ url }: FakeTronNode) => tronNode({ url, apiKey: null, timeoutMs });
    const asked = changed(
      second === undefined ? askedOf(node) : withFallbacks([askedOf(node), askedOf(second)]),
    );
    const report = (state: NodeState) => void reported.push(state);
    const watch = watchNode({ node: asked, contract: USDT, now, log, report });
    const onDecided = (state: string) => void decided.push(state);
    const random = () => 0.5;
    const of = { store, vault, contract: USDT, addresses: TERMS.addresses };
    return { ...of, node: asked, watch, now, log, holder, random, onDecided };
  }
  function startWorker(holder: string): ReturnType<typeof paymentWorker> {
    const worker = paymentWorker(depsOf(holder));
    onTestFinished(() => worker.stop());
    return worker;
  }
  return { store, node, second, clock, log: lines, reported, decided, startWorker };
}

/** Claims a transaction that exactly pays a new invoice of the account, once `arrive` is called. */
export async function claimPayment(
  { store, node, clock }: PaymentSetup,
  accountId: string,
  hash: string,
) {
  const { nowMs } = clock;
  const invoice = await anInvoice(store, accountId, nowMs);
  await aClaim(store, invoice, hash, nowMs);
  const receipt = receiptOf(hash, nowMs, [{ to: RECEIVER, amount: invoice.amount }]);
  return {
    arrive: () => node.put(hash, receipt),
    claim: async () => (await listClaims(store, invoice.id))[0],
  };
}
