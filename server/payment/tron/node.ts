import type { AddressHex } from "./address.ts";
import { tronHttp } from "./http.ts";
import type { NodeFault, TronNodeOptions } from "./http.ts";
import { readFacts } from "./node-status.ts";
import type { NodeFacts } from "./node-status.ts";
import { readReceipt } from "./receipt.ts";
import type { Receipt } from "./receipt.ts";

/** What a node knows of a transaction. */
export type NodeAnswer =
  /** In a block that can no longer be undone. */
  | { readonly kind: "solid"; readonly receipt: Receipt }
  /** In a block that is not old enough yet. */
  | { readonly kind: "seen" }
  | { readonly kind: "unknown" }
  /** Nothing, for the moment: ask again later. */
  | { readonly kind: "unavailable"; readonly fault: NodeFault };

/** A node of the TRON network. None of it rejects, and what `ended` ends is unreachable. */
export interface TronNode {
  lookUp(hash: string, ended?: AbortSignal): Promise<NodeAnswer>;
  /** Which network it is of, whether that has the contract, and how far it has come. */
  facts(contract: AddressHex, ended?: AbortSignal): Promise<NodeFacts | NodeFault>;
}

export function tronNode(options: TronNodeOptions): TronNode {
  const ask = tronHttp(options);

  async function receiptAt(
    path: string,
    hash: string,
    ended: AbortSignal | undefined,
  ): Promise<Receipt | null | NodeFault> {
    const answer = await ask(path, { value: hash }, ended);
    if ("fault" in answer) {
      return answer.fault;
    }
    const receipt = readReceipt(answer.json, hash);
    return receipt === undefined ? "nonsense" : receipt;
  }

  return {
    async lookUp(hash, ended) {
      const solid = await receiptAt("/walletsolidity/gettransactioninfobyid", hash, ended);
      if (typeof solid === "string") {
        return { kind: "unavailable", fault: solid };
      }
      if (solid !== null) {
        return { kind: "solid", receipt: solid };
      }
      // Only for what is said meanwhile, so that a fault of this one counts for nothing.
      const head = await receiptAt("/wallet/gettransactioninfobyid", hash, ended);
      return head === null || typeof head === "string" ? { kind: "unknown" } : { kind: "seen" };
    },
    facts: (contract, ended) => readFacts(ask, contract, ended),
  };
}
