import type { Log } from "../../runtime/log.ts";
import { parseTronAddress } from "./address.ts";
import type { NodeFault, NodeStatus, TronNode } from "./node.ts";

/**
 * The state of the node. `behind`: its newest block is old. `ahead`: its newest block is in the future,
 * so this machine's clock is slow. `other_network` and `no_contract`: it cannot know about any of our
 * payments. A `NodeFault`: why it does not answer.
 */
export type NodeState =
  | "unasked"
  | "well"
  | "behind"
  | "ahead"
  | "other_network"
  | "no_contract"
  | NodeFault;

/** The time on the chain, as the node sees it. */
export interface ChainTime {
  /** When its newest solid block was made, epoch ms; null: not known yet. */
  readonly solidMs: number | null;
  /** How far this machine's clock is ahead of the chain's time, ms; negative when it is behind. */
  readonly clockAheadMs: number;
}

/** Checks the state of the node at intervals. */
export interface NodeWatch {
  /** Checks the node if a check is due. Never rejects. */
  look(ended?: AbortSignal): Promise<void>;
  readonly state: NodeState;
  readonly time: ChainTime;
}

export interface NodeWatchDeps {
  readonly node: TronNode;
  /** The contract of the accepted token, as people write it. */
  readonly contract: string;
  readonly now: () => number;
  readonly log: Log;
  /** Called with the state after each check, even if it has not changed. */
  readonly report: (state: NodeState) => void;
}

/** Genesis blocks. Their last four bytes are the chain ids: https://developers.tron.network/reference-link/eth_chainid */
const GENESIS: Readonly<Record<string, string>> = {
  "00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc": "mainnet",
  "0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc": "nile",
  "0000000000000000de1aa88295e1fcf982742f773e0419c5a9c134c994a9059e": "shasta",
};

/** The USDT contracts. Of other contracts, such as on a private network, only the node knows. */
const CONTRACTS: Readonly<Record<string, string>> = {
  TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t: "mainnet",
  TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf: "nile",
  TG3XXyExBkPp9nzdajDZsozEu4BkaSJozs: "shasta",
};

const EVERY_MS = 60_000;
/** The interval while something is wrong with the node. */
const SOON_MS = 10_000;
/** The usual age of the newest solid block: about 19 blocks of 3 s. */
const USUAL_AGE_MS = 60_000;
const BEHIND_MS = 5 * 60_000;
const AHEAD_MS = 60_000;

/** Whether a node in this state cannot know about our payments. */
export function isUnusable(state: NodeState): boolean {
  return state === "other_network" || state === "no_contract";
}

export function watchNode({ node, contract, now, log, report }: NodeWatchDeps): NodeWatch {
  let state: NodeState = "unasked";
  let time: ChainTime = { solidMs: null, clockAheadMs: 0 };
  let nextMs = 0;
  let looking: Promise<void> | undefined;

  async function ask(ended: AbortSignal | undefined): Promise<void> {
    const status = await node.status(parseTronAddress(contract) ?? "", ended);
    if (ended?.aborted === true) {
      return;
    }
    const nowMs = now();
    const found = typeof status === "string" ? status : stateOf(status, contract, nowMs);
    if (typeof status !== "string" && !isUnusable(found)) {
      const clockAheadMs = nowMs - status.solidMs - USUAL_AGE_MS;
      time = { solidMs: status.solidMs, clockAheadMs };
    }
    if (found !== state) {
      log("payment node", {
        state: found,
        ...(typeof status === "string" ? {} : logFields(status, nowMs)),
      });
    }
    state = found;
    report(state);
    nextMs = nowMs + (state === "well" ? EVERY_MS : SOON_MS);
  }

  return {
    look(ended) {
      if (looking === undefined && now() >= nextMs) {
        looking = ask(ended).finally(() => (looking = undefined));
      }
      return looking ?? Promise.resolve();
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
  const network = nameIn(CONTRACTS, contract);
  if (network !== undefined && nameIn(GENESIS, genesis) !== network) {
    return "other_network";
  }
  if (!hasContract) {
    return "no_contract";
  }
  if (nowMs - solidMs > BEHIND_MS) {
    return "behind";
  }
  if (solidMs - nowMs > AHEAD_MS) {
    return "ahead";
  }
  return "well";
}

function logFields({ genesis, solidMs }: NodeStatus, nowMs: number) {
  return {
    network: nameIn(GENESIS, genesis) ?? genesis,
    newestBlockAgeSeconds: Math.round((nowMs - solidMs) / 1_000),
  };
}

/** The network that this is of; undefined when unknown, as on a private one. */
function nameIn(networks: Readonly<Record<string, string>>, id: string): string | undefined {
  return Object.hasOwn(networks, id) ? networks[id] : undefined;
}
