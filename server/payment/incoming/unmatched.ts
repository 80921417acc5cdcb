import type { Transaction } from "kysely";
import { newId } from "../../access/base62.ts";
import type { Vault } from "../../access/vault.ts";
import { audit } from "../../account/audit-log.ts";
import { recordAct } from "../../owner/acts.ts";
import { serialized } from "../../store/serialized.ts";
import type { Store } from "../../store/store.ts";
import { readSum } from "../../store/stored-value.ts";
import type { Schema } from "../../store/tables.ts";
import { plansAt } from "../catalog.ts";
import { credit } from "../credit.ts";
import type { Credited } from "../credit.ts";
import { CaseRefused, ReviewError } from "../errors.ts";
import type { Invoice } from "../invoices.ts";
import type { Plan } from "../plan.ts";
import { rivalsOf, unknownCase } from "../review.ts";
import { termOf } from "../term.ts";
import type { BoughtTerm } from "../term.ts";
import { formatUsdt } from "../usdt.ts";

/** A transfer that arrived, that nobody named, and that pays no invoice by itself. */
export interface UnmatchedTransfer {
  readonly id: string;
  readonly reason: string;
  readonly hash: string;
  readonly logIndex: number;
  /** Addresses as people write them. */
  readonly from: string;
  readonly to: string;
  /** In millionths of a USDT. */
  readonly paid: bigint;
  /** When it was paid, epoch ms. */
  readonly paidAtMs: number;
  /** What it nearly pays: the account's address, null where it was deleted, and the plan. */
  readonly nearly: { readonly email: string | null; readonly plan: string } | null;
}

/** A person's decision to credit a transfer that nobody named. */
export interface TransferAssignment {
  readonly transferId: string;
  /** Whose it is, by e-mail address; null: the account whose invoice it nearly pays. */
  readonly email: string | null;
  readonly term: BoughtTerm;
  /** Credit it even though other accounts name the same transaction. */
  readonly force: boolean;
}

/** Whether this is the id of a transfer from the chain, and not of a claim. */
export function isTransferId(id: string): boolean {
  return id.startsWith("trf_");
}

/** The unmatched transfers, the oldest first. Those that a claim in review names are not among them. */
export async function listUnmatched(store: Store): Promise<UnmatchedTransfer[]> {
  const rows = await selectUnmatched(store.db)
    .leftJoin("invoice", "invoice.id", "incoming_transfer.invoice_id")
    .leftJoin("account_user", "account_user.id", "invoice.account_id")
    .selectAll("incoming_transfer")
    .select(["invoice.plan", "account_user.email"])
    .orderBy("incoming_transfer.block_time")
    .orderBy("incoming_transfer.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    reason: row.reason ?? "unassigned",
    hash: row.tx_hash,
    logIndex: row.log_index,
    from: row.from_address,
    to: row.to_address,
    paid: readSum(row.amount, ["incoming_transfer", row.id]),
    paidAtMs: row.block_time,
    nearly: row.plan === null ? null : { email: row.email, plan: row.plan },
  }));
}

/** The unmatched transfers that were sent for invoices of an account, the newest first. */
export function transfersInReview({ db }: Pick<Store, "db">, accountId: string) {
  return selectUnmatched(db)
    .innerJoin("invoice", "invoice.id", "incoming_transfer.invoice_id")
    .select([
      "incoming_transfer.tx_hash as hash",
      "incoming_transfer.amount",
      "incoming_transfer.reason",
      "incoming_transfer.recorded_at as atMs",
      "invoice.id as invoiceId",
      "invoice.plan",
    ])
    .where("invoice.account_id", "=", accountId)
    .orderBy("incoming_transfer.recorded_at", "desc")
    .orderBy("incoming_transfer.id")
    .execute();
}

/** How many transfers are unmatched, `most` at most. */
export async function countUnmatched({ db }: Pick<Store, "db">, most: number): Promise<number> {
  const rows = await selectUnmatched(db).select("incoming_transfer.id").limit(most).execute();
  return rows.length;
}

/**
 * Credits an unmatched transfer to an account.
 *
 * @param plans those of the settings: what is on sale can be named, and the plan of the invoice that it nearly pays.
 * @throws ReviewError when there is no such transfer, account or plan, when it was credited meanwhile, or
 *   when accounts name it.
 */
export function assignTransfer(
  store: Store,
  vault: Vault,
  assignment: TransferAssignment,
  plans: readonly Plan[],
  nowMs: number,
): Promise<Credited> {
  return serialized(store, (transaction) =>
    assignTransferWithin(transaction, vault, assignment, plans, nowMs),
  );
}

/** The same, within the caller's transaction. */
export async function assignTransferWithin(
  transaction: Transaction<Schema>,
  vault: Vault,
  { transferId, email, term, force }: TransferAssignment,
  plans: readonly Plan[],
  nowMs: number,
): Promise<Credited> {
  const transfer = await selectUnmatched(transaction)
    .selectAll("incoming_transfer")
    .where("incoming_transfer.id", "=", transferId)
    .executeTakeFirst();
  if (transfer === undefined) {
    throw unknownCase(transferId);
  }
  const amount = Number(transfer.amount);
  if (!Number.isSafeInteger(amount)) {
    throw new ReviewError(
      "The amount is beyond all USDT there is: look at the node, and dismiss it.",
    );
  }
  const near = await nearInvoice(transaction, transfer.invoice_id);
  const accountId = await ownerOf(transaction, email, near);
  const named = { tx_hash: transfer.tx_hash, account_id: accountId };
  const rivals = force ? [] : await rivalsOf(transaction, named);
  if (rivals.length > 0) {
    throw new CaseRefused(
      "named_by_others",
      `This transfer is claimed by ${rivals.join(", ")}. Find out who sent it from ${transfer.from_address}.`,
    );
  }
  const own = near?.account_id === accountId ? near : undefined;
  const bought = termOf(term, own, await plansAt(transaction, plans, nowMs));
  const invoice = own ?? {
    id: newId("inv"),
    from_balance: 0,
    continues: null,
    account_id: accountId,
    ...bought,
    price: amount,
    contract: transfer.contract,
    address: transfer.to_address,
    amount,
    state: "paid" as const,
    created_at: nowMs,
    expires_at: nowMs,
    closes_at: nowMs,
    network: null,
  };
  if (own === undefined) {
    await transaction.insertInto("invoice").values(invoice).execute();
  }
  const detail = { hash: transfer.tx_hash, plan: bought.plan, amount: formatUsdt(amount) };
  await recordAct(transaction, { action: "assigned", accountId, detail }, nowMs);
  const credited = {
    hash: transfer.tx_hash,
    logIndex: transfer.log_index,
    from: transfer.from_address,
    to: transfer.to_address,
    amount,
    blockTimeMs: transfer.block_time,
  };
  const purchase = {
    invoice: { ...invoice, ...bought },
    transfer: credited,
    by: "person",
  } as const;
  return credit(transaction, vault, purchase, nowMs);
}

/**
 * Ends an unmatched transfer without crediting it, such as one that was paid back. Whose invoice it came
 * too late for is told so.
 *
 * @throws ReviewError when there is no such transfer.
 */
export function dismissTransfer(store: Store, transferId: string, nowMs: number): Promise<void> {
  return serialized(store, async (transaction) => {
    const transfer = await selectUnmatched(transaction)
      .leftJoin("invoice", "invoice.id", "incoming_transfer.invoice_id")
      .leftJoin("account_user", "account_user.id", "invoice.account_id")
      .select(["incoming_transfer.tx_hash", "incoming_transfer.reason"])
      .select("account_user.id as accountId")
      .where("incoming_transfer.id", "=", transferId)
      .executeTakeFirst();
    if (transfer === undefined) {
      throw unknownCase(transferId);
    }
    const { tx_hash: hash, reason, accountId } = transfer;
    // Who was told that it waits.
    if (accountId !== null && reason === "invoice_expired") {
      await audit(transaction, accountId, "payment_dismissed", nowMs, { hash });
    }
    await recordAct(transaction, { action: "dismissed", accountId, detail: { hash } }, nowMs);
    await transaction
      .updateTable("incoming_transfer")
      .set({ dismissed_at: nowMs })
      .where("id", "=", transferId)
      .execute();
  });
}

function selectUnmatched(db: Store["db"]) {
  return db
    .selectFrom("incoming_transfer")
    .where("incoming_transfer.dismissed_at", "is", null)
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
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("balance_entry")
            .select("balance_entry.id")
            .whereRef("balance_entry.contract", "=", "incoming_transfer.contract")
            .whereRef("balance_entry.tx_hash", "=", "incoming_transfer.tx_hash")
            .whereRef("balance_entry.log_index", "=", "incoming_transfer.log_index"),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("claim")
            .select("claim.id")
            .whereRef("claim.tx_hash", "=", "incoming_transfer.tx_hash")
            .whereRef("claim.log_index", "=", "incoming_transfer.log_index")
            .where("claim.state", "=", "review"),
        ),
      ),
    );
}

async function nearInvoice(
  transaction: Transaction<Schema>,
  id: string | null,
): Promise<Invoice | undefined> {
  return transaction
    .selectFrom("invoice")
    .selectAll()
    .where("id", "=", id ?? "")
    .executeTakeFirst();
}

async function ownerOf(
  transaction: Transaction<Schema>,
  email: string | null,
  near: Invoice | undefined,
): Promise<string> {
  if (email === null && near === undefined) {
    throw new CaseRefused("nobodys", "It fits no invoice.");
  }
  const account = await transaction
    .selectFrom("account_user")
    .select("id")
    .where(email === null ? "id" : "email", "=", email ?? near?.account_id ?? "")
    .executeTakeFirst();
  if (account === undefined) {
    throw new ReviewError(
      email === null
        ? "The account of this payment was deleted: dismiss it, and pay it back."
        : `There is no account ${JSON.stringify(email)}.`,
    );
  }
  return account.id;
}
