import { createVault } from "../../server/access/vault.ts";
import { submitClaim } from "../../server/payment/claims.ts";
import type { Claim } from "../../server/payment/claims.ts";
import { decideClaim } from "../../server/payment/decide-claim.ts";
import type { Decision } from "../../server/payment/decide-claim.ts";
import { openInvoice } from "../../server/payment/invoices.ts";
import type { Invoice } from "../../server/payment/invoices.ts";
import type { PaymentRules, PaymentTerms, Plan } from "../../server/payment/plan.ts";
import { readReceipt } from "../../server/payment/tron/receipt.ts";
import type { Receipt } from "../../server/payment/tron/receipt.ts";
import type { DrawNumber } from "../../server/payment/unique-amount.ts";
import type { Store } from "../../server/store/store.ts";
import { RECEIVER, receiptOf, USDT } from "./tron-node.ts";
import type { TransferOrder } from "./tron-node.ts";

export const MONTH: Plan = { name: "Month", days: 30, price: 49_000_000 };
export const TERMS: PaymentTerms = { plans: [MONTH], contract: USDT, addresses: [RECEIVER] };

export const RULES: PaymentRules = { plans: [MONTH], overpaid: "balance", late: "credit" };

/** A vault whose key everybody knows. */
export const vault = createVault(new Uint8Array(32).fill(7));

/** A hash like any other, one for each number. */
export function hashOf(number: number): string {
  return number.toString(16).padStart(64, "c");
}

/** An account with nothing but its name. */
export async function anAccount(store: Store, id: string): Promise<string> {
  await store.db
    .insertInto("account_user")
    .values({
      id,
      name: "",
      email: `${id}@operator.example`,
      email_verified: 1,
      image: null,
      lang: "en",
      created_at: "2026-01-01T00:00:00.000Z",
      updated_at: "2026-01-01T00:00:00.000Z",
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return id;
}

/** An invoice of the account, as the plan page makes it. */
export async function anInvoice(
  store: Store,
  accountId: string,
  nowMs: number,
  options: { plan?: Plan; terms?: PaymentTerms; draw?: DrawNumber } = {},
): Promise<Invoice> {
  const { plan = MONTH, terms = TERMS, draw } = options;
  await anAccount(store, accountId);
  const invoice = await openInvoice(store, { accountId, plan, terms }, nowMs, draw);
  if (typeof invoice === "string") {
    throw new Error(`The invoice was refused: ${invoice}.`);
  }
  return invoice;
}

/** A claim of the transaction for the invoice. */
export async function aClaim(
  store: Store,
  invoice: Invoice,
  hash: string,
  nowMs: number,
): Promise<Claim> {
  const claim = await submitClaim(store, invoice, hash, nowMs);
  if (typeof claim === "string") {
    throw new Error(`The claim was refused: ${claim}.`);
  }
  return claim;
}

/** What became of a claim by the receipt of its transaction. */
export function decided(
  store: Store,
  claim: Claim,
  receipt: Receipt,
  nowMs: number,
  { clockAheadMs = 0, rules = RULES, sealing = vault } = {},
): Promise<Decision> {
  return decideClaim({ store, vault: sealing, rules }, claim, receipt, { nowMs, clockAheadMs });
}

/** The receipt of a solid transaction with these transfers. */
export function aReceipt(
  hash: string,
  blockTimeMs: number,
  transfers: readonly TransferOrder[],
): Receipt {
  const receipt = readReceipt(receiptOf(hash, blockTimeMs, transfers), hash);
  if (!receipt) {
    throw new Error("That is no receipt.");
  }
  return receipt;
}
