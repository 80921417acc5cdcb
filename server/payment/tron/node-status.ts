import type { AddressHex } from "./address.ts";
import type { AskNode, NodeFault } from "./http.ts";

/** What a node says about itself and its chain. */
export interface NodeStatus {
  /** The id of its first block, which identifies the network. */
  readonly genesis: string;
  /** Whether our contract exists on its network. */
  readonly hasContract: boolean;
  /** When the newest solid block was made, one that can no longer be undone. Epoch ms. */
  readonly solidMs: number;
  /** Whether several nodes say different things about a transaction, which then waits. */
  readonly isDisputed?: boolean;
}

/** Reads the status in three requests. If any answer is unusable, so is the status. */
export async function readNodeStatus(
  ask: AskNode,
  contract: AddressHex,
  ended: AbortSignal | undefined,
): Promise<NodeStatus | NodeFault> {
  const answers = await Promise.all([
    ask("/wallet/getblockbynum", { num: 0 }, ended),
    ask("/wallet/getcontract", { value: `41${contract}` }, ended),
    // Only the block's header, without its transactions.
    ask("/walletsolidity/getblock", { detail: false }, ended),
  ]);
  const jsons: unknown[] = [];
  for (const answer of answers) {
    if ("fault" in answer) {
      return answer.fault;
    }
    jsons.push(answer.json);
  }
  const [first, found, newest] = jsons;
  const genesis = fieldOf(first, "blockID");
  const solidMs = fieldOf(headerOf(newest), "timestamp");
  if (typeof genesis !== "string" || typeof solidMs !== "number" || typeof found !== "object") {
    return "nonsense";
  }
  return { genesis, solidMs, hasContract: fieldOf(found, "bytecode") !== undefined };
}

/** The number of a block; null for anything that is no block. */
export function readBlockNumber(block: unknown): number | null {
  const number = fieldOf(headerOf(block), "number");
  return Number.isSafeInteger(number) ? (number as number) : null;
}

function headerOf(block: unknown): unknown {
  return fieldOf(fieldOf(block, "block_header"), "raw_data");
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
