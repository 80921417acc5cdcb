import { createVault } from "../../server/access/vault.ts";
import type { Mail } from "../../server/account/mail/email-texts.ts";
import type { createOutbox } from "../../server/account/mail/outbox.ts";
import { addEntry } from "../../server/payment/balance.ts";
import { submitClaim } from "../../server/payment/claims.ts";
import type { Claim } from "../../server/payment/claims.ts";
import { openInvoice } from "../../server/payment/invoices.ts";
import type { Invoice } from "../../server/payment/invoices.ts";
import { recordResponse } from "../../server/payment/node-responses.ts";
import type { RecordDeps } from "../../server/payment/node-responses.ts";
import { FIRST_PLANS } from "../../server/payment/plans.ts";
import type { PaymentTerms, Plan } from "../../server/payment/plans.ts";
import { assignWithin } from "../../server/payment/review-actions.ts";
import type { Assignment } from "../../server/payment/review-actions.ts";
import { readReceipt } from "../../server/payment/tron/receipt.ts";
import type { Receipt } from "../../server/payment/tron/receipt.ts";
import type { DrawNumber } from "../../server/payment/unique-amount.ts";
import { serialized } from "../../server/store/serialized.ts";
import type { Store } from "../../server/store/store.ts";
import { RECEIVER, receiptOf, USDT } from "./tron-node.ts";
import type { TransferSpec } from "./tron-node.ts";

const [first] = FIRST_PLANS;
export const MONTH: Plan = first as Plan;
export const TERMS: PaymentTerms = { contract: USDT, addresses: [RECEIVER] };

export const vault = createVault(new Uint8Array(32).fill(7));

export function hashOf(number: number): string {
  return number.toString(16).padStart(64, "c");
}

export function accountRow(id: string, email = `${id}@operator.example`) {
  const at = "2026-01-01T00:00:00.000Z";
  const verified = { email, email_verified: 1 as const, lang: "en" };
  return { id, name: "", image: null, ...verified, created_at: at, updated_at: at };
}

export async function anAccount(store: Store, id: string): Promise<string> {
  await store.db
    .insertInto("account_user")
    .values(accountRow(id))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return id;
}

/** An invoice of the account, as the plans page creates it. */
export async function anInvoice(
  store: Store,
  accountId: string,
  nowMs: number,
  { plan = MONTH, draw }: { plan?: Plan; draw?: DrawNumber } = {},
): Promise<Invoice> {
  await anAccount(store, accountId);
  const order = { accountId, plan, terms: TERMS };
  const invoice = await serialized(store, (within) => openInvoice(within, order, nowMs, draw));
  if (typeof invoice === "string") {
    throw new Error(`The invoice was refused: ${invoice}.`);
  }
  return invoice;
}

export async function aClaim(
  store: Store,
  invoice: Invoice,
  hash: string,
  nowMs: number,
): Promise<Claim> {
  const claim = await serialized(store, (within) => submitClaim(within, invoice, hash, nowMs));
  if (typeof claim === "string") {
    throw new Error(`The claim was refused: ${claim}.`);
  }
  return claim;
}

/** Claims a payment for an invoice, or its id, and lets it arrive, with `more` in addition to the amount. */
export async function pays(
  store: Store,
  invoice: Invoice | string,
  number: number,
  sentMs: number,
  { more = 0, foundMs = sentMs } = {},
): Promise<Claim> {
  const whole =
    typeof invoice === "string"
      ? await store.db
          .selectFrom("invoice")
          .selectAll()
          .where("id", "=", invoice)
          .executeTakeFirstOrThrow()
      : invoice;
  const claim = await aClaim(store, whole, hashOf(number), sentMs);
  const transfers = [{ to: RECEIVER, amount: whole.amount + more }];
  return decided(store, claim, aReceipt(hashOf(number), sentMs, transfers), foundMs);
}

export async function putBalance(store: Store, amount: number, nowMs: number): Promise<void> {
  const { id } = await store.db.selectFrom("account_user").select("id").executeTakeFirstOrThrow();
  const entry = { account_id: id, kind: "twice", amount, at: nowMs } as const;
  await serialized(store, (within) => addEntry(within, entry));
}

export function recordDeps(store: Store, nowMs: number): RecordDeps {
  const { contract, addresses } = TERMS;
  const by = { now: () => nowMs, random: () => 0.5, log: () => {} };
  return { store, vault, contract, addresses, ...by };
}

export async function decided(
  store: Store,
  claim: Claim,
  receipt: Receipt,
  nowMs: number,
): Promise<Claim> {
  const lookup = { tx_hash: receipt.hash, looks: 0 };
  const response = { kind: "solid", receipt } as const;
  const time = { solidMs: nowMs, clockAheadMs: 0 };
  await recordResponse(recordDeps(store, nowMs), lookup, response, time);
  return store.db
    .selectFrom("claim")
    .selectAll()
    .where("id", "=", claim.id)
    .executeTakeFirstOrThrow();
}

export function aReceipt(
  hash: string,
  blockTimeMs: number,
  transfers: readonly TransferSpec[],
): Receipt {
  const receipt = readReceipt(receiptOf(hash, blockTimeMs, transfers), hash);
  if (!receipt) {
    throw new Error("This is not a receipt.");
  }
  return receipt;
}

export function assign(
  store: Store,
  {
    id,
    email = "",
    term = { plan: "30 days" },
    force = false,
  }: Partial<Assignment> & { id: string },
  nowMs: number,
) {
  return serialized(store, (transaction) =>
    assignWithin(transaction, vault, { id, email, term, force }, nowMs),
  );
}

export async function takeEmails(outbox: ReturnType<typeof createOutbox>, nowMs: number) {
  const emails: Mail[] = [];
  for (let taken = await outbox.take(nowMs); taken; taken = await outbox.take(nowMs)) {
    emails.push(taken.mail as Mail);
    await outbox.recordSent(taken, nowMs);
  }
  return emails;
}
