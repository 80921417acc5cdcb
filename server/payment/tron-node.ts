import { readText } from "../read-text.ts";
import { readReceipt } from "./receipt.ts";
import type { Receipt } from "./receipt.ts";

/** Why a node's answer says nothing about a transaction. */
export type NodeFault = "busy" | "fault" | "nonsense" | "unreachable";

/** What a node knows of a transaction. */
export type NodeAnswer =
  /** In a block that can no longer be undone. */
  | { readonly kind: "solid"; readonly receipt: Receipt }
  /** In a block that is not old enough yet. */
  | { readonly kind: "seen" }
  | { readonly kind: "unknown" }
  /** Nothing, for the moment: ask again later. */
  | { readonly kind: "unavailable"; readonly fault: NodeFault };

/** A node of the TRON network. */
export interface TronNode {
  /** Never rejects. */
  lookUp(hash: string): Promise<NodeAnswer>;
}

/** How a node is reached. */
export interface TronNodeOptions {
  /** Its base address, without a slash at the end. */
  readonly url: string;
  /** Sent as `TRON-PRO-API-KEY`; null where none is needed. */
  readonly apiKey: string | null;
  /** How long an answer may take. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** A receipt is some 2 KB; one of hundreds of logs stays below this. */
const MAX_BYTES = 1_000_000;

/** A node that is asked over HTTP. java-tron and TronGrid speak alike. */
export function tronNode({ url, apiKey, timeoutMs = TIMEOUT_MS }: TronNodeOptions): TronNode {
  async function ask(path: string, hash: string): Promise<Receipt | null | NodeFault> {
    const headers = new Headers({ "content-type": "application/json" });
    if (apiKey !== null) {
      headers.set("tron-pro-api-key", apiKey);
    }
    try {
      const response = await fetch(`${url}${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify({ value: hash }),
        // A redirect would carry the key elsewhere.
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) {
        await response.body?.cancel();
        return response.status === 429 || response.status === 403 ? "busy" : "fault";
      }
      const receipt = readReceipt(JSON.parse(await readText(response, MAX_BYTES)), hash);
      return receipt === undefined ? "nonsense" : receipt;
    } catch (error) {
      return error instanceof SyntaxError || error instanceof RangeError
        ? "nonsense"
        : "unreachable";
    }
  }

  return {
    async lookUp(hash) {
      const solid = await ask("/walletsolidity/gettransactioninfobyid", hash);
      if (typeof solid === "string") {
        return { kind: "unavailable", fault: solid };
      }
      if (solid !== null) {
        return { kind: "solid", receipt: solid };
      }
      // Only for what is said meanwhile, so that a fault of this one counts for nothing.
      const head = await ask("/wallet/gettransactioninfobyid", hash);
      return head === null || typeof head === "string" ? { kind: "unknown" } : { kind: "seen" };
    },
  };
}
