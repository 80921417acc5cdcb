import { formatTronAddress, normaliseHash, parseTronAddress } from "../payment/tron/identifiers.ts";
import { formatFound, parseUsdt } from "../payment/usdt.ts";
import type { Store } from "../store/store.ts";

/**
 * An incoming transfer. `atMs` is its block's time, epoch ms; `amount` is null if unreadable; `plan` is the plan it
 * bought; `email` is null if its account is unknown or deleted.
 */
export type IncomingPayment = Awaited<ReturnType<typeof listIncoming>>[number];

/** Null selects all transfers. */
export type TransferFilter =
  | readonly [
      "transfer.tx_hash" | "transfer.from_address" | "transfer.amount" | "account_user.email",
      string,
    ]
  | null;

/** Parses a search text: a hash, a sender, an amount in USDT or an email address; undefined for anything else. */
export function parseTransferFilter(typed: string): TransferFilter | undefined {
  const [hash, address, amount] = [normaliseHash(typed), parseTronAddress(typed), parseUsdt(typed)];
  if (hash !== undefined) {
    return ["transfer.tx_hash", hash];
  }
  if (address !== undefined) {
    return ["transfer.from_address", formatTronAddress(address)];
  }
  if (amount !== undefined) {
    return ["transfer.amount", String(amount)];
  }
  return typed.includes("@") ? ["account_user.email", typed.toLowerCase()] : undefined;
}

export async function listIncoming({ db }: Store, filter: TransferFilter, limit: number) {
  const rows = await db
    .selectFrom("transfer")
    .leftJoin("payment", "payment.transfer_id", "transfer.id")
    .leftJoin("invoice", (join) =>
      join
        .onRef("invoice.id", "=", "transfer.invoice_id")
        .on("transfer.state", "in", ["paid", "kept"]),
    )
    .leftJoin("account_user", "account_user.id", "invoice.account_id")
    .select(["transfer.block_time as atMs", "transfer.amount", "transfer.tx_hash as hash"])
    .select(["transfer.from_address as from", "transfer.state"])
    .select(["account_user.email", "payment.plan"])
    .where("transfer.state", "!=", "seen")
    .where((eb) => (filter === null ? eb.lit(true) : eb(filter[0], "=", filter[1])))
    .orderBy("transfer.block_time", "desc")
    .orderBy("transfer.id")
    .limit(limit)
    .execute();
  return rows.map(({ amount, state, ...row }) => {
    return { ...row, amount: formatFound(amount), outcome: OUTCOMES[state] };
  });
}

const OUTCOMES = {
  seen: "seen",
  paid: "plan",
  kept: "balance",
  review: "waiting",
  dismissed: "dismissed",
} as const;
