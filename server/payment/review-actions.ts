import { InvalidInput } from "../access/invalid-input.ts";
import type { Vault } from "../access/vault.ts";
import { audit, recordAction } from "../store/audit.ts";
import { publishChange } from "../store/serialized.ts";
import type { StoredRow, Transaction } from "../store/store.ts";
import { credit } from "./credit.ts";
import type { Credited, TermChange } from "./credit.ts";
import { insertPaid } from "./invoices.ts";
import type { Invoice } from "./invoices.ts";
import { plansOnSale } from "./plans.ts";
import type { Plan } from "./plans.ts";
import { ofOneLog } from "./transfers.ts";
import { formatUsdt } from "./usdt.ts";

/* A person's actions on a payment in review: crediting it, taking that back, or dismissing it. */

export interface Assignment {
  /** The id of a transfer, or of a claim in review, which is credited to its account. */
  readonly id: string;
  readonly email: string;
  /** The amount paid may differ from the invoice's. */
  readonly term: BoughtTerm;
  /** Credits the transfer even if other accounts claim it. */
  readonly force: boolean;
}

/** A plan by its name, or days. */
export type BoughtTerm = { readonly plan: string } | { readonly days: number };

/**
 * Credits a transfer in review to an account, within the caller's transaction.
 *
 * @throws InvalidInput if there is no such case, account or plan, another account claims the transfer, or it was
 * credited in the meantime.
 */
export async function assignWithin(
  transaction: Transaction,
  vault: Vault,
  { id, email, term, force }: Assignment,
  nowMs: number,
): Promise<Credited> {
  const { transfer, claim } = await findInReview(transaction, id);
  const near = await transaction
    .selectFrom("invoice")
    .selectAll()
    .where("id", "=", claim?.invoice_id ?? transfer.invoice_id ?? "")
    .executeTakeFirst();
  const bought = termOf(term, near, await plansOnSale(transaction));
  const account = await transaction
    .selectFrom("account_user")
    .select("id")
    .where(claim ? "id" : "email", "=", claim?.account_id ?? email)
    .executeTakeFirst();
  if (account === undefined) {
    throw new InvalidInput(
      claim
        ? "This payment's account was deleted. Dismiss the payment and refund it."
        : `There is no account ${JSON.stringify(email)}.`,
    );
  }
  const accountId = account.id;
  if (transfer.state !== "review") {
    throw new InvalidInput(
      "This transfer was already credited to another claim. Dismiss this claim.",
    );
  }
  const rivals = force ? [] : await findRivals(transaction, transfer.tx_hash, accountId);
  if (rivals.length > 0) {
    throw new InvalidInput(
      `This transfer is claimed by ${rivals.join(", ")}${claim ? " as well" : ""}, and anyone can see it on the chain. Ask the claimants to prove that they control ${transfer.from_address}. Then dismiss the other claims, or tick “even if others claim it”.`,
    );
  }
  const amount = Number(transfer.amount);
  if (!Number.isSafeInteger(amount)) {
    throw new InvalidInput(
      "The amount exceeds all USDT in existence. Check the node and dismiss the payment.",
    );
  }
  const draft = {
    account_id: accountId,
    ...bought,
    price: amount,
    contract: transfer.contract,
    address: transfer.to_address,
    amount,
    from_balance: 0,
  };
  const invoice =
    near?.account_id === accountId ? near : await insertPaid(transaction, draft, nowMs);
  const detail = { hash: transfer.tx_hash, plan: bought.plan, amount: formatUsdt(amount) };
  await recordAction(transaction, { action: "assigned", accountId, detail }, nowMs);
  await transaction
    .updateTable("transfer")
    .set({ state: "paid", reason: null, invoice_id: invoice.id, decided_at: nowMs })
    .where("id", "=", transfer.id)
    .execute();
  await transaction
    .updateTable("claim")
    .set({ state: "paid", reason: null, decided_at: nowMs })
    .where("transfer_id", "=", transfer.id)
    .where("account_id", "=", accountId)
    .where("state", "=", "review")
    .execute();
  const purchase = {
    invoice: { ...invoice, ...bought },
    transfer: { ...transfer, amount },
    by: "person",
  } as const;
  return credit(transaction, vault, purchase, nowMs);
}

/** The email addresses of other accounts with an undecided claim of the same transaction. */
async function findRivals(
  transaction: Transaction,
  hash: string,
  accountId: string,
): Promise<string[]> {
  const rows = await transaction
    .selectFrom("claim")
    .leftJoin("account_user", "account_user.id", "claim.account_id")
    .select("account_user.email")
    .distinct()
    .where("claim.tx_hash", "=", hash)
    .where("claim.account_id", "!=", accountId)
    .where("claim.state", "in", ["waiting", "seen", "review"])
    .execute();
  return rows.map(({ email }) => email ?? "a deleted account");
}

/**
 * @param invoice its plan can be named even if it is no longer on sale.
 * @throws InvalidInput if there is no such plan.
 */
function termOf(
  term: BoughtTerm,
  invoice: Invoice | undefined,
  plans: readonly Plan[],
): { plan: string; days: number } {
  if ("days" in term) {
    return { plan: term.days === 1 ? "1 day" : `${term.days} days`, days: term.days };
  }
  if (term.plan === invoice?.plan) {
    return { plan: invoice.plan, days: invoice.days };
  }
  const found = plans.find(({ name }) => name === term.plan);
  if (found === undefined) {
    const ordered = invoice === undefined ? [] : [invoice.plan];
    const names = [...new Set([...ordered, ...plans.map(({ name }) => name)])];
    throw new InvalidInput(
      `There is no plan ${JSON.stringify(term.plan)}. Plans on sale: ${names.join(", ")}. Choose one of them, or enter a number of days.`,
    );
  }
  return { plan: found.name, days: found.days };
}

/**
 * Takes back an assignment, within the caller's transaction: the time it bought is withdrawn, and other payments
 * stay. The transfer is in review again. The key stays, and works as long as the subscription lasts.
 *
 * @param id the id of a claim or of a transfer.
 * @throws InvalidInput if it was not credited by a person.
 */
export async function unassignWithin(
  transaction: Transaction,
  id: string,
  nowMs: number,
): Promise<Omit<Credited, "startsAtMs">> {
  const claim = await transaction
    .selectFrom("claim")
    .select("transfer_id")
    .where("id", "=", id)
    .where("state", "=", "paid")
    .executeTakeFirst();
  const transferId = claim?.transfer_id ?? id;
  const payment = await transaction
    .selectFrom("transfer")
    .innerJoin("payment", ofOneLog)
    .selectAll("payment")
    .where("transfer.id", "=", transferId)
    .where("payment.credited_by", "=", "person")
    .executeTakeFirst();
  if (payment === undefined) {
    throw new InvalidInput(
      `The payment ${JSON.stringify(id)} was credited automatically; only a manual credit can be taken back.`,
    );
  }
  await transaction.deleteFrom("payment").where("id", "=", payment.id).execute();
  const ends = await shorten(transaction, payment);
  await publishChange(transaction);
  await transaction
    .updateTable("claim")
    .set({ state: "review", reason: "unassigned", decided_at: nowMs })
    .where("transfer_id", "=", transferId)
    .where("state", "=", "paid")
    .execute();
  // The payer of the transfer is unknown again.
  await transaction
    .updateTable("transfer")
    .set({ state: "review", reason: "unassigned", invoice_id: null, decided_at: nowMs })
    .where("id", "=", transferId)
    .execute();
  // The invoice closes unless another transfer also paid it.
  await transaction
    .updateTable("invoice")
    .set({ state: "closed" })
    .where("id", "=", payment.invoice_id)
    .where("id", "not in", (eb) => eb.selectFrom("payment").select("invoice_id"))
    .execute();
  const { account_id: accountId, plan, days, amount, tx_hash: hash } = payment;
  const detail = { plan, amount: formatUsdt(amount), hash };
  await audit(transaction, accountId, "payment_withdrawn", nowMs, detail);
  await recordAction(transaction, { action: "unassigned", accountId, detail }, nowMs);
  return { accountId, plan, days, amount, ...ends };
}

/**
 * Moves later terms to when they would have started, and the subscription's end with them. If the subscription had
 * lapsed before the next payment, that payment's term stays.
 */
async function shorten(
  transaction: Transaction,
  withdrawn: StoredRow<"payment">,
): Promise<Pick<TermChange, "previousEndMs" | "endsAtMs">> {
  const later = await transaction
    .selectFrom("payment")
    .selectAll()
    .where("subscription_id", "=", withdrawn.subscription_id)
    .where("starts_at", ">=", withdrawn.ends_at)
    .orderBy("starts_at")
    .execute();
  let earlierMs = withdrawn.ends_at - withdrawn.starts_at;
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
    .set((eb) => ({ ends_at: eb("ends_at", "-", earlierMs) }))
    .where("id", "=", withdrawn.subscription_id)
    .returning("ends_at")
    .executeTakeFirstOrThrow();
  return { previousEndMs: endsAtMs + earlierMs, endsAtMs };
}

/**
 * The transfer with this id, or that of the claim with this id, and that claim.
 *
 * @throws InvalidInput if neither is in review.
 */
async function findInReview(transaction: Transaction, id: string) {
  const claim = await transaction
    .selectFrom("claim")
    .selectAll()
    .where("id", "=", id)
    .where("state", "=", "review")
    .executeTakeFirst();
  const transfer = await transaction
    .selectFrom("transfer")
    .selectAll()
    .where("id", "=", claim?.transfer_id ?? id)
    .executeTakeFirst();
  if (transfer === undefined || (claim === undefined && transfer.state !== "review")) {
    throw new InvalidInput(
      `The payment ${JSON.stringify(id)} has already been decided, or does not exist. The remaining payments are below.`,
    );
  }
  return { transfer, claim };
}

/**
 * Rejects a claim in review without crediting anything; with the last claim of a transfer, the transfer is
 * dismissed. Or dismisses a transfer with all its claims, such as one that was refunded.
 *
 * @param id the id of a claim or of a transfer.
 * @throws InvalidInput if there is no such case.
 */
export async function dismiss(transaction: Transaction, id: string, nowMs: number): Promise<void> {
  const { transfer, claim } = await findInReview(transaction, id);
  const { id: transferId, tx_hash: hash, invoice_id: invoiceId, reason } = transfer;
  const rejected = await transaction
    .updateTable("claim")
    .set({ state: "rejected", reason: "dismissed", decided_at: nowMs })
    .where("transfer_id", "=", transferId)
    .where("state", "=", "review")
    .$if(claim !== undefined, (query) => query.where("id", "=", claim?.id ?? ""))
    .returning("account_id")
    .execute();
  // The account was informed that its late payment is in review.
  const payer = await transaction
    .selectFrom("invoice")
    .innerJoin("account_user", "account_user.id", "invoice.account_id")
    .select("invoice.account_id")
    .where("invoice.id", "=", reason === "invoice_expired" ? invoiceId : null)
    .executeTakeFirst();
  const informed = [...rejected, ...(claim === undefined && payer !== undefined ? [payer] : [])];
  for (const accountId of new Set(informed.map((row) => row.account_id))) {
    await audit(transaction, accountId, "payment_dismissed", nowMs, { hash });
  }
  const accountId = (claim ?? payer)?.account_id ?? null;
  await recordAction(transaction, { action: "dismissed", accountId, detail: { hash } }, nowMs);
  const inReview = transaction
    .selectFrom("claim")
    .select("transfer_id")
    .where("transfer_id", "=", transferId)
    .where("state", "=", "review");
  await transaction
    .updateTable("transfer")
    .set({ state: "dismissed", decided_at: nowMs })
    .where("id", "=", transferId)
    .where("state", "=", "review")
    .where("id", "not in", inReview)
    .execute();
}
