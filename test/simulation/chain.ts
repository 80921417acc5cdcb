import { createHash } from "node:crypto";
import {
  BLOCK,
  listEntry,
  MAINNET,
  NILE,
  OTHER_RECEIVER,
  pageOf,
  RECEIVER,
  receiptOf,
} from "../support/tron-answers.ts";
import type { Agenda } from "./agenda.ts";
import type { Peer } from "./network.ts";

/** What somebody has sent to the house. */
export interface Sent {
  readonly hash: string;
  /** In millionths of a USDT. */
  readonly amount: number;
  readonly blockMs: number;
  /** From when it can no longer be undone, ms of the world. */
  readonly solidMs: number;
}

/** The chain as it really is. */
export interface Chain {
  readonly sent: readonly Sent[];
  /** Sends to the house; gives the hash. */
  send(amount: number): string;
  /** A transaction of the chain by that hash that is final at a time. */
  solid(hash: string, atMs: number): Sent | undefined;
}

/**
 * How a node behaves. `lies`: what arrived is more than did, what was never sent has arrived, and some of what
 * arrived is denied.
 */
export type NodeMood =
  | "well"
  | "silent"
  | "busy"
  | "fault"
  | "html"
  | "behind"
  | "other_network"
  | "lies";

export interface ChainNode {
  mood: NodeMood;
  readonly answer: Peer;
}

const SOLID_MS = 57_000;
const BEHIND_MS = 20 * 60_000;

export function createChain(agenda: Pick<Agenda, "nowMs">): Chain {
  const sent: Sent[] = [];
  return {
    sent,
    send(amount) {
      const hash = createHash("sha256").update(`transaction ${sent.length}`).digest("hex");
      // Blocks come every three seconds.
      const blockMs = Math.ceil(agenda.nowMs / 3_000) * 3_000;
      sent.push({ hash, amount, blockMs, solidMs: blockMs + SOLID_MS });
      return hash;
    },
    solid: (hash, atMs) => sent.find((each) => each.hash === hash && each.solidMs <= atMs),
  };
}

/** A node of the chain. */
export function createNode(chain: Chain, agenda: Agenda): ChainNode {
  const node: ChainNode = { mood: "well", answer: ({ url, body }) => answer(url, body) };
  const seenMs = () => Math.floor(agenda.nowMs) - (node.mood === "behind" ? BEHIND_MS : 0);

  function receipt({ hash, amount, blockMs }: Sent) {
    return receiptOf(hash, blockMs, [{ to: RECEIVER, amount }]);
  }

  function lookedUp(hash: string, isSolid: boolean): unknown {
    const nowMs = seenMs();
    const found = chain.sent.find((each) => each.hash === hash && each.blockMs <= nowMs);
    if (node.mood === "lies") {
      const kind = Number.parseInt(hash.slice(0, 2), 16) % 3;
      const invented = { hash, amount: 49_000_000, blockMs: nowMs - SOLID_MS, solidMs: nowMs };
      return kind === 0
        ? {}
        : receipt(found === undefined ? invented : { ...found, amount: found.amount + 10_000_000 });
    }
    return found === undefined || (isSolid && found.solidMs > nowMs) ? {} : receipt(found);
  }

  function listed(url: URL): unknown {
    const nowMs = seenMs();
    const isUnconfirmed = url.searchParams.get("only_unconfirmed") === "true";
    const known = chain.sent.filter(({ blockMs, solidMs }) =>
      isUnconfirmed ? blockMs <= nowMs && solidMs > nowMs : solidMs <= nowMs,
    );
    const entries = known.map(({ hash, amount, blockMs }) =>
      listEntry(hash, blockMs, { to: node.mood === "lies" ? OTHER_RECEIVER : RECEIVER, amount }),
    );
    return pageOf(entries, url);
  }

  function json(url: URL, body: string): unknown {
    const { value } = (body === "" ? {} : JSON.parse(body)) as { value?: string };
    switch (url.pathname) {
      case "/wallet/getblockbynum":
        return { blockID: node.mood === "other_network" ? NILE : MAINNET, block_header: {} };
      case "/wallet/getcontract":
        return { bytecode: "60", abi: {} };
      case "/walletsolidity/getblock":
        return { block_header: { raw_data: { number: BLOCK, timestamp: seenMs() - SOLID_MS } } };
      case "/wallet/getblock":
        return { block_header: { raw_data: { number: BLOCK + 5 } } };
      case "/walletsolidity/gettransactioninfobyid":
        return lookedUp(value ?? "", true);
      case "/wallet/gettransactioninfobyid":
        return lookedUp(value ?? "", false);
      default:
        return listed(url);
    }
  }

  function answer(url: URL, body: string) {
    const headers = { date: new Date(agenda.nowMs).toUTCString() };
    switch (node.mood) {
      case "silent":
        return null;
      case "busy":
        return { status: 429, body: "over quota", headers };
      case "fault":
        return { status: 503, body: "", headers };
      case "html":
        return { status: 200, body: "<h1>Just a moment…</h1>", headers };
      default:
        return { status: 200, body: JSON.stringify(json(url, body)), headers };
    }
  }

  return node;
}
