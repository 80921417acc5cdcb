import { LruMap } from "../../runtime/lru-map.ts";
import type { NodeAnswer, NodeFault, NodeStatus, TronNode } from "./node.ts";
import type { Receipt } from "./receipt.ts";

/** How several nodes decide. */
export interface AgreementOptions {
  /** How many must give the same receipt before it counts: 1 to the number of nodes. */
  readonly required: number;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Nodes differ by some blocks. After this long, a receipt that another does not have is disputed. */
const LAG_MS = 10 * 60_000;
/** A dispute is forgotten unless a look-up finds it again. */
const DISPUTE_MS = 3 * 60_000;
const MAX_DISPUTES = 1_000;

/**
 * Several nodes as one. With one required, the others stand in for it while it gives no answer. With more,
 * nothing counts as final before as many say exactly the same; until then it waits.
 */
export function agreeingNodes(
  nodes: readonly TronNode[],
  { required, now }: AgreementOptions,
): TronNode {
  /** Transactions that nodes say different things about, and when they were last found to. */
  const disputes = new LruMap<string, number>(MAX_DISPUTES);

  async function answersOf(hash: string, ended: AbortSignal | undefined): Promise<NodeAnswer[]> {
    if (required > 1) {
      return Promise.all(nodes.map((node) => node.lookUp(hash, ended)));
    }
    const answers: NodeAnswer[] = [];
    for (const node of nodes) {
      const answer = await node.lookUp(hash, ended);
      answers.push(answer);
      if (answer.kind !== "unavailable") {
        break;
      }
    }
    return answers;
  }

  return {
    async lookUp(hash, ended) {
      const answers = await answersOf(hash, ended);
      const receipts = answers.flatMap((each) => (each.kind === "solid" ? [each.receipt] : []));
      const [first] = receipts;
      disputes.delete(hash);
      if (first === undefined) {
        return unproven(answers, required);
      }
      if (receipts.every((each) => textOf(each) === textOf(first))) {
        if (receipts.length >= required) {
          return { kind: "solid", receipt: first };
        }
        const fault = answers.find((answer) => answer.kind === "unavailable");
        if (fault !== undefined) {
          return fault;
        }
        if (now() - first.blockTimeMs <= LAG_MS) {
          return { kind: "seen", receipt: first, headNumber: null };
        }
      }
      disputes.set(hash, now());
      return { kind: "unavailable", fault: "disagreement" };
    },

    async status(contract, ended) {
      const all = await Promise.all(nodes.map((node) => node.status(contract, ended)));
      const known = all.filter((status): status is NodeStatus => typeof status !== "string");
      const [first] = known;
      if (first === undefined || known.length < required) {
        return all.find((status): status is NodeFault => typeof status === "string") ?? "fault";
      }
      const isOneChain = known.every(
        ({ genesis, hasContract }) =>
          genesis === first.genesis && hasContract === first.hasContract,
      );
      if (!isOneChain) {
        return "disagreement";
      }
      const newestFirst = known.map(({ solidMs }) => solidMs).toSorted((one, other) => other - one);
      for (const [hash, atMs] of disputes) {
        if (now() - atMs > DISPUTE_MS) {
          disputes.delete(hash);
        }
      }
      // What enough nodes have reached.
      const solidMs = newestFirst[required - 1] ?? first.solidMs;
      return { ...first, solidMs, isDisputed: disputes.size > 0 };
    },

    async list(query, ended) {
      // A list is only a hint, so one node will do. It continues at the node where it started.
      const [from, ...rest] = query.fingerprint?.split(" ") ?? [];
      const fingerprint = from === undefined ? null : rest.join(" ");
      let fault: NodeFault = "fault";
      for (const [index, node] of nodes.entries()) {
        if (from === undefined || Number(from) === index) {
          const page = await node.list({ ...query, fingerprint }, ended);
          if (typeof page !== "string") {
            return { ...page, next: page.next === null ? null : `${index} ${page.next}` };
          }
          fault = page;
        }
      }
      return fault;
    },
  };
}

/** The answer while no node has a final receipt. */
function unproven(answers: readonly NodeAnswer[], required: number): NodeAnswer {
  const usable = answers.filter(({ kind }) => kind !== "unavailable");
  const fault = answers.find(({ kind }) => kind === "unavailable");
  const seen = usable.find(({ kind }) => kind === "seen");
  if (seen !== undefined) {
    return seen;
  }
  // Too few have said that they do not know it.
  return usable.length < required && fault !== undefined
    ? fault
    : (usable[0] ?? fault ?? { kind: "unknown" });
}

function textOf(receipt: Receipt): string {
  return JSON.stringify(receipt, (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
}
