import type { MicroUsdt } from "../payment/usdt.ts";
import type { Store } from "../store/store.ts";

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
    .select("transfer.id as transfer_id")
    .where("payment.credited_by", "=", "person")
    .orderBy("payment.credited_at", "desc")
    .orderBy("payment.id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.transfer_id,
    email: row.email,
    plan: row.plan,
    amount: row.amount,
    creditedAtMs: row.credited_at,
  }));
}
