import { normaliseHash } from "./address.ts";
import { isRecord } from "./receipt.ts";

/** Which transfers are listed: those of a token to an address, from a time on, the oldest first. */
export interface TransferQuery {
  /** Contract and address as people write them. */
  readonly contract: string;
  readonly address: string;
  /** The earliest block time, epoch ms. */
  readonly sinceMs: number;
  /** Where the page before ended; null for the first. Only the node that gave it understands it. */
  readonly fingerprint: string | null;
  /** Those in blocks that may still be undone, the newest first, instead of all others. */
  readonly isUnconfirmed?: boolean;
}

/** A transfer as a node lists it: unproven, and without its place among the logs. */
export interface ListedTransfer {
  readonly hash: string;
  readonly blockTimeMs: number;
  /** In the token's smallest unit. */
  readonly amount: bigint;
}

export interface TransferPage {
  readonly transfers: readonly ListedTransfer[];
  /** The fingerprint for the next page; null: this was the last. */
  readonly next: string | null;
}

/** The most that nodes give at a time. */
const PAGE_SIZE = 200;
const MAX_FINGERPRINT = 2_000;

/** Path and query of a list of transfers. */
export function transferListPath(query: TransferQuery): string {
  const parameters = new URLSearchParams({
    ...(query.isUnconfirmed === true
      ? { only_unconfirmed: "true", order_by: "block_timestamp,desc" }
      : { only_confirmed: "true", order_by: "block_timestamp,asc" }),
    only_to: "true",
    limit: String(PAGE_SIZE),
    contract_address: query.contract,
    min_timestamp: String(query.sinceMs),
    ...(query.fingerprint === null ? {} : { fingerprint: query.fingerprint }),
  });
  return `/v1/accounts/${query.address}/transactions/trc20?${parameters}`;
}

/**
 * Reads a page. Entries that were not asked for are left out: approvals, other tokens, other recipients,
 * earlier blocks. So are transfers of nothing, which anybody may make in anybody's name.
 *
 * @returns undefined for anything that is not such a page.
 */
export function readTransferPage(json: unknown, query: TransferQuery): TransferPage | undefined {
  if (!isRecord(json) || json["success"] !== true || !Array.isArray(json["data"])) {
    return undefined;
  }
  if (json["data"].length > PAGE_SIZE) {
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
  const isAsked =
    entry["type"] === "Transfer" &&
    entry["to"] === address &&
    entry["token_info"]["address"] === contract;
  const isWhole =
    hash !== undefined &&
    Number.isSafeInteger(blockTimeMs) &&
    typeof value === "string" &&
    /^[1-9]\d{0,77}$/.test(value);
  return isAsked && isWhole && (blockTimeMs as number) >= sinceMs
    ? [{ hash, blockTimeMs: blockTimeMs as number, amount: BigInt(value) }]
    : [];
}
