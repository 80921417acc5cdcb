import { addressOfLog, addressOfTopic } from "./identifiers.ts";
import type { AddressHex } from "./identifiers.ts";

/** A transfer of a TRC20 token, as logged by the token's contract. */
export interface Transfer {
  /** The transfer's position among the logs of its transaction, from 0. */
  readonly logIndex: number;
  /** The contract that wrote the log. Only the contract makes it USDT: anybody can use the name and symbol. */
  readonly contract: AddressHex;
  readonly from: AddressHex;
  readonly to: AddressHex;
  /** In the token's smallest unit. */
  readonly amount: bigint;
}

/** A node's record of a transaction in a block. */
export interface Receipt {
  readonly hash: string;
  readonly blockNumber: number;
  /** When its block was created, epoch ms. */
  readonly blockTimeMs: number;
  readonly outcome: "success" | "failed";
  readonly transfers: readonly Transfer[];
}

/** keccak256 of `Transfer(address,address,uint256)`. */
const TRANSFER = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

/**
 * Parses the response to `gettransactioninfobyid` for `hash`.
 *
 * @returns null for `{}`, which a node returns if it does not know the transaction (yet); undefined for anything
 * that is not a receipt of this transaction.
 */
export function readReceipt(response: unknown, hash: string): Receipt | null | undefined {
  if (!isRecord(response)) {
    return undefined;
  }
  if (Object.keys(response).length === 0) {
    return null;
  }
  const { id, blockNumber, blockTimeStamp, receipt, log = [] } = response;
  const isWhole =
    id === hash && isCount(blockNumber) && isCount(blockTimeStamp) && Array.isArray(log);
  if (!isWhole) {
    return undefined;
  }
  const result = isRecord(receipt) ? receipt["result"] : undefined;
  // `result` next to the receipt appears only on failure. Inside the receipt it is missing when no contract ran, as
  // for a transfer of TRX, which did not fail but moved no token either.
  const failed = response["result"] === "FAILED" || (result !== undefined && result !== "SUCCESS");
  return {
    hash,
    blockNumber,
    blockTimeMs: blockTimeStamp,
    outcome: failed ? "failed" : "success",
    transfers: result === "SUCCESS" && !failed ? log.flatMap(transferOf) : [],
  };
}

/** The transfer in a log, as a list of one; empty for any other log. */
function transferOf(log: unknown, logIndex: number): Transfer[] {
  if (!isRecord(log) || typeof log["address"] !== "string" || !Array.isArray(log["topics"])) {
    return [];
  }
  // A log with a fourth topic is the transfer of an NFT, which begins the same way.
  const [event, sender, recipient, ...more] = log["topics"].map(textOf);
  if (event?.toLowerCase() !== TRANSFER || more.length > 0) {
    return [];
  }
  const contract = addressOfLog(log["address"]);
  const from = addressOfTopic(sender ?? "");
  const to = addressOfTopic(recipient ?? "");
  const amount = uint256(log["data"]);
  return contract && from && to && amount !== undefined
    ? [{ logIndex, contract, from, to, amount }]
    : [];
}

/** A topic as text; empty for anything else, which no contract logs. */
function textOf(topic: unknown): string {
  return typeof topic === "string" ? topic : "";
}

function uint256(data: unknown): bigint | undefined {
  return typeof data === "string" && /^[0-9a-f]{64}$/i.test(data) ? BigInt(`0x${data}`) : undefined;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
