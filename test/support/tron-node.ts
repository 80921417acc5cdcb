import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { parseTronAddress } from "../../server/payment/tron/address.ts";
import { listen } from "./running-service.ts";

/** USDT on TRON's main network. */
export const USDT = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
/** Where the tests are paid: addresses that real receipts name. */
export const RECEIVER = "TUikLT3nTTjTkXPAuC4xUGj84vfSERCWRn";
export const OTHER_RECEIVER = "TE3PrjwpnpasE6sbbfPvZRLimpJmeM1zL9";
const PAYER = "TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf";
const TRANSFER = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

/** One transfer of a receipt. */
export interface TransferOrder {
  readonly to: string;
  readonly amount: number | bigint;
  readonly contract?: string;
}

/** The block of all receipts here. */
export const BLOCK = 66_861_993;

/** A receipt in the shape of the real ones, with these transfers. */
export function receiptOf(
  hash: string,
  blockTimeMs: number,
  transfers: readonly TransferOrder[],
  blockNumber = BLOCK,
): Record<string, unknown> {
  return {
    id: hash,
    fee: 345_000,
    blockNumber,
    blockTimeStamp: blockTimeMs,
    contractResult: [word("")],
    contract_address: `41${hexOf(transfers[0]?.contract ?? USDT)}`,
    receipt: {
      energy_usage: 64_285,
      energy_usage_total: 64_285,
      net_fee: 345_000,
      result: "SUCCESS",
    },
    log: transfers.map(({ to, amount, contract = USDT }) => ({
      address: hexOf(contract),
      topics: [TRANSFER, word(hexOf(PAYER)), word(hexOf(to))],
      data: word(amount.toString(16)),
    })),
  };
}

function word(hex: string): string {
  return hex.padStart(64, "0");
}

function hexOf(address: string): string {
  const hex = parseTronAddress(address);
  if (hex === undefined) {
    throw new Error(`${address} is no address.`);
  }
  return hex;
}

/** A transfer as TronGrid lists it. */
export function listEntry(
  hash: string,
  blockTimeMs: number,
  { to, amount, contract = USDT }: TransferOrder,
): Record<string, unknown> {
  return {
    transaction_id: hash,
    token_info: { symbol: "USDT", address: contract, decimals: 6, name: "Tether USD" },
    block_timestamp: blockTimeMs,
    from: PAYER,
    to,
    type: "Transfer",
    value: String(amount),
  };
}

/** A page of the list, by the query's rules. Its fingerprint says how many entries came before. */
function pageOf(listed: readonly Record<string, unknown>[], { pathname, searchParams }: URL) {
  const [, , , address] = pathname.split("/");
  const sinceMs = Number(searchParams.get("min_timestamp"));
  const all = listed
    .filter((entry) => entry["to"] === address && Number(entry["block_timestamp"]) >= sinceMs)
    .toSorted((one, other) => Number(one["block_timestamp"]) - Number(other["block_timestamp"]));
  if (searchParams.get("order_by") === "block_timestamp,desc") {
    all.reverse();
  }
  const start = Number(searchParams.get("fingerprint") ?? 0);
  const end = start + Number(searchParams.get("limit") ?? 20);
  const data = all.slice(start, end);
  const more = end < all.length ? { fingerprint: String(end) } : {};
  return { data, success: true, meta: { at: 1_785_000_000_000, page_size: data.length, ...more } };
}

/** What a node does when it is asked, besides answering. */
export type Mood = "well" | "hangs" | "html" | "redirects" | "endless" | 403 | 429 | 500 | 503;

/** What a node says of its chain: that of USDT, and up to date, unless a test says otherwise. */
export interface FakeChain {
  /** The id of its first block. */
  genesis: string;
  hasContract: boolean;
  /** When its newest final block was made, epoch ms. */
  solidMs(): number;
  /** The number of its newest block; null: it says nothing about it. */
  headNumber: number | null;
}

/** The first block of TRON's main network, and of the one for tests. */
export const MAINNET = "00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc";
export const NILE = "0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc";

/** A node of the TRON network that knows what a test gives it. */
export interface FakeTronNode {
  readonly url: string;
  readonly chain: FakeChain;
  /** The transactions whose look-up it never answers. */
  readonly hanging: Set<string>;
  /** How long it takes for each answer. */
  delayMs: number;
  /** What it was asked of transactions, as path and hash. */
  readonly asked: readonly string[];
  /** The API keys that came with it. */
  readonly keys: readonly (string | undefined)[];
  mood: Mood;
  /** What it lists as arrived, in its own words; in the order of `block_timestamp`. */
  readonly listed: Record<string, unknown>[];
  /** The lists it was asked for, as their paths and queries. */
  readonly listsAsked: readonly string[];
  /** What it lists in blocks that may still be undone. */
  readonly unconfirmed: Record<string, unknown>[];
  /** How often it was asked for that list. */
  readonly unconfirmedAsked: readonly string[];
  /** Lets a block hold a transaction that is not final yet. */
  appear(hash: string, blockTimeMs: number, transfers: readonly TransferOrder[]): void;
  /** Lets the chain undo the block of a transaction. */
  undo(hash: string): void;
  /** Lets it know a solid transaction, and list its transfers. */
  arrive(hash: string, blockTimeMs: number, transfers: readonly TransferOrder[]): void;
  /** Lets it know a transaction: solid at once, or only at the head of the chain. */
  put(hash: string, answer: unknown, where?: "solid" | "head"): void;
}

/** Starts a node that ends with the test. */
export async function startTronNode(): Promise<FakeTronNode> {
  const { node, end } = await runTronNode();
  onTestFinished(end);
  return node;
}

/** Starts a node; whoever starts it ends it. */
export async function runTronNode(): Promise<{ node: FakeTronNode; end: () => void }> {
  const solid = new Map<string, unknown>();
  const head = new Map<string, unknown>();
  const asked: string[] = [];
  const keys: (string | undefined)[] = [];
  const listed: Record<string, unknown>[] = [];
  const listsAsked: string[] = [];
  const unconfirmed: Record<string, unknown>[] = [];
  const unconfirmedAsked: string[] = [];
  const ofChain: Readonly<Record<string, () => unknown>> = {
    "/wallet/getblockbynum": () => ({ blockID: node.chain.genesis, block_header: {} }),
    "/wallet/getcontract": () => (node.chain.hasContract ? { bytecode: "60", abi: {} } : {}),
    "/walletsolidity/getblock": () => ({
      block_header: { raw_data: { number: 70_000_000, timestamp: node.chain.solidMs() } },
    }),
    "/wallet/getblock": () =>
      node.chain.headNumber === null
        ? {}
        : { block_header: { raw_data: { number: node.chain.headNumber } } },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = await text(request);
    const body = (given === "" ? {} : JSON.parse(given)) as { value: string };
    keys.push(request.headers["tron-pro-api-key"]?.toString());
    const isOfChain = Object.hasOwn(ofChain, request.url ?? "");
    const isList = request.url?.startsWith("/v1/accounts/") === true;
    const isUnconfirmed = isList && request.url?.includes("only_unconfirmed=true") === true;
    if (isUnconfirmed) {
      unconfirmedAsked.push(request.url ?? "");
    } else if (isList) {
      listsAsked.push(request.url ?? "");
    } else if (!isOfChain) {
      asked.push(`${request.url} ${body.value}`);
    }
    if (node.mood === "hangs" || (!isOfChain && node.hanging.has(body.value))) {
      return;
    }
    if (node.delayMs > 0) {
      await pause(node.delayMs);
    }
    if (typeof node.mood === "number") {
      response.writeHead(node.mood).end("over quota");
      return;
    }
    if (node.mood === "redirects") {
      response.writeHead(302, { location: `${url}/walletsolidity/gettransactioninfobyid` }).end();
      return;
    }
    if (node.mood === "html") {
      response.writeHead(200, { "content-type": "text/html" }).end("<h1>Just a moment…</h1>");
      return;
    }
    if (node.mood === "endless") {
      response.end(`{"id":"${"0".repeat(2_000_000)}"}`);
      return;
    }
    if (isOfChain) {
      response.end(JSON.stringify(ofChain[request.url ?? ""]?.()));
      return;
    }
    if (isList) {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        JSON.stringify(
          pageOf(isUnconfirmed ? unconfirmed : listed, new URL(request.url ?? "", url)),
        ),
      );
      return;
    }
    const isSolid = request.url === "/walletsolidity/gettransactioninfobyid";
    const found = solid.get(body.value) ?? (isSolid ? undefined : head.get(body.value));
    response.writeHead(200, { "content-type": "application/json" });
    response.end(typeof found === "string" ? found : JSON.stringify(found ?? {}));
  }

  function removeOf(hash: string): void {
    const others = unconfirmed.filter((entry) => entry["transaction_id"] !== hash);
    unconfirmed.splice(0, unconfirmed.length, ...others);
  }

  const { url, end } = await listen((request, response) => void answer(request, response));
  const node: FakeTronNode = {
    url,
    chain: {
      genesis: MAINNET,
      hasContract: true,
      solidMs: () => Date.now() - 60_000,
      headNumber: BLOCK,
    },
    hanging: new Set(),
    delayMs: 0,
    asked,
    keys,
    mood: "well",
    listed,
    listsAsked,
    unconfirmed,
    unconfirmedAsked,
    appear(hash, blockTimeMs, transfers) {
      head.set(hash, receiptOf(hash, blockTimeMs, transfers));
      unconfirmed.push(...transfers.map((each) => listEntry(hash, blockTimeMs, each)));
    },
    undo(hash) {
      head.delete(hash);
      removeOf(hash);
    },
    arrive(hash, blockTimeMs, transfers) {
      removeOf(hash);
      solid.set(hash, receiptOf(hash, blockTimeMs, transfers));
      listed.push(...transfers.map((each) => listEntry(hash, blockTimeMs, each)));
    },
    put: (hash, given, where = "solid") => void (where === "solid" ? solid : head).set(hash, given),
  };
  return { node, end };
}
