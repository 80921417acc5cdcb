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

/** A block's id has as many digits. What is longer would only fill the log. */
const GENESIS_LENGTH = 64;

/** Reads the status in three requests. If any answer is unusable, so is the status. */
export async function readNodeStatus(
  ask: AskNode,
  contract: AddressHex,
  ended: AbortSignal | undefined,
): Promise<NodeStatus | NodeFault> {
  const [genesis, found, solidMs] = await Promise.all([
    ask("/wallet/getblockbynum", { num: 0 }, readGenesis, ended),
    ask("/wallet/getcontract", { value: `41${contract}` }, readFound, ended),
    // Only the block's header, without its transactions.
    ask("/walletsolidity/getblock", { detail: false }, readBlockTime, ended),
  ]);
  if ("fault" in genesis) {
    return genesis.fault;
  }
  if ("fault" in found) {
    return found.fault;
  }
  return "fault" in solidMs
    ? solidMs.fault
    : { genesis: genesis.value, hasContract: found.value, solidMs: solidMs.value };
}

/** The number of a block; undefined for anything that is no block. */
export function readBlockNumber(block: unknown): number | undefined {
  return wholeNumber(fieldOf(headerOf(block), "number"));
}

/** Fractions and what is beyond all times could not be stored. */
function readBlockTime(block: unknown): number | undefined {
  return wholeNumber(fieldOf(headerOf(block), "timestamp"));
}

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

function headerOf(block: unknown): unknown {
  return fieldOf(fieldOf(block, "block_header"), "raw_data");
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
