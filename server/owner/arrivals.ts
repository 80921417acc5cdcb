import { formatTronAddress, normaliseHash, parseTronAddress } from "../payment/tron/address.ts";
import { parseUsdt } from "../payment/usdt.ts";
import type { MicroUsdt } from "../payment/usdt.ts";
import type { Store } from "../store/store.ts";
import { readSum } from "../store/stored-value.ts";

/** A transfer that came in, and what became of it. */
export interface Arrival {
  /** When it was paid, epoch ms. */
  readonly atMs: number;
  /** In millionths of a USDT. */
  readonly amount: bigint;
  readonly hash: string;
  readonly logIndex: number;
  /** As people write it. */
  readonly from: string;
  readonly fate: "plan" | "balance" | "waiting" | "dismissed";
  /** Whose it was; null where that is not known, or the account was deleted. */
  readonly email: string | null;
  /** What it bought. */
  readonly plan: string | null;
}

/** What to look for. Undefined: anything. */
export interface Wanted {
  readonly hash?: string | undefined;
  /** The sender, as people write it. */
  readonly from?: string | undefined;
  readonly email?: string | undefined;
  /** In millionths of a USDT. */
  readonly amount?: number | undefined;
}

/** What somebody typed to search for; undefined when it is none of these. */
export function readWanted(text: string): Wanted | undefined {
  const typed = text.trim();
  const [hash, address, amount] = [normaliseHash(typed), parseTronAddress(typed), parseUsdt(typed)];
  if (hash !== undefined) {
    return { hash };
  }
  if (address !== undefined) {
    return { from: formatTronAddress(address) };
  }
  if (amount !== undefined) {
    return { amount };
  }
  return typed.includes("@") ? { email: typed.toLowerCase() } : undefined;
}

/** The transfers that came in, the newest first, `limit` at most. */
export async function arrivals({ db }: Store, wanted: Wanted, limit: number): Promise<Arrival[]> {
  const { hash, from, email, amount } = wanted;
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
    .$if(hash !== undefined, (all) => all.where("transfer.tx_hash", "=", hash ?? ""))
    .$if(from !== undefined, (all) => all.where("transfer.from_address", "=", from ?? ""))
    .$if(email !== undefined, (all) => all.where("account_user.email", "=", email ?? ""))
    .$if(amount !== undefined, (all) => all.where("transfer.amount", "=", String(amount)))
    .orderBy("transfer.block_time", "desc")
    .orderBy("transfer.id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    atMs: row.block_time,
    amount: readSum(row.amount, ["transfer", row.id]),
    hash: row.tx_hash,
    logIndex: row.log_index,
    from: row.from_address,
    fate: FATES[row.state] ?? "waiting",
    email: row.email,
    plan: row.plan,
  }));
}

const FATES: Readonly<Record<string, Arrival["fate"]>> = {
  paid: "plan",
  kept: "balance",
  dismissed: "dismissed",
};

/** A payment that a person has credited, and can take back. */
export interface AssignedPayment {
  /** Of the transfer: what it is taken back by. */
  readonly id: string;
  /** Null where the account was deleted. */
  readonly email: string | null;
  readonly plan: string;
  readonly amount: MicroUsdt;
  /** Epoch ms. */
  readonly creditedAtMs: number;
}

/** The payments that people credited, the newest first, `limit` at most. */
export async function listAssigned({ db }: Store, limit: number): Promise<AssignedPayment[]> {
  const rows = await db
    .selectFrom("payment")
    .leftJoin("account_user", "account_user.id", "payment.account_id")
    .innerJoin("transfer", (join) =>
      join
        .onRef("transfer.contract", "=", "payment.contract")
        .onRef("transfer.tx_hash", "=", "payment.tx_hash")
        .onRef("transfer.log_index", "=", "payment.log_index"),
    )
    .select(["payment.plan", "payment.amount", "payment.credited_at", "account_user.email"])
    .select("transfer.id")
    .where("payment.credited_by", "=", "person")
    .orderBy("payment.credited_at", "desc")
    .orderBy("payment.id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    plan: row.plan,
    amount: row.amount,
    creditedAtMs: row.credited_at,
  }));
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
