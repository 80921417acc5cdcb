import type { AddressHex } from "./address.ts";
import type { AskNode, NodeFault } from "./http.ts";

/** What a node says of itself. */
export interface NodeFacts {
  /** The id of its first block, by which networks are told apart. */
  readonly genesis: string;
  /** Whether there is a contract at the address that was asked for. */
  readonly hasContract: boolean;
  /** When the newest block was made that can no longer be undone, epoch ms. */
  readonly solidMs: number;
}

/** Asks for all three; what cannot be read is a fault. */
export async function readFacts(
  ask: AskNode,
  contract: AddressHex,
  ended: AbortSignal | undefined,
): Promise<NodeFacts | NodeFault> {
  const answers = await Promise.all([
    ask("/wallet/getblockbynum", { num: 0 }, ended),
    ask("/wallet/getcontract", { value: `41${contract}` }, ended),
    // Its head alone, without the transactions.
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
  const solidMs = fieldOf(fieldOf(fieldOf(newest, "block_header"), "raw_data"), "timestamp");
  if (typeof genesis !== "string" || typeof solidMs !== "number" || typeof found !== "object") {
    return "nonsense";
  }
  return { genesis, solidMs, hasContract: fieldOf(found, "bytecode") !== undefined };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
