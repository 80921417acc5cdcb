import { randomInt } from "node:crypto";
import type { Selectable, Transaction } from "kysely";
import { newId } from "../access/base62.ts";
import type { PaymentSchema } from "../store/payment-schema.ts";
import { everybody, inTurn, type Permit } from "../store/revision.ts";
import type { Schema } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import type { PaymentTerms, Plan } from "./plan.ts";
import type { MicroUsdt } from "./usdt.ts";

/** What one account has to pay for one term of a plan. Amount and address are its alone while it lives. */
export type Invoice = Readonly<Selectable<PaymentSchema["invoice"]>>;

/** Who orders what. */
export interface InvoiceOrder {
  readonly accountId: string;
  readonly plan: Plan;
  readonly terms: PaymentTerms;
  /** Throws, within the transaction, where whoever orders may not do so any more. */
  readonly permit?: Permit;
}

const HOUR_MS = 3_600_000;
/** How long an invoice asks to be paid. */
const VALID_MS = 2 * HOUR_MS;
/** And how much longer a payment is taken that was on its way. */
const GRACE_MS = 24 * HOUR_MS;
const MAX_VALID = 2;
/** Nobody shall be able to use up the amounts. */
const MAX_LIVE = 10;

/** What tells the payers of one price apart: up to `steps` times `step` on top of it, below 1 USDT. */
interface Salt {
  readonly step: MicroUsdt;
  readonly steps: number;
}
/** Four decimals survive the forms of exchanges more often than six. */
const COARSE: Salt = { step: 100, steps: 9_999 };
/** For when somebody has opened invoices until hardly any of the others are free. */
const FINE: Salt = { step: 1, steps: 999_999 };
const DRAWS = 50;
/** So long a closed invoice's amount is not asked of anybody else: its payment may come late. */
const REST_MS = 30 * 24 * HOUR_MS;

/** A whole number from 1 to `max`. Random, so that neighbours cannot be guessed. */
export type DrawSalt = (max: number) => number;

/**
 * An invoice of the account for the plan: one that is still valid, else a new one.
 *
 * @returns `too_many` while others of the account are open, or when no amount is free.
 */
export function openInvoice(
  store: Store,
  order: InvoiceOrder,
  nowMs: number,
  drawSalt: DrawSalt = (max) => randomInt(1, max + 1),
): Promise<Invoice | "too_many"> {
  return inTurn(store, async (transaction) => {
    await (order.permit ?? everybody)(transaction);
    await closeOutdated(transaction, nowMs);
    const live = await transaction
      .selectFrom("invoice")
      .selectAll()
      .where("account_id", "=", order.accountId)
      .where("state", "=", "open")
      .execute();
    const valid = live.filter((invoice) => nowMs < invoice.expires_at);
    const same = valid.find(
      ({ plan, days, price, contract, address }) =>
        plan === order.plan.name &&
        days === order.plan.days &&
        price === order.plan.price &&
        contract === order.terms.contract &&
        order.terms.addresses.includes(address),
    );
    if (same !== undefined) {
      return same;
    }
    if (valid.length >= MAX_VALID || live.length >= MAX_LIVE) {
      return "too_many";
    }
    return (await drawInvoice(transaction, order, nowMs, drawSalt)) ?? "too_many";
  });
}

async function drawInvoice(
  transaction: Transaction<Schema>,
  { accountId, plan, terms }: InvoiceOrder,
  nowMs: number,
  drawSalt: DrawSalt,
): Promise<Invoice | undefined> {
  for (let draw = 0; draw < DRAWS; draw++) {
    const address = terms.addresses[draw % terms.addresses.length] ?? "";
    const { step, steps } = draw < DRAWS / 2 ? COARSE : FINE;
    const amount = plan.price + drawSalt(steps) * step;
    const rests = await transaction
      .selectFrom("invoice")
      .select("id")
      .where("contract", "=", terms.contract)
      .where("address", "=", address)
      .where("amount", "=", amount)
      .where("closes_at", ">", nowMs - REST_MS)
      .executeTakeFirst();
    if (rests !== undefined) {
      continue;
    }
    const made = await transaction
      .insertInto("invoice")
      .values({
        id: newId("inv"),
        account_id: accountId,
        plan: plan.name,
        days: plan.days,
        price: plan.price,
        contract: terms.contract,
        address,
        amount,
        state: "open",
        created_at: nowMs,
        expires_at: nowMs + VALID_MS,
        closes_at: nowMs + VALID_MS + GRACE_MS,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (made !== undefined) {
      return made;
    }
  }
  return undefined;
}

/** Frees the amounts of invoices that nobody paid; not while a transaction named for one is looked at. */
async function closeOutdated(transaction: Transaction<Schema>, nowMs: number): Promise<void> {
  await transaction
    .updateTable("invoice")
    .set({ state: "closed" })
    .where("state", "=", "open")
    .where("closes_at", "<", nowMs)
    .where("id", "not in", (query) =>
      query.selectFrom("claim").select("invoice_id").where("state", "in", ["waiting", "seen"]),
    )
    .execute();
}

/** An invoice of the account; undefined for any other id. */
export async function findInvoice(
  store: Store,
  accountId: string,
  id: string,
): Promise<Invoice | undefined> {
  return store.db
    .selectFrom("invoice")
    .selectAll()
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
}

/** The account's invoices that still ask to be paid, the newest first. */
export async function validInvoices(
  store: Store,
  accountId: string,
  nowMs: number,
): Promise<Invoice[]> {
  return store.db
    .selectFrom("invoice")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("state", "=", "open")
    .where("expires_at", ">", nowMs)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}
