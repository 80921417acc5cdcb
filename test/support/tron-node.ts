import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { parseTronAddress } from "../../server/payment/tron-address.ts";
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

/** A receipt in the shape of the real ones, with these transfers. */
export function receiptOf(
  hash: string,
  blockTimeMs: number,
  transfers: readonly TransferOrder[],
): Record<string, unknown> {
  return {
    id: hash,
    fee: 345_000,
    blockNumber: 66_861_993,
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

/** What a node does when it is asked, besides answering. */
export type Mood = "well" | "hangs" | "html" | "redirects" | "endless" | 403 | 429 | 500 | 503;

/** A node of the TRON network that knows what a test tells it. */
export interface FakeTronNode {
  readonly url: string;
  /** What it was asked, as path and hash. */
  readonly asked: readonly string[];
  /** The API keys that came with it. */
  readonly keys: readonly (string | undefined)[];
  mood: Mood;
  /** Lets it know a transaction: solid at once, or only at the head of the chain. */
  put(hash: string, answer: unknown, where?: "solid" | "head"): void;
}

/** Starts a node that ends with the test. */
export async function startTronNode(): Promise<FakeTronNode> {
  const { node, end } = await runTronNode();
  onTestFinished(end);
  return node;
}

async function runTronNode(): Promise<{ node: FakeTronNode; end: () => void }> {
  const solid = new Map<string, unknown>();
  const head = new Map<string, unknown>();
  const asked: string[] = [];
  const keys: (string | undefined)[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await text(request)) as { value: string };
    asked.push(`${request.url} ${body.value}`);
    keys.push(request.headers["tron-pro-api-key"]?.toString());
    if (node.mood === "hangs") {
      return;
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
    const isSolid = request.url === "/walletsolidity/gettransactioninfobyid";
    const found = solid.get(body.value) ?? (isSolid ? undefined : head.get(body.value));
    response.writeHead(200, { "content-type": "application/json" });
    response.end(typeof found === "string" ? found : JSON.stringify(found ?? {}));
  }

  const { url, end } = await listen((request, response) => void answer(request, response));
  const node: FakeTronNode = {
    url,
    asked,
    keys,
    mood: "well",
    put: (hash, given, where = "solid") => void (where === "solid" ? solid : head).set(hash, given),
  };
  return { node, end };
}
