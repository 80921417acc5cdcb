import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { listen } from "./running-service.ts";
import {
  BLOCK,
  listEntry,
  MAINNET,
  NILE,
  OTHER_RECEIVER,
  pageOf,
  RECEIVER,
  receiptOf,
  USDT,
} from "./tron-responses.ts";
import type { TransferSpec } from "./tron-responses.ts";

export { BLOCK, listEntry, MAINNET, NILE, OTHER_RECEIVER, RECEIVER, receiptOf, USDT };
export type { TransferSpec };

export const SELLING = { SELL_SEED_MODE: "yes", TRON_ADDRESSES: RECEIVER };

/** The behaviour of a node other than responding well. */
export type Mood = "well" | "hangs" | "html" | "redirects" | "endless" | 403 | 429 | 500 | 503;

export type FakeTronNode = Awaited<ReturnType<typeof startTronNode>>;

/** Starts a node of the main network, up to date, that responds well. */
export async function startTronNode() {
  const solid = new Map<string, unknown>();
  const head = new Map<string, unknown>();
  const asked: string[] = [];
  const keys: (string | undefined)[] = [];
  const listed: Record<string, unknown>[] = [];
  const listsAsked: string[] = [];
  const unconfirmed: Record<string, unknown>[] = [];
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
    const isUnconfirmed = isList && request.url?.includes("only_unconfirmed=true") === true;
    if (isList && !isUnconfirmed) {
      listsAsked.push(request.url ?? "");
    } else if (!isList && !isOfChain) {
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

  const { url, end } = await listen((request, response) => void respond(request, response));
  onTestFinished(end);
  const node = {
    url,
    chain: {
      genesis: MAINNET,
      hasContract: true,
      /** When its newest final block was made, epoch ms. */
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
    /** The requested lists, as paths and queries. */
    listsAsked,
    /** Its list of transfers in blocks that may still be undone. */
    unconfirmed,
    appear(hash: string, blockTimeMs: number, transfers: readonly TransferSpec[]) {
      head.set(hash, receiptOf(hash, blockTimeMs, transfers));
      unconfirmed.push(...transfers.map((each) => listEntry(hash, blockTimeMs, each)));
    },
    undo(hash: string) {
      head.delete(hash);
      removeOf(hash);
    },
    arrive(
      hash: string,
      blockTimeMs: number,
      transfers: readonly TransferSpec[],
      blockNumber?: number,
    ) {
      removeOf(hash);
      solid.set(hash, receiptOf(hash, blockTimeMs, transfers, blockNumber));
      listed.push(...transfers.map((each) => listEntry(hash, blockTimeMs, each)));
    },
    /** Adds a transaction: solid at once, or only at the head of the chain. */
    put(hash: string, reply: unknown, where: "solid" | "head" = "solid") {
      (where === "solid" ? solid : head).set(hash, reply);
    },
  };
  return node;
}
