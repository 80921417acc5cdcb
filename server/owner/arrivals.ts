import { formatTronAddress, parseTronAddress } from "../payment/tron/address.ts";
import { normaliseHash } from "../payment/tron/tx-hash.ts";
import { parseUsdt } from "../payment/usdt.ts";
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
  const paid = await db
    .selectFrom("payment")
    .leftJoin("account_user", "account_user.id", "payment.account_id")
    .selectAll("payment")
    .select("account_user.email")
    .where("credited_by", "!=", "balance")
    .$if(hash !== undefined, (all) => all.where("tx_hash", "=", hash ?? ""))
    .$if(from !== undefined, (all) => all.where("from_address", "=", from ?? ""))
    .$if(email !== undefined, (all) => all.where("account_user.email", "=", email ?? ""))
    .$if(amount !== undefined, (all) => all.where("amount", "=", amount ?? 0))
    .orderBy("block_time", "desc")
    .limit(limit)
    .execute();
  const others = await db
    .selectFrom("incoming_transfer")
    .leftJoin("balance_entry", (join) =>
      join
        .onRef("balance_entry.contract", "=", "incoming_transfer.contract")
        .onRef("balance_entry.tx_hash", "=", "incoming_transfer.tx_hash")
        .onRef("balance_entry.log_index", "=", "incoming_transfer.log_index"),
    )
    .leftJoin("account_user", "account_user.id", "balance_entry.account_id")
    .selectAll("incoming_transfer")
    .select(["account_user.email", "balance_entry.id as entry"])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("payment")
            .select("payment.id")
            .whereRef("payment.contract", "=", "incoming_transfer.contract")
            .whereRef("payment.tx_hash", "=", "incoming_transfer.tx_hash")
            .whereRef("payment.log_index", "=", "incoming_transfer.log_index"),
        ),
      ),
    )
    .$if(hash !== undefined, (all) => all.where("incoming_transfer.tx_hash", "=", hash ?? ""))
    .$if(from !== undefined, (all) => all.where("from_address", "=", from ?? ""))
    .$if(email !== undefined, (all) => all.where("account_user.email", "=", email ?? ""))
    .$if(amount !== undefined, (all) => all.where("incoming_transfer.amount", "=", String(amount)))
    .orderBy("block_time", "desc")
    .limit(limit)
    .execute();
  const all: Arrival[] = [
    ...paid.map((row) => ({ ...common("payment", row), fate: "plan" as const, plan: row.plan })),
    ...others.map((row) => {
      const open = row.dismissed_at === null ? ("waiting" as const) : ("dismissed" as const);
      const fate = row.entry === null ? open : ("balance" as const);
      return { ...common("incoming_transfer", row), fate, plan: null };
    }),
  ];
  return all.toSorted((one, other) => other.atMs - one.atMs).slice(0, limit);
}

/** The columns that both tables have. */
interface Row {
  readonly id: string;
  readonly block_time: number;
  readonly amount: number | string;
  readonly tx_hash: string;
  readonly log_index: number;
  readonly from_address: string;
  readonly email: string | null;
}

function common(table: string, row: Row) {
  return {
    atMs: row.block_time,
    amount: readSum(row.amount, [table, row.id]),
    hash: row.tx_hash,
    logIndex: row.log_index,
    from: row.from_address,
    email: row.email,
  };
}
