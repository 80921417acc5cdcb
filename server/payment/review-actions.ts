import { InvalidInput } from "../access/invalid-input.ts";
import type { Vault } from "../access/vault.ts";
import { audit, recordAction } from "../store/audit.ts";
import type { Transaction } from "../store/store.ts";
import { credit } from "./credit.ts";
import type { Credited } from "./credit.ts";
import { insertPaid } from "./invoices.ts";
import type { Invoice } from "./invoices.ts";
import { plansOnSale } from "./plans.ts";
import type { Plan } from "./plans.ts";
import { formatUsdt } from "./usdt.ts";

/* A person's actions on a payment in review: crediting or dismissing it. */

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
      "This transfer was already credited to another account. If that was a mistake, take the days from that account and give them to this one, on their pages. Then dismiss this claim.",
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
  };
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
