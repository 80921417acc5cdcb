import type { Transaction } from "kysely";
import type { Vault } from "../access/vault.ts";
import { recordAct } from "../owner/acts.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";
import { plansAt } from "./catalog.ts";
import { accountExists, credit } from "./credit.ts";
import type { Credited } from "./credit.ts";
import { CaseRefused, ReviewError } from "./errors.ts";
import { creditedLogs } from "./incoming/transfers.ts";
import type { Plan } from "./plan.ts";
import { rivalsOf, unknownCase } from "./review.ts";
import { termOf } from "./term.ts";
import type { BoughtTerm } from "./term.ts";
import { formatUsdt } from "./usdt.ts";

/** A person's decision to credit a claim in review. */
export interface Assignment {
  readonly claimId: string;
  /** What it buys: a plan by its name, or days. The amount paid may differ from the invoice's. */
  readonly term: BoughtTerm;
  /** Credit it even though other accounts claim the same transfer. */
  readonly force: boolean;
}

/**
 * Credits the transfer of a claim in review to the account that made the claim.
 *
 * @param plans those of the settings. What is on sale can be named, and the invoice's own plan.
 * @throws ReviewError when there is no such case or plan, another account claims the transfer, it was
 *   credited meanwhile, or the account was deleted.
 */
export function assign(
  store: Store,
  vault: Vault,
  assignment: Assignment,
  plans: readonly Plan[],
  nowMs: number,
): Promise<Credited> {
  return serialized(store, (transaction) =>
    assignWithin(transaction, vault, assignment, plans, nowMs),
  );
}

/** The same, within the caller's transaction. */
export async function assignWithin(
  transaction: Transaction<Schema>,
  vault: Vault,
  assignment: Assignment,
  plans: readonly Plan[],
  nowMs: number,
): Promise<Credited> {
  const claim = await transaction
    .updateTable("claim")
    .set({ state: "paid", reason: null, decided_at: nowMs })
    .where("id", "=", assignment.claimId)
    .where("state", "=", "review")
    .returningAll()
    .executeTakeFirst();
  if (claim === undefined || claim.log_index === null) {
    throw unknownCase(assignment.claimId);
  }
  const invoice = await transaction
    .selectFrom("invoice")
    .selectAll()
    .where("id", "=", claim.invoice_id)
    .executeTakeFirstOrThrow();
  const sold = await plansAt(transaction, plans, nowMs);
  const term = termOf(assignment.term, invoice, sold);
  if (!(await accountExists(transaction, claim.account_id))) {
    throw new ReviewError("The account of this payment was deleted: dismiss it, and pay it back.");
  }
  const credited = await creditedLogs(transaction, invoice.contract, claim.tx_hash);
  if (credited.has(claim.log_index)) {
    throw new ReviewError("This transfer was credited already, to another claim: dismiss it.");
  }
  const rivals = assignment.force ? [] : await rivalsOf(transaction, claim);
  if (rivals.length > 0) {
    throw new CaseRefused(
      "claimed_by_others",
      `This transfer is claimed by ${rivals.join(", ")} as well, and everybody can read it on the chain. Find out who sent it from ${claim.found_from}.`,
    );
  }
  const amount = Number(claim.found_amount);
  if (!Number.isSafeInteger(amount)) {
    throw new ReviewError(
      "The amount is beyond all USDT there is: look at the node, and dismiss it.",
    );
  }
  const { account_id: accountId, tx_hash: hash } = claim;
  const detail = { hash, plan: term.plan, amount: formatUsdt(amount) };
  await recordAct(transaction, { action: "assigned", accountId, detail }, nowMs);
  const transfer = {
    hash: claim.tx_hash,
    logIndex: claim.log_index,
    from: claim.found_from ?? "",
    to: claim.found_to ?? invoice.address,
    amount,
    blockTimeMs: claim.block_time ?? nowMs,
  };
  return credit(
    transaction,
    vault,
    { invoice: { ...invoice, ...term }, transfer, by: "person" },
    nowMs,
  );
}
