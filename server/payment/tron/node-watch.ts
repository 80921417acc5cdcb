import type { Log } from "../../runtime/log.ts";
import { parseTronAddress } from "./identifiers.ts";
import type { NodeFault, NodeStatus, TronNode } from "./node.ts";

/**
 * The state of the node. `behind`: its newest block is old. `ahead`: its newest block is in the future, so this
 * machine's clock is slow. `other_network` and `no_contract`: it cannot know about any of our payments. A
 * `NodeFault`: the reason it does not respond.
 */
export type NodeState =
  | "idle"
  | "ok"
  | "behind"
  | "ahead"
  | "other_network"
  | "no_contract"
  | NodeFault;

export interface ChainTime {
  /** When its newest solid block was created, epoch ms; null if not known yet. */
  readonly solidMs: number | null;
  /** How far this machine's clock is ahead of the chain's time, ms; negative when it is behind. */
  readonly clockAheadMs: number;
}

export type NodeWatch = ReturnType<typeof watchNode>;

export interface NodeWatchDeps {
  readonly node: TronNode;
  /** The contract of the accepted token, in base58. */
  readonly contract: string;
  readonly now: () => number;
  readonly log: Log;
  /** Called with the state after each check, even if it has not changed. */
  readonly report: (state: NodeState) => void;
}

/**
 * The public networks, each with its first block and its USDT contract. For any other network or contract, only the
 * node knows. The last four bytes of the first block are the chain id:
 * https://developers.tron.network/reference-link/eth_chainid
 */
const NETWORKS = [
  {
    name: "mainnet",
    genesis: "00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc",
    usdt: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  },
  {
    name: "nile",
    genesis: "0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc",
    usdt: "TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf",
  },
  {
    name: "shasta",
    genesis: "0000000000000000de1aa88295e1fcf982742f773e0419c5a9c134c994a9059e",
    usdt: "TG3XXyExBkPp9nzdajDZsozEu4BkaSJozs",
  },
];

const CHECK_MS = 60_000;
/** The interval while something is wrong with the node. */
const CHECK_FAULTY_MS = 10_000;
/** The usual age of the newest solid block: about 19 blocks of 3 s. */
const USUAL_AGE_MS = 60_000;
const BEHIND_MS = 5 * 60_000;
const AHEAD_MS = 60_000;

/** Whether a node in this state cannot know about our payments. */
export function isUnusable(state: NodeState): boolean {
  return state === "other_network" || state === "no_contract";
}

export function watchNode({ node, contract, now, log, report }: NodeWatchDeps) {
  let state: NodeState = "idle";
  let time: ChainTime = { solidMs: null, clockAheadMs: 0 };
  let nextMs = 0;
  let checking: Promise<void> | undefined;

  async function checkNode(signal: AbortSignal | undefined): Promise<void> {
    const status = await node.status(parseTronAddress(contract) ?? "", signal);
    if (signal?.aborted === true) {
      return;
    }
    const nowMs = now();
    const known = typeof status === "string" ? undefined : status;
    const found = typeof status === "string" ? status : stateOf(status, contract, nowMs);
    if (known !== undefined && !isUnusable(found)) {
      time = { solidMs: known.solidMs, clockAheadMs: nowMs - known.solidMs - USUAL_AGE_MS };
    }
    if (found !== state) {
      log("payment node", {
        state: found,
        ...(known && {
          network: NETWORKS.find(({ genesis }) => genesis === known.genesis)?.name ?? known.genesis,
          newestBlockAgeSeconds: Math.round((nowMs - known.solidMs) / 1_000),
        }),
      });
    }
    state = found;
    report(state);
    nextMs = nowMs + (state === "ok" ? CHECK_MS : CHECK_FAULTY_MS);
  }

  return {
    /** Never rejects. */
    check(signal?: AbortSignal): Promise<void> {
      if (checking === undefined && now() >= nextMs) {
        checking = checkNode(signal).finally(() => (checking = undefined));
      }
      return checking ?? Promise.resolve();
    },
    get state() {
      return state;
    },
    get time() {
      return time;
    },
  };
}

function stateOf(
  { genesis, hasContract, solidMs }: NodeStatus,
  contract: string,
  nowMs: number,
): NodeState {
  const network = NETWORKS.find(({ usdt }) => usdt === contract);
  if (network !== undefined && network.genesis !== genesis) {
    return "other_network";
  }
  if (!hasContract) {
    return "no_contract";
  }
  if (nowMs - solidMs > BEHIND_MS) {
    return "behind";
  }
  return solidMs - nowMs > AHEAD_MS ? "ahead" : "ok";
}
