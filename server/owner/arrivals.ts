import { formatTronAddress, normaliseHash, parseTronAddress } from "../payment/tron/address.ts";
import { parseUsdt } from "../payment/usdt.ts";
import type { Store } from "../store/store.ts";
import { readSum } from "../store/stored-value.ts";

/**
 * A transfer that came in: when it was paid, in epoch ms, its amount in millionths of a USDT, and what became of it.
 * `plan` is what it bought; `email` is null where it is not known whose it was, or the account was deleted.
 */
export type Arrival = Awaited<ReturnType<typeof arrivals>>[number];

/** What to look for, and where; null: anything. */
export type Wanted =
  | readonly [
      "transfer.tx_hash" | "transfer.from_address" | "transfer.amount" | "account_user.email",
      string,
    ]
  | null;

/** What somebody typed to search for: a hash, a sender, an amount in USDT or an e-mail; undefined when it is none of these. */
export function readWanted(typed: string): Wanted | undefined {
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

/** The transfers that came in, the newest first, `limit` at most. */
export async function arrivals({ db }: Store, wanted: Wanted, limit: number) {
  const rows = await db
    .selectFrom("transfer")
    .leftJoin("payment", (join) =>
      join
        .onRef("payment.contract", "=", "transfer.contract")
        .onRef("payment.tx_hash", "=", "transfer.tx_hash")
        .onRef("payment.log_index", "=", "transfer.log_index"),
    )
    .leftJoin("invoice", (join) =>
      join
        .onRef("invoice.id", "=", "transfer.invoice_id")
        .on("transfer.state", "in", ["paid", "kept"]),
    )
    .leftJoin("account_user", "account_user.id", "invoice.account_id")
    .selectAll("transfer")
    .select(["account_user.email", "payment.plan"])
    .where("transfer.state", "!=", "seen")
    .where((is) => (wanted === null ? is.lit(true) : is(wanted[0], "=", wanted[1])))
    .orderBy("transfer.block_time", "desc")
    .orderBy("transfer.id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    atMs: row.block_time,
    amount: readSum(row.amount, ["transfer", row.id]),
    hash: row.tx_hash,
    from: row.from_address,
    fate: FATES[row.state],
    email: row.email,
    plan: row.plan,
  }));
}

const FATES = {
  seen: "seen",
  paid: "plan",
  kept: "balance",
  review: "waiting",
  dismissed: "dismissed",
} as const;

/**
 * The payments that people credited and can take back, the newest first, `limit` at most: each by the id of its
 * transfer, and with the account's address, which is null where it was deleted.
 */
export function listAssigned({ db }: Store, limit: number) {
  return db
    .selectFrom("payment")
    .leftJoin("account_user", "account_user.id", "payment.account_id")
    .innerJoin("transfer", (join) =>
      join
        .onRef("transfer.contract", "=", "payment.contract")
        .onRef("transfer.tx_hash", "=", "payment.tx_hash")
        .onRef("transfer.log_index", "=", "payment.log_index"),
    )
    .select(["transfer.id", "payment.plan", "payment.amount", "account_user.email"])
    .select("payment.credited_at as atMs")
    .where("payment.credited_by", "=", "person")
    .orderBy("payment.credited_at", "desc")
    .orderBy("payment.id")
    .limit(limit)
    .execute();
}

/** Addresses of which payments were credited before, each with whose they were: accounts by e-mail address. */
export async function knownSenders(
  { db }: Pick<Store, "db">,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (addresses.length === 0) {
    return new Map();
  }
  const rows = await db
    .selectFrom("payment")
    .innerJoin("account_user", "account_user.id", "payment.account_id")
    .select(["payment.from_address as from", "account_user.email"])
    .distinct()
    .where("payment.from_address", "in", [...new Set(addresses)])
    .where("payment.credited_by", "!=", "balance")
    .orderBy("account_user.email")
    .execute();
  const known = Map.groupBy(rows, ({ from }) => from);
  return new Map([...known].map(([from, of]) => [from, of.map(({ email }) => email)]));
}
