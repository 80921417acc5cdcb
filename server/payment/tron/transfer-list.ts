import { normaliseHash } from "./identifiers.ts";
import { isRecord } from "./receipt.ts";

/** The selection of a list: final transfers of a token to an address since `sinceMs`, oldest first. */
export interface TransferQuery {
  /** Contract and address in base58. */
  readonly contract: string;
  readonly address: string;
  /** The earliest block time, epoch ms. */
  readonly sinceMs: number;
  /** The fingerprint of the previous page; null for the first page. Only the node that issued it understands it. */
  readonly fingerprint: string | null;
}

/** A transfer in a node's list: unproven, and without its position among the logs. */
export interface ListedTransfer {
  readonly hash: string;
  readonly blockTimeMs: number;
  /** In the token's smallest unit. */
  readonly amount: bigint;
}

export interface TransferPage {
  readonly transfers: readonly ListedTransfer[];
  /** The fingerprint for the next page; null after the last page. */
  readonly next: string | null;
}

/** The maximum page size of nodes. */
const PAGE_SIZE = 200;
const MAX_FINGERPRINT = 2_000;

export function transferListPath(query: TransferQuery): string {
  const parameters = new URLSearchParams({
    only_confirmed: "true",
    order_by: "block_timestamp,asc",
    only_to: "true",
    limit: String(PAGE_SIZE),
    contract_address: query.contract,
    min_timestamp: String(query.sinceMs),
    ...(query.fingerprint === null ? {} : { fingerprint: query.fingerprint }),
  });
  return `/v1/accounts/${query.address}/transactions/trc20?${parameters}`;
}

/**
 * Parses a page. Entries outside the query are left out: approvals, other tokens, other recipients, earlier blocks.
 * Transfers of nothing are left out too: anybody can create them in anybody's name.
 *
 * @returns undefined for anything that is not such a page.
 */
export function readTransferPage(json: unknown, query: TransferQuery): TransferPage | undefined {
  if (
    !isRecord(json) ||
    json["success"] !== true ||
    !Array.isArray(json["data"]) ||
    json["data"].length > PAGE_SIZE
  ) {
    return undefined;
  }
  const fingerprint = isRecord(json["meta"]) ? json["meta"]["fingerprint"] : undefined;
  const hasNext = typeof fingerprint === "string" && fingerprint.length <= MAX_FINGERPRINT;
  return {
    transfers: json["data"].flatMap((entry) => transferOf(entry, query)),
    next: hasNext && fingerprint !== "" ? fingerprint : null,
  };
}

function transferOf(entry: unknown, { contract, address, sinceMs }: TransferQuery) {
  if (!isRecord(entry) || !isRecord(entry["token_info"])) {
    return [];
  }
  const { transaction_id: id, block_timestamp: blockTimeMs, value } = entry;
  const hash = typeof id === "string" ? normaliseHash(id) : undefined;
  const isMatch =
    entry["type"] === "Transfer" &&
    entry["to"] === address &&
    entry["token_info"]["address"] === contract;
  const isReadable =
    hash !== undefined &&
    Number.isSafeInteger(blockTimeMs) &&
    typeof value === "string" &&
    /^[1-9]\d{0,77}$/.test(value);
  return isMatch && isReadable && (blockTimeMs as number) >= sinceMs
    ? [{ hash, blockTimeMs: blockTimeMs as number, amount: BigInt(value) }]
    : [];
}
