import { addressOfLog, addressOfTopic } from "./address.ts";
import type { AddressHex } from "./address.ts";

/** A transfer of some TRC20 token, as the log of its contract tells it. */
export interface Transfer {
  /** Where it stands among the logs of its transaction, from 0. */
  readonly logIndex: number;
  /** The contract that wrote the log, which is what makes it USDT; names and symbols are anybody's. */
  readonly contract: AddressHex;
  readonly from: AddressHex;
  readonly to: AddressHex;
  /** In the token's own unit. */
  readonly amount: bigint;
}

/** What a node says of a transaction that is in a block. */
export interface Receipt {
  readonly hash: string;
  /** When its block was made, epoch ms. */
  readonly blockTimeMs: number;
  readonly outcome: "success" | "failed";
  readonly transfers: readonly Transfer[];
}

/** keccak256 of `Transfer(address,address,uint256)`. */
const TRANSFER = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

/**
 * Reads the answer to `gettransactioninfobyid` for `hash`.
 *
 * @returns null for `{}`, which says that the node does not know it (yet); undefined for what is no
 *   receipt of this transaction, whatever it may be.
 */
export function readReceipt(answer: unknown, hash: string): Receipt | null | undefined {
  if (!isRecord(answer)) {
    return undefined;
  }
  if (Object.keys(answer).length === 0) {
    return null;
  }
  const { id, blockNumber, blockTimeStamp, receipt, log = [] } = answer;
  const isWhole =
    id === hash && isCount(blockNumber) && isCount(blockTimeStamp) && Array.isArray(log);
  if (!isWhole) {
    return undefined;
  }
  const result = isRecord(receipt) ? receipt["result"] : undefined;
  // `result` beside the receipt is there on failure only. Within it there is none for what runs no
  // contract, such as a transfer of TRX: that failed nothing, but holds no transfer either.
  const failed = answer["result"] === "FAILED" || (result !== undefined && result !== "SUCCESS");
  return {
    hash,
    blockTimeMs: blockTimeStamp,
    outcome: failed ? "failed" : "success",
    transfers: result === "SUCCESS" && !failed ? log.flatMap(transferOf) : [],
  };
}

/** A log as a transfer, in a list of one; an empty list for any other log. */
function transferOf(log: unknown, logIndex: number): Transfer[] {
  if (!isRecord(log) || typeof log["address"] !== "string" || !Array.isArray(log["topics"])) {
    return [];
  }
  const [event, sender, recipient, ...more] = log["topics"].map(String);
  const contract = addressOfLog(log["address"]);
  const from = addressOfTopic(sender ?? "");
  const to = addressOfTopic(recipient ?? "");
  const amount = uint256(log["data"]);
  // A fourth topic would make it the transfer of an NFT, whose log begins alike.
  const isTransfer = event?.toLowerCase() === TRANSFER && more.length === 0;
  return isTransfer && contract && from && to && amount !== undefined
    ? [{ logIndex, contract, from, to, amount }]
    : [];
}

function uint256(data: unknown): bigint | undefined {
  return typeof data === "string" && /^[0-9a-f]{64}$/i.test(data) ? BigInt(`0x${data}`) : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
