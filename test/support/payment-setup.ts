import { onTestFinished } from "vitest";
import { watchNode } from "../../server/payment/tron/node-watch.ts";
import type { NodeState } from "../../server/payment/tron/node-watch.ts";
import { tronNode } from "../../server/payment/tron/node.ts";
import { paymentWorker } from "../../server/payment/worker.ts";
import type { PaymentWorker } from "../../server/payment/worker.ts";
import type { Store, StorePlace } from "../../server/store/store.ts";
import { vault } from "./payments.ts";
import { tempStore } from "./temp-store.ts";
import { startTronNode, USDT } from "./tron-node.ts";
import type { FakeTronNode } from "./tron-node.ts";

/** A real store and a node of the test's own, with a clock that the test sets. */
export interface PaymentSetup {
  readonly store: Store;
  readonly node: FakeTronNode;
  readonly clock: { nowMs: number };
  /** Event and fields, a line each. */
  readonly log: string[];
  /** What the metric heard of the node. */
  readonly told: NodeState[];
  /** A worker as a process of this name has it. It stops with the test. */
  startWorker(holder: string): PaymentWorker;
}

/** Opens it on a new SQLite file, unless a place is given; `timeoutMs` is how long an answer may take. */
export async function openPaymentSetup(
  nowMs: number,
  { place, timeoutMs = 30_000 }: { place?: StorePlace; timeoutMs?: number } = {},
): Promise<PaymentSetup> {
  const { store } = await tempStore(place);
  const node = await startTronNode();
  const clock = { nowMs };
  const now = () => clock.nowMs;
  node.chain.solidMs = () => clock.nowMs - 60_000;
  const lines: string[] = [];
  const log = (event: string, fields?: Readonly<Record<string, unknown>>) =>
    void lines.push(`${event} ${JSON.stringify(fields)}`);
  const told: NodeState[] = [];
  function startWorker(holder: string): PaymentWorker {
    const asked = tronNode({ url: node.url, apiKey: null, timeoutMs });
    const report = (state: NodeState) => void told.push(state);
    const watch = watchNode({ node: asked, contract: USDT, now, log, report });
    const deps = { store, vault, node: asked, watch, now, log, holder };
    const worker = paymentWorker({ ...deps, chance: () => 0.5 });
    onTestFinished(() => worker.stop());
    return worker;
  }
  return { store, node, clock, log: lines, told, startWorker };
}
