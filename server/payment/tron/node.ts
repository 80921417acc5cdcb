import { fetchText } from "../../runtime/fetch.ts";
import type { FetchText } from "../../runtime/fetch.ts";
import type { AddressHex } from "./identifiers.ts";
import { isRecord, readReceipt } from "./receipt.ts";
import type { Receipt } from "./receipt.ts";
import { readTransferPage, transferListPath } from "./transfer-list.ts";
import type { TransferPage, TransferQuery } from "./transfer-list.ts";

export type NodeFault = "busy" | "fault" | "nonsense" | "unreachable";

export type NodeResponse =
  /** The transaction is in a solid block, so it is final. */
  | { readonly kind: "solid"; readonly receipt: Receipt }
  /** In a block that is not solid yet, and may still be undone. */
  | {
      readonly kind: "seen";
      readonly receipt: Receipt;
      /** The number of the newest block; null if unknown. */
      readonly headNumber: number | null;
    }
  /** In no block. With `headFault`, the newest blocks could not be read, so it may be in one of them. */
  | { readonly kind: "unknown"; readonly headFault?: NodeFault }
  /** The node gave no usable response: ask again later. */
  | { readonly kind: "unavailable"; readonly fault: NodeFault };

export interface NodeStatus {
  /** The id of the first block, which identifies the network. */
  readonly genesis: string;
  /** Whether our contract exists on the node's network. */
  readonly hasContract: boolean;
  /** When the newest solid block, which can no longer be undone, was created; epoch ms. */
  readonly solidMs: number;
}

/** A node of the TRON network. No call rejects; one aborted by `signal` counts as unreachable. */
export interface TronNode {
  lookUp(hash: string, signal?: AbortSignal): Promise<NodeResponse>;
  status(contract: AddressHex, signal?: AbortSignal): Promise<NodeStatus | NodeFault>;
  /** A page of the node's list of incoming transfers. Only a hint: every transaction is then looked up. */
  list(query: TransferQuery, signal?: AbortSignal): Promise<TransferPage | NodeFault>;
}

const TIMEOUT_MS = 10_000;
/** Timeout of a request whose response is only displayed. */
const HEAD_TIMEOUT_MS = 3_000;
/** A receipt is about 2 KB. Even one with hundreds of logs, or a contract, is below this. */
const MAX_BYTES = 1_000_000;
/** A longer id would only fill the log. */
const GENESIS_LENGTH = 64;

/** A node's HTTP interface, which java-tron and TronGrid share. */
export function tronNode(options: {
  /** The node's base URL, without a trailing slash. */
  readonly url: string;
  /** Sent as `TRON-PRO-API-KEY`; null if none is needed. */
  readonly apiKey: string | null;
  readonly timeoutMs?: number;
  readonly fetch?: FetchText;
}): TronNode {
  const { url, apiKey, timeoutMs = TIMEOUT_MS, fetch = fetchText } = options;
  const headers = new Headers({ "content-type": "application/json" });
  if (apiKey !== null) {
    headers.set("tron-pro-api-key", apiKey);
  }

  /**
   * Sends a POST, or a GET if the body is null. A response that `read` cannot read, or that makes it throw, is
   * `nonsense`. If the result is a string, it is a fault.
   */
  async function request<Value>(
    path: string,
    body: Readonly<Record<string, unknown>> | null,
    read: (json: unknown) => Value | undefined,
    signal: AbortSignal | undefined,
    waitMs = timeoutMs,
  ): Promise<Value | NodeFault> {
    let text: string;
    try {
      const init = {
        ...(body === null ? {} : { method: "POST", body: JSON.stringify(body) }),
        headers,
        signal: AbortSignal.any([AbortSignal.timeout(waitMs), ...(signal ? [signal] : [])]),
      };
      const response = await fetch(`${url}${path}`, init, MAX_BYTES);
      if (response.status !== 200) {
        return response.status === 429 || response.status === 403 ? "busy" : "fault";
      }
      ({ text } = response);
    } catch (error) {
      return error instanceof RangeError ? "nonsense" : "unreachable";
    }
    try {
      const value = read(JSON.parse(text) as unknown);
      return value === undefined ? "nonsense" : value;
    } catch {
      return "nonsense";
    }
  }

  const receiptAt = (path: string, hash: string, signal: AbortSignal | undefined) =>
    request(path, { value: hash }, (json) => readReceipt(json, hash), signal);

  return {
    async lookUp(hash, signal) {
      const solid = await receiptAt("/walletsolidity/gettransactioninfobyid", hash, signal);
      if (typeof solid === "string") {
        return { kind: "unavailable", fault: solid };
      }
      if (solid !== null) {
        return { kind: "solid", receipt: solid };
      }
      // The newest blocks only show the payer progress, so a fault here does not matter.
      const head = await receiptAt("/wallet/gettransactioninfobyid", hash, signal);
      if (typeof head === "string") {
        return { kind: "unknown", headFault: head };
      }
      if (head === null) {
        return { kind: "unknown" };
      }
      const number = (block: unknown) => wholeNumber(headerOf(block, "number"));
      const newest = await request(
        "/wallet/getblock",
        HEADER_ONLY,
        number,
        signal,
        HEAD_TIMEOUT_MS,
      );
      const headNumber = typeof newest === "string" ? null : newest;
      return { kind: "seen", receipt: head, headNumber };
    },

    async status(contract, signal) {
      // Excludes fractions and out-of-range times, which could not be stored.
      const time = (block: unknown) => wholeNumber(headerOf(block, "timestamp"));
      const [first, hasContract, solidMs] = await Promise.all([
        request("/wallet/getblockbynum", { num: 0 }, readGenesis, signal),
        request("/wallet/getcontract", { value: `41${contract}` }, readContract, signal),
        request("/walletsolidity/getblock", HEADER_ONLY, time, signal),
      ]);
      if (typeof first === "string") {
        return first;
      }
      if (typeof hasContract === "string") {
        return hasContract;
      }
      return typeof solidMs === "string" ? solidMs : { ...first, hasContract, solidMs };
    },

    list: (query, signal) =>
      request(transferListPath(query), null, (json) => readTransferPage(json, query), signal),
  };
}

/** Combines several nodes: each is asked when those before it do not respond. */
export function withFallbacks(nodes: readonly TronNode[]): TronNode {
  /** The first response that is not a fault, otherwise the last fault. */
  async function first<Result>(
    call: (node: TronNode, index: number) => Promise<Result>,
    isFault: (result: Result) => boolean = (result) => typeof result === "string",
  ): Promise<Result> {
    let result: Result | undefined;
    for (const [index, node] of nodes.entries()) {
      result = await call(node, index);
      if (!isFault(result)) {
        break;
      }
    }
    return result as Result;
  }

  return {
    lookUp: (hash, signal) =>
      first(
        (node) => node.lookUp(hash, signal),
        ({ kind }) => kind === "unavailable",
      ),
    status: (contract, signal) => first((node) => node.status(contract, signal)),
    list(query, signal) {
      // A list continues at the node where it started.
      const [from, ...rest] = query.fingerprint?.split(" ") ?? [];
      const fingerprint = from === undefined ? null : rest.join(" ");
      const listAt = async (node: TronNode, index: number) => {
        const page = await node.list({ ...query, fingerprint }, signal);
        return typeof page === "string" || page.next === null
          ? page
          : { ...page, next: `${index} ${page.next}` };
      };
      const index = Number(from ?? 0);
      return from === undefined ? first(listAt) : listAt(nodes[index] as TronNode, index);
    },
  };
}

const HEADER_ONLY = { detail: false };

function readGenesis(block: unknown): Pick<NodeStatus, "genesis"> | undefined {
  const id = fieldOf(block, "blockID");
  return typeof id === "string" && id.length <= GENESIS_LENGTH ? { genesis: id } : undefined;
}

function readContract(reply: unknown): boolean | undefined {
  return typeof reply === "object" ? fieldOf(reply, "bytecode") !== undefined : undefined;
}

function wholeNumber(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? (value as number) : undefined;
}

function headerOf(block: unknown, name: string): unknown {
  return fieldOf(fieldOf(fieldOf(block, "block_header"), "raw_data"), name);
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}
