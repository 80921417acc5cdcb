import type { Selectable, Transaction } from "kysely";
import { audit } from "../account/audit-log.ts";
import { recordAct } from "../owner/acts.ts";
import { publishKeyChange } from "../store/revision.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";
import { ReviewError } from "./errors.ts";
import type { TermChange } from "./trial.ts";
import { formatUsdt } from "./usdt.ts";
import type { MicroUsdt } from "./usdt.ts";

/** What was taken back, and from whom. */
export interface Withdrawn extends TermChange {
  readonly plan: string;
  readonly days: number;
  readonly amount: MicroUsdt;
}

type Payment = Readonly<Selectable<Schema["payment"]>>;

/**
 * Takes back an assignment: the time it bought is withdrawn, and other payments stay. The claim, or the
 * transfer that nobody named, waits for a person again. The key stays, and works as long as the subscription lasts.
 *
 * @param id of a claim or of a transfer from the chain.
 * @throws ReviewError when it was not credited by a person.
 */
export function unassign(store: Store, id: string, nowMs: number): Promise<Withdrawn> {
  return serialized(store, (transaction) => unassignWithin(transaction, id, nowMs));
}

/** The same, within the caller's transaction. */
export async function unassignWithin(
  transaction: Transaction<Schema>,
  id: string,
  nowMs: number,
): Promise<Withdrawn> {
  const payment = await paymentOf(transaction, id);
  if (payment === undefined) {
    throw new ReviewError(
      `No person has assigned the payment ${JSON.stringify(id)}: only what was assigned can be taken back.`,
    );
  }
  await transaction.deleteFrom("payment").where("id", "=", payment.id).execute();
  const ends = await shorten(transaction, payment);
  await publishKeyChange(transaction, payment.subscription_id);
  await transaction
    .updateTable("claim")
    .set({ state: "review", reason: "unassigned", decided_at: nowMs })
    .where("tx_hash", "=", payment.tx_hash)
    .where("log_index", "=", payment.log_index)
    .where("invoice_id", "=", payment.invoice_id)
    .where("state", "=", "paid")
    .execute();
  await closeUnpaid(transaction, payment.invoice_id);
  const { account_id: accountId, plan, days, amount, tx_hash: hash } = payment;
  const detail = { plan, amount: formatUsdt(amount), hash };
  await audit(transaction, accountId, "payment_withdrawn", nowMs, detail);
  await recordAct(transaction, { action: "unassigned", accountId, detail }, nowMs);
  return { accountId, plan, days, amount, ...ends };
}

async function paymentOf(
  transaction: Transaction<Schema>,
  id: string,
): Promise<Payment | undefined> {
  const ofTransfer = await transaction
    .selectFrom("incoming_transfer")
    .innerJoin("payment", (join) =>
      join
        .onRef("payment.contract", "=", "incoming_transfer.contract")
        .onRef("payment.tx_hash", "=", "incoming_transfer.tx_hash")
        .onRef("payment.log_index", "=", "incoming_transfer.log_index"),
    )
    .selectAll("payment")
    .where("incoming_transfer.id", "=", id)
    .where("payment.credited_by", "=", "person")
    .executeTakeFirst();
  return ofTransfer ?? paymentOfClaim(transaction, id);
}

async function paymentOfClaim(
  transaction: Transaction<Schema>,
  claimId: string,
): Promise<Payment | undefined> {
  return transaction
    .selectFrom("claim")
    .innerJoin("payment", (join) =>
      join
        .onRef("payment.tx_hash", "=", "claim.tx_hash")
        .onRef("payment.log_index", "=", "claim.log_index")
        .onRef("payment.invoice_id", "=", "claim.invoice_id"),
    )
    .selectAll("payment")
    .where("claim.id", "=", claimId)
    .where("claim.state", "=", "paid")
    .where("payment.credited_by", "=", "person")
    .executeTakeFirst();
}

/**
 * Moves later terms to where they would have begun, and the subscription's end with them. If the
 * subscription had lapsed before the next payment, that payment's term stays where it is.
 */
async function shorten(
  transaction: Transaction<Schema>,
  gone: Payment,
): Promise<Pick<TermChange, "endedAtMs" | "endsAtMs">> {
  const later = await transaction
    .selectFrom("payment")
    .selectAll()
    .where("subscription_id", "=", gone.subscription_id)
    .where("starts_at", ">=", gone.ends_at)
    .orderBy("starts_at")
    .execute();
  let earlierMs = gone.ends_at - gone.starts_at;
  for (const payment of later) {
    const startsAtMs = Math.max(payment.credited_at, payment.starts_at - earlierMs);
    earlierMs = payment.starts_at - startsAtMs;
    await transaction
      .updateTable("payment")
      .set({ starts_at: startsAtMs, ends_at: payment.ends_at - earlierMs })
      .where("id", "=", payment.id)
      .execute();
  }
  const { ends_at: endsAtMs } = await transaction
    .updateTable("subscription")
    .set(({ eb }) => ({ ends_at: eb("ends_at", "-", earlierMs) }))
    .where("id", "=", gone.subscription_id)
    .returning("ends_at")
    .executeTakeFirstOrThrow();
  return { endedAtMs: endsAtMs + earlierMs, endsAtMs };
}

/** Closes the invoice, unless another transfer paid it as well. */
async function closeUnpaid(transaction: Transaction<Schema>, invoiceId: string): Promise<void> {
  await transaction
    .updateTable("invoice")
    .set({ state: "closed" })
    .where("id", "=", invoiceId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("payment").select("payment.id").where("invoice_id", "=", invoiceId))),
    )
    .execute();
}
