import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { parseTronAddress } from "../../server/payment/tron/identifiers.ts";
import { listen } from "./running-service.ts";

export const USDT = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
/** The tests' receiving addresses, which real receipts name. */
export const RECEIVER = "TUikLT3nTTjTkXPAuC4xUGj84vfSERCWRn";
export const OTHER_RECEIVER = "TE3PrjwpnpasE6sbbfPvZRLimpJmeM1zL9";
const PAYER = "TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf";
const TRANSFER = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

export interface TransferSpec {
  readonly to: string;
  readonly amount: number | bigint;
  readonly contract?: string;
}

/** The block of all receipts here. */
export const BLOCK = 66_861_993;

export function receiptOf(
  hash: string,
  blockTimeMs: number,
  transfers: readonly TransferSpec[],
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
    throw new Error(`${address} is not an address.`);
  }
  return hex;
}

export function listEntry(
  hash: string,
  blockTimeMs: number,
  { to, amount, contract = USDT }: TransferSpec,
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

/** A page of the list, according to the query. Its fingerprint is the number of earlier entries. */
function pageOf(listed: readonly Record<string, unknown>[], { pathname, searchParams }: URL) {
  const [, , , address] = pathname.split("/");
  const sinceMs = Number(searchParams.get("min_timestamp"));
  const all = listed
    .filter((entry) => entry["to"] === address && Number(entry["block_timestamp"]) >= sinceMs)
    .toSorted((a, b) => Number(a["block_timestamp"]) - Number(b["block_timestamp"]));
  if (searchParams.get("order_by") === "block_timestamp,desc") {
    all.reverse();
  }
  const start = Number(searchParams.get("fingerprint") ?? 0);
  const end = start + Number(searchParams.get("limit") ?? 20);
  const data = all.slice(start, end);
  const more = end < all.length ? { fingerprint: String(end) } : {};
  return { data, success: true, meta: { at: 1_785_000_000_000, page_size: data.length, ...more } };
}

/** The first block of TRON's main network, and of the test network. */
export const MAINNET = "00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc";
export const NILE = "0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc";

export const SELLING = { SELL_SEED_MODE: "yes", TRON_ADDRESSES: RECEIVER };

/** A node's behaviour. */
export type Mood = "well" | "hangs" | "html" | "redirects" | "endless" | 403 | 429 | 500 | 503;

export type FakeTronNode = Awaited<ReturnType<typeof startTronNode>>;

/** Starts an up-to-date node of the main network that responds well. */
export async function startTronNode() {
  const solid = new Map<string, unknown>();
  const head = new Map<string, unknown>();
  const asked: string[] = [];
  const keys: (string | undefined)[] = [];
  const listed: Record<string, unknown>[] = [];
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

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = await text(request);
    const body = (given === "" ? {} : JSON.parse(given)) as { value: string };
    keys.push(request.headers["tron-pro-api-key"]?.toString());
    const isOfChain = Object.hasOwn(ofChain, request.url ?? "");
    const isList = request.url?.startsWith("/v1/accounts/") === true;
    if (!isList && !isOfChain) {
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
      response.end(JSON.stringify(pageOf(listed, new URL(request.url ?? "", url))));
      return;
    }
    const isSolid = request.url === "/walletsolidity/gettransactioninfobyid";
    const found = solid.get(body.value) ?? (isSolid ? undefined : head.get(body.value));
    response.writeHead(200, { "content-type": "application/json" });
    response.end(typeof found === "string" ? found : JSON.stringify(found ?? {}));
  }

  const { url, end } = await listen((request, response) => void respond(request, response));
  onTestFinished(end);
  const node = {
    url,
    chain: {
      genesis: MAINNET,
      hasContract: true,
      /** When its newest final block was created, epoch ms. */
      solidMs: () => Date.now() - 60_000,
      /** The number of its newest block; null if it does not report it. */
      headNumber: BLOCK as number | null,
    },
    /** The transactions whose look-up it never responds to. */
    hanging: new Set<string>(),
    delayMs: 0,
    /** The requests for transactions, as path and hash. */
    asked,
    /** The API keys of the requests. */
    keys,
    mood: "well" as Mood,
    /** Its list of incoming transfers, in its own format, ordered by `block_timestamp`. */
    listed,
    appear(hash: string, blockTimeMs: number, transfers: readonly TransferSpec[]) {
      head.set(hash, receiptOf(hash, blockTimeMs, transfers));
    },
    undo(hash: string) {
      head.delete(hash);
    },
    arrive(
      hash: string,
      blockTimeMs: number,
      transfers: readonly TransferSpec[],
      blockNumber?: number,
    ) {
      solid.set(hash, receiptOf(hash, blockTimeMs, transfers, blockNumber));
      listed.push(...transfers.map((transfer) => listEntry(hash, blockTimeMs, transfer)));
    },
    /** Adds a transaction: solid at once, or only at the chain's head. */
    put(hash: string, reply: unknown, where: "solid" | "head" = "solid") {
      (where === "solid" ? solid : head).set(hash, reply);
    },
  };
  return node;
}
