import { plainFetch } from "../../runtime/fetch.ts";
import type { Fetch } from "../../runtime/fetch.ts";
import { readText } from "../../runtime/read-text.ts";
import type { AddressHex } from "./address.ts";
import { readReceipt } from "./receipt.ts";
import type { Receipt } from "./receipt.ts";
import { readTransferPage, transferListPath } from "./transfer-list.ts";
import type { TransferPage, TransferQuery } from "./transfer-list.ts";

/** Why a node gave no usable answer. */
export type NodeFault = "busy" | "fault" | "nonsense" | "unreachable";

/** What a node knows about a transaction. */
export type NodeAnswer =
  /** In a solid block: it can no longer be undone. */
  | { readonly kind: "solid"; readonly receipt: Receipt }
  /** In a block that is not solid yet, and may still be undone. */
  | {
      readonly kind: "seen";
      readonly receipt: Receipt;
      /** The newest block of all; null: not known. */
      readonly headNumber: number | null;
    }
  /** With a fault the newest blocks could not be asked, so it may be in one of them. */
  | { readonly kind: "unknown"; readonly headFault?: NodeFault }
  /** The node gave no usable answer: ask again later. */
  | { readonly kind: "unavailable"; readonly fault: NodeFault };

/** What a node says about itself and its chain. */
export interface NodeStatus {
  /** The id of its first block, which identifies the network. */
  readonly genesis: string;
  /** Whether our contract exists on its network. */
  readonly hasContract: boolean;
  /** When the newest solid block was made, one that can no longer be undone. Epoch ms. */
  readonly solidMs: number;
}

/** A node of the TRON network. No call rejects; one aborted by `ended` counts as unreachable. */
export interface TronNode {
  lookUp(hash: string, ended?: AbortSignal): Promise<NodeAnswer>;
  status(contract: AddressHex, ended?: AbortSignal): Promise<NodeStatus | NodeFault>;
  /** A page of what the node lists as arrived. Only a hint: every transaction is then looked up. */
  list(query: TransferQuery, ended?: AbortSignal): Promise<TransferPage | NodeFault>;
}

/** How a node is reached. */
export interface TronNodeOptions {
  /** Its base address, without a slash at the end. */
  readonly url: string;
  /** Sent as `TRON-PRO-API-KEY`; null where none is needed. */
  readonly apiKey: string | null;
  /** How long to wait for an answer. */
  readonly timeoutMs?: number;
  readonly fetch?: Fetch;
}

const TIMEOUT_MS = 10_000;
/** Nothing waits long for what is only shown. */
const HEAD_TIMEOUT_MS = 3_000;
/** A receipt has about 2 KB. One with hundreds of logs stays below this, and so does a contract. */
const MAX_BYTES = 1_000_000;
/** A block's id has as many digits. What is longer would only fill the log. */
const GENESIS_LENGTH = 64;

/** A node by its HTTP interface. java-tron and TronGrid have the same one. */
export function tronNode(options: TronNodeOptions): TronNode {
  const { url, apiKey, timeoutMs = TIMEOUT_MS, fetch = plainFetch } = options;
  const headers = new Headers({ "content-type": "application/json" });
  if (apiKey !== null) {
    headers.set("tron-pro-api-key", apiKey);
  }

  /**
   * Sends a POST, or a GET where the body is null. What `read` cannot read, or what makes it throw, is
   * nonsense: a node may answer anything.
   */
  async function ask<Value>(
    path: string,
    body: Readonly<Record<string, unknown>> | null,
    read: (json: unknown) => Value | undefined,
    ended: AbortSignal | undefined,
    waitMs = timeoutMs,
  ): Promise<{ readonly value: Value } | { readonly fault: NodeFault }> {
    let text: string;
    try {
      const response = await fetch(`${url}${path}`, {
        ...(body === null ? {} : { method: "POST", body: JSON.stringify(body) }),
        headers,
        // A redirect would send the API key elsewhere.
        redirect: "manual",
        signal: AbortSignal.any([AbortSignal.timeout(waitMs), ...(ended ? [ended] : [])]),
      });
      if (!response.ok) {
        await response.body?.cancel();
        return { fault: response.status === 429 || response.status === 403 ? "busy" : "fault" };
      }
      text = await readText(response, MAX_BYTES);
    } catch (error) {
      return { fault: error instanceof RangeError ? "nonsense" : "unreachable" };
    }
    try {
      const value = read(JSON.parse(text) as unknown);
      return value === undefined ? { fault: "nonsense" } : { value };
    } catch {
      return { fault: "nonsense" };
    }
  }

  const receiptAt = (path: string, hash: string, ended: AbortSignal | undefined) =>
    ask(path, { value: hash }, (json) => readReceipt(json, hash), ended);

  return {
    async lookUp(hash, ended) {
      const solid = await receiptAt("/walletsolidity/gettransactioninfobyid", hash, ended);
      if ("fault" in solid) {
        return { kind: "unavailable", fault: solid.fault };
      }
      if (solid.value !== null) {
        return { kind: "solid", receipt: solid.value };
      }
      // This only shows the payer the progress, so a fault here decides nothing.
      const head = await receiptAt("/wallet/gettransactioninfobyid", hash, ended);
      if ("fault" in head) {
        return { kind: "unknown", headFault: head.fault };
      }
      if (head.value === null) {
        return { kind: "unknown" };
      }
      const newest = await ask(
        "/wallet/getblock",
        HEADER_ONLY,
        (block) => wholeNumber(headerOf(block, "number")),
        ended,
        HEAD_TIMEOUT_MS,
      );
      const headNumber = "fault" in newest ? null : newest.value;
      return { kind: "seen", receipt: head.value, headNumber };
    },

    async status(contract, ended) {
      const [genesis, found, solid] = await Promise.all([
        ask("/wallet/getblockbynum", { num: 0 }, readGenesis, ended),
        ask("/wallet/getcontract", { value: `41${contract}` }, readFound, ended),
        ask(
          "/walletsolidity/getblock",
          HEADER_ONLY,
          // Fractions and what is beyond all times could not be stored.
          (block) => wholeNumber(headerOf(block, "timestamp")),
          ended,
        ),
      ]);
      if ("fault" in genesis) {
        return genesis.fault;
      }
      if ("fault" in found) {
        return found.fault;
      }
      return "fault" in solid
        ? solid.fault
        : { genesis: genesis.value, hasContract: found.value, solidMs: solid.value };
    },

    async list(query, ended) {
      const read = (json: unknown) => readTransferPage(json, query);
      const answer = await ask(transferListPath(query), null, read, ended);
      return "fault" in answer ? answer.fault : answer.value;
    },
  };
}

/** Several nodes as one: each stands in for those before it while they give no answer. */
export function standingIn(nodes: readonly TronNode[]): TronNode {
  async function first<Answer>(
    ask: (node: TronNode, index: number) => Promise<Answer>,
    isUsable: (answer: Answer) => boolean,
    among: readonly TronNode[] = nodes,
  ): Promise<Answer> {
    const [node, ...others] = among as readonly [TronNode, ...TronNode[]];
    const answer = await ask(node, nodes.indexOf(node));
    return others.length === 0 || isUsable(answer) ? answer : first(ask, isUsable, others);
  }
  const isKnown = (answer: unknown) => typeof answer !== "string";

  return {
    lookUp: (hash, ended) =>
      first(
        (node) => node.lookUp(hash, ended),
        ({ kind }) => kind !== "unavailable",
      ),
    status: (contract, ended) => first((node) => node.status(contract, ended), isKnown),
    list(query, ended) {
      // A list continues at the node where it started.
      const [from, ...rest] = query.fingerprint?.split(" ") ?? [];
      const fingerprint = from === undefined ? null : rest.join(" ");
      return first(
        async (node, index) => {
          const page = await node.list({ ...query, fingerprint }, ended);
          return typeof page === "string" || page.next === null
            ? page
            : { ...page, next: `${index} ${page.next}` };
        },
        isKnown,
        nodes.filter((_, index) => from === undefined || Number(from) === index),
      );
    },
  };
}

/** Leaves out a block's transactions. */
const HEADER_ONLY = { detail: false };

function readGenesis(block: unknown): string | undefined {
  const id = fieldOf(block, "blockID");
  return typeof id === "string" && id.length <= GENESIS_LENGTH ? id : undefined;
}

/** Whether there is such a contract. */
function readFound(answer: unknown): boolean | undefined {
  return typeof answer === "object" ? fieldOf(answer, "bytecode") !== undefined : undefined;
}

function wholeNumber(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? (value as number) : undefined;
}

function headerOf(block: unknown, name: string): unknown {
  return fieldOf(fieldOf(fieldOf(block, "block_header"), "raw_data"), name);
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
