import type { AddressHex } from "./address.ts";
import { tronHttp } from "./http.ts";
import type { NodeFault, TronNodeOptions } from "./http.ts";
import { readBlockNumber, readNodeStatus } from "./node-status.ts";
import type { NodeStatus } from "./node-status.ts";
import { readReceipt } from "./receipt.ts";
import type { Receipt } from "./receipt.ts";
import { readTransferPage, transferListPath } from "./transfer-list.ts";
import type { TransferPage, TransferQuery } from "./transfer-list.ts";

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

/** A node of the TRON network. No call rejects; one aborted by `ended` counts as unreachable. */
export interface TronNode {
  lookUp(hash: string, ended?: AbortSignal): Promise<NodeAnswer>;
  /** Which network it is on, whether that has the contract, and its newest solid block. */
  status(contract: AddressHex, ended?: AbortSignal): Promise<NodeStatus | NodeFault>;
  /** A page of what the node lists as arrived. Only a hint: every transaction is then looked up. */
  list(query: TransferQuery, ended?: AbortSignal): Promise<TransferPage | NodeFault>;
}

/** Nothing waits long for what is only shown. */
const HEAD_TIMEOUT_MS = 3_000;

export function tronNode(options: TronNodeOptions): TronNode {
  const ask = tronHttp(options);

  async function receiptAt(
    path: string,
    hash: string,
    ended: AbortSignal | undefined,
  ): Promise<Receipt | null | NodeFault> {
    const read = (json: unknown) => readReceipt(json, hash);
    const answer = await ask(path, { value: hash }, read, ended);
    return "fault" in answer ? answer.fault : answer.value;
  }

  async function headNumber(ended: AbortSignal | undefined): Promise<number | null> {
    // Only the block's header, without its transactions.
    const soon = AbortSignal.timeout(HEAD_TIMEOUT_MS);
    const signal = ended === undefined ? soon : AbortSignal.any([soon, ended]);
    const answer = await ask("/wallet/getblock", { detail: false }, readBlockNumber, signal);
    return "fault" in answer ? null : answer.value;
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
      // This only shows the payer the progress, so a fault here decides nothing.
      const head = await receiptAt("/wallet/gettransactioninfobyid", hash, ended);
      if (typeof head === "string") {
        return { kind: "unknown", headFault: head };
      }
      return head === null
        ? { kind: "unknown" }
        : { kind: "seen", receipt: head, headNumber: await headNumber(ended) };
    },
    status: (contract, ended) => readNodeStatus(ask, contract, ended),
    async list(query, ended) {
      const read = (json: unknown) => readTransferPage(json, query);
      const answer = await ask(transferListPath(query), null, read, ended);
      return "fault" in answer ? answer.fault : answer.value;
    },
  };
}
