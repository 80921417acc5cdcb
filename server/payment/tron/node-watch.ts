import type { Log } from "../../runtime/log.ts";
import { parseTronAddress } from "./address.ts";
import type { NodeFault } from "./http.ts";
import { networkOfContract, nameOfNetwork } from "./networks.ts";
import type { NodeFacts } from "./node-status.ts";
import type { TronNode } from "./node.ts";

/**
 * How the node stands: `well`; `behind`, when its newest block is old; `ahead`, when that is of the
 * future, so that this machine's clock is slow; `other_network` and `no_contract`, when it cannot know
 * of any payment; else why it does not answer.
 */
export type NodeState =
  | "unasked"
  | "well"
  | "behind"
  | "ahead"
  | "other_network"
  | "no_contract"
  | NodeFault;

/** What a chain that is looked at through a node says of the time. */
export interface ChainTime {
  /** When its newest block was made that can no longer be undone, epoch ms; null: not known yet. */
  readonly solidMs: number | null;
  /** By how much this machine's clock is ahead of it, ms; below 0 when it is behind. */
  readonly clockAheadMs: number;
}

/** Asks the node how it stands, again and again. */
export interface NodeWatch {
  /** Asks, when it is time to. Never rejects. */
  look(ended?: AbortSignal): Promise<void>;
  readonly state: NodeState;
  readonly time: ChainTime;
}

export interface NodeWatchDeps {
  readonly node: TronNode;
  /** The contract of the token that is taken, as people write it. */
  readonly contract: string;
  readonly now: () => number;
  readonly log: Log;
  /** Hears of each state, also of one that stays. */
  readonly tell: (state: NodeState) => void;
}

const EVERY_MS = 60_000;
/** While something is wrong with it. */
const SOON_MS = 10_000;
/** About 19 blocks of 3 s. */
const USUAL_AGE_MS = 60_000;
const BEHIND_MS = 5 * 60_000;
const AHEAD_MS = 60_000;

/** Whether nothing that a node in this state says can be about our payments. */
export function isOfNoUse(state: NodeState): boolean {
  return state === "other_network" || state === "no_contract";
}

export function watchNode({ node, contract, now, log, tell }: NodeWatchDeps): NodeWatch {
  let state: NodeState = "unasked";
  let time: ChainTime = { solidMs: null, clockAheadMs: 0 };
  let nextMs = 0;
  let looking: Promise<void> | undefined;

  async function ask(ended: AbortSignal | undefined): Promise<void> {
    const facts = await node.facts(parseTronAddress(contract) ?? "", ended);
    if (ended?.aborted === true) {
      return;
    }
    const nowMs = now();
    const found = typeof facts === "string" ? facts : stateOf(facts, contract, nowMs);
    if (typeof facts !== "string" && !isOfNoUse(found)) {
      const clockAheadMs = nowMs - facts.solidMs - USUAL_AGE_MS;
      time = { solidMs: facts.solidMs, clockAheadMs };
    }
    if (found !== state) {
      log("payment node", {
        state: found,
        ...(typeof facts === "string" ? {} : told(facts, nowMs)),
      });
    }
    state = found;
    tell(state);
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

function stateOf({ genesis, hasContract, solidMs }: NodeFacts, contract: string, nowMs: number) {
  const network = networkOfContract(contract);
  if (network !== undefined && nameOfNetwork(genesis) !== network) {
    return "other_network";
  }
  if (!hasContract) {
    return "no_contract";
  }
  if (nowMs - solidMs > BEHIND_MS) {
    return "behind";
  }
  return solidMs - nowMs > AHEAD_MS ? "ahead" : "well";
}

function told({ genesis, solidMs }: NodeFacts, nowMs: number) {
  return {
    network: nameOfNetwork(genesis) ?? genesis,
    newestBlockAgeSeconds: Math.round((nowMs - solidMs) / 1_000),
  };
}
