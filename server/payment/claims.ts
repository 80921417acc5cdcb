import { HOUR_MS } from "../../src/round/phases.ts";
import { audit } from "../store/audit.ts";
import { newId } from "../store/ids.ts";
import type { Db, Store, StoredRow, Transaction } from "../store/store.ts";
import { orNone } from "../store/stored-value.ts";
import type { Invoice } from "./invoices.ts";
import { lookUpNow, UNDECIDED } from "./lookup-queue.ts";
import type { OpenClaim } from "./payment-decisions.ts";
import { normaliseHash } from "./tron/identifiers.ts";

/** A transaction that an account submitted as the payment of an invoice, and its state. */
export type Claim = StoredRow<"claim">;

/** Maximum claims per account and hour. Each costs the node about forty calls. */
const MAX_PER_HOUR = 10;
/** Maximum waiting claims per account; a further one displaces the oldest. */
const MAX_WAITING = 5;
/** The reason for rejecting a transaction that no node ever knew. It may be claimed again. */
const NOT_FOUND = "not_found";

/**
 * Claims the transaction in the pasted `text` for an invoice. A repeated claim changes nothing, except that an
 * undecided one moves to the later invoice. A claim may also name a paid or closed invoice.
 */
export async function submitClaim(
  transaction: Transaction,
  invoice: Pick<Invoice, "id" | "account_id">,
  text: string,
  nowMs: number,
): Promise<Claim | "bad_hash" | "too_many"> {
  const hash = normaliseHash(text);
  if (hash === undefined) {
    return "bad_hash";
  }
  const { id: invoiceId, account_id: accountId } = invoice;
  const existing = await transaction
    .selectFrom("claim")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("tx_hash", "=", hash)
    .executeTakeFirst();
  if (existing !== undefined && existing.reason !== NOT_FOUND) {
    const moved = await transaction
      .updateTable("claim")
      .set({ invoice_id: invoiceId })
      .where("id", "=", existing.id)
      .where("state", "in", UNDECIDED)
      .returningAll()
      .executeTakeFirst();
    return moved ?? existing;
  }
  const sinceMs = nowMs - HOUR_MS;
  const claims = await transaction
    .selectFrom("claim")
    .select(["id", "state", "created_at"])
    .where("account_id", "=", accountId)
    .where((eb) => eb.or([eb("created_at", ">", sinceMs), eb("state", "=", "waiting")]))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  if (claims.filter((claim) => claim.created_at > sinceMs).length >= MAX_PER_HOUR) {
    return "too_many";
  }
  // The oldest claims whose transactions no node has seen make room for this one.
  const waiting = claims.filter(({ state }) => state === "waiting");
  await giveUp(transaction, waiting.slice(MAX_WAITING - 1), nowMs);
  await audit(transaction, accountId, "hash_submitted", nowMs, { hash });
  await lookUpNow(transaction, hash, nowMs);
  const fresh = {
    invoice_id: invoiceId,
    state: "waiting",
    reason: null,
    transfer_id: null,
    created_at: nowMs,
    decided_at: null,
  } as const;
  return transaction
    .insertInto("claim")
    .values({ id: newId("clm"), account_id: accountId, tx_hash: hash, ...fresh })
    .onConflict((conflict) => conflict.columns(["account_id", "tx_hash"]).doUpdateSet(fresh))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Rejects claims of transactions that no node knows, unless they were decided in the meantime. */
export async function giveUp(
  db: Db,
  claims: readonly Pick<Claim, "id">[],
  nowMs: number,
): Promise<void> {
  await db
    .updateTable("claim")
    .set({ state: "rejected", reason: NOT_FOUND, decided_at: nowMs })
    .where("id", "in", orNone(claims.map(({ id }) => id)))
    .where("state", "in", UNDECIDED)
    .execute();
}

/** The claims for an invoice, newest first. */
export async function listClaims({ db }: Store, invoiceId: string): Promise<Claim[]> {
  return db
    .selectFrom("claim")
    .selectAll()
    .where("invoice_id", "=", invoiceId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}

/** The undecided claims of a transaction, oldest first. */
export async function undecidedClaims(db: Db, hash: string): Promise<(Claim & OpenClaim)[]> {
  return db
    .selectFrom("claim")
    .innerJoin("invoice", "invoice.id", "claim.invoice_id")
    .leftJoin("account_user", "account_user.id", "claim.account_id")
    .selectAll("claim")
    .select(["invoice.created_at as invoiceAtMs", "account_user.id as holder"])
    .where("claim.tx_hash", "=", hash)
    .where("claim.state", "in", UNDECIDED)
    .orderBy("claim.created_at")
    .orderBy("claim.id")
    .execute();
}
