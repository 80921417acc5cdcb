import { parseTronAddress } from "../../server/payment/tron/address.ts";

/* Responses of TRON nodes, in the form of real ones. */

export const USDT = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
/** The tests' receiving addresses, which real receipts name. */
export const RECEIVER = "TUikLT3nTTjTkXPAuC4xUGj84vfSERCWRn";
export const OTHER_RECEIVER = "TE3PrjwpnpasE6sbbfPvZRLimpJmeM1zL9";
const PAYER = "TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf";
const TRANSFER = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

export interface TransferSpec {
  readonly to: string;
  readonly amount: number | bigint;
  readonly contract?: string;
}

/** The block of all receipts here. */
export const BLOCK = 66_861_993;

export function receiptOf(
  hash: string,
  blockTimeMs: number,
  transfers: readonly TransferSpec[],
  blockNumber = BLOCK,
): Record<string, unknown> {
  return {
    id: hash,
    fee: 345_000,
    blockNumber,
    blockTimeStamp: blockTimeMs,
    contractResult: [word("")],
    contract_address: `41${hexOf(transfers[0]?.contract ?? USDT)}`,
    receipt: {
      energy_usage: 64_285,
      energy_usage_total: 64_285,
      net_fee: 345_000,
      result: "SUCCESS",
    },
    log: transfers.map(({ to, amount, contract = USDT }) => ({
      address: hexOf(contract),
      topics: [TRANSFER, word(hexOf(PAYER)), word(hexOf(to))],
      data: word(amount.toString(16)),
    })),
  };
}

function word(hex: string): string {
  return hex.padStart(64, "0");
}

function hexOf(address: string): string {
  const hex = parseTronAddress(address);
  if (hex === undefined) {
    throw new Error(`${address} is not an address.`);
  }
  return hex;
}

export function listEntry(
  hash: string,
  blockTimeMs: number,
  { to, amount, contract = USDT }: TransferSpec,
): Record<string, unknown> {
  return {
    transaction_id: hash,
    token_info: { symbol: "USDT", address: contract, decimals: 6, name: "Tether USD" },
    block_timestamp: blockTimeMs,
    from: PAYER,
    to,
    type: "Transfer",
    value: String(amount),
  };
}

/** A page of the list, by the query's rules. Its fingerprint is the number of earlier entries. */
export function pageOf(
  listed: readonly Record<string, unknown>[],
  { pathname, searchParams }: URL,
) {
  const [, , , address] = pathname.split("/");
  const sinceMs = Number(searchParams.get("min_timestamp"));
  const all = listed
    .filter((entry) => entry["to"] === address && Number(entry["block_timestamp"]) >= sinceMs)
    .toSorted((one, other) => Number(one["block_timestamp"]) - Number(other["block_timestamp"]));
  if (searchParams.get("order_by") === "block_timestamp,desc") {
    all.reverse();
  }
  const start = Number(searchParams.get("fingerprint") ?? 0);
  const end = start + Number(searchParams.get("limit") ?? 20);
  const data = all.slice(start, end);
  const more = end < all.length ? { fingerprint: String(end) } : {};
  return { data, success: true, meta: { at: 1_785_000_000_000, page_size: data.length, ...more } };
}

/** The first block of TRON's main network, and of the test network. */
export const MAINNET = "00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc";
export const NILE = "0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc";
