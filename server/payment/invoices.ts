import { randomInt } from "node:crypto";
import type { Selectable, Transaction } from "kysely";
import { newId } from "../access/base62.ts";
import { audit } from "../account/audit-log.ts";
import type { PaymentSchema } from "../store/payment-schema.ts";
import type { Schema } from "../store/schema.ts";
import { everybody, serialized, type Permit } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import type { PaymentTerms, Plan } from "./plan.ts";
import type { MicroUsdt } from "./usdt.ts";

/** What one account has to pay for one term of a plan. No other live invoice has its amount and address. */
export type Invoice = Readonly<Selectable<PaymentSchema["invoice"]>>;

/** Who orders which plan. */
export interface InvoiceOrder {
  readonly accountId: string;
  readonly plan: Plan;
  readonly terms: PaymentTerms;
  /** Throws, within the transaction, when the account may no longer order. */
  readonly permit?: Permit;
}

const HOUR_MS = 3_600_000;
/** How long an invoice can be paid. */
const VALID_MS = 2 * HOUR_MS;
/** How much longer a payment is accepted that was already on its way. */
const GRACE_MS = 24 * HOUR_MS;
const MAX_VALID = 2;
/** Unpaid invoices in about a day, cancelled ones included, so that nobody can use up all amounts. */
const MAX_RECENT = 10;

/** Tells payers of the same price apart: 1 to `steps` times `step` is added, less than 1 USDT in all. */
interface Salt {
  readonly step: MicroUsdt;
  readonly steps: number;
}
/** More exchanges accept four decimals than six. */
const COARSE: Salt = { step: 100, steps: 9_999 };
/** For when hardly any coarse amount is free. */
const FINE: Salt = { step: 1, steps: 999_999 };
const DRAWS = 50;
/** How long a closed invoice's amount is not given to anybody else: its payment may come late. */
const REST_MS = 30 * 24 * HOUR_MS;

/** A whole number from 1 to `max`. Random, so that neighbours cannot be guessed. */
export type DrawSalt = (max: number) => number;

/** Why there is no invoice. `too_many`: the account has others open, or no amount is free. */
export type InvoiceRefusal = "too_many" | "too_many_today";

/** The account's invoice for the plan: the one that is still valid, or a new one. */
export function openInvoice(
  store: Store,
  order: InvoiceOrder,
  nowMs: number,
  drawSalt: DrawSalt = (max) => randomInt(1, max + 1),
): Promise<Invoice | InvoiceRefusal> {
  return serialized(store, async (transaction) => {
    await (order.permit ?? everybody)(transaction);
    await closeOutdated(transaction, nowMs);
    const recent = await transaction
      .selectFrom("invoice")
      .selectAll()
      .where("account_id", "=", order.accountId)
      .where("state", "!=", "paid")
      .where("closes_at", ">", nowMs)
      .execute();
    const valid = recent.filter(({ state, expires_at: expiresAtMs }) => {
      return state === "open" && nowMs < expiresAtMs;
    });
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
    if (valid.length >= MAX_VALID) {
      return "too_many";
    }
    if (recent.length >= MAX_RECENT) {
      return "too_many_today";
    }
    const made = await drawInvoice(transaction, order, nowMs, drawSalt);
    if (made === undefined) {
      return "too_many";
    }
    await audit(transaction, order.accountId, "plan_chosen", nowMs, { plan: made.plan });
    return made;
  });
}

/**
 * Cancels an open invoice of the account, so that another plan can be chosen. A payment of its amount
 * still pays it: somebody may have sent it just before.
 *
 * @param permit throws, within the transaction, when the account may no longer cancel.
 * @returns whether there was an open invoice with this id.
 */
export function cancelInvoice(
  store: Store,
  accountId: string,
  id: string,
  nowMs: number,
  permit: Permit = everybody,
): Promise<boolean> {
  return serialized(store, async (transaction) => {
    await permit(transaction);
    const cancelled = await transaction
      .updateTable("invoice")
      .set({ state: "closed" })
      .where("id", "=", id)
      .where("account_id", "=", accountId)
      .where("state", "=", "open")
      .returning("plan")
      .executeTakeFirst();
    if (cancelled !== undefined) {
      await audit(transaction, accountId, "invoice_cancelled", nowMs, cancelled);
    }
    return cancelled !== undefined;
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

/** Closes invoices whose time is over, unless a claim for one is still being looked up. */
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

/** The account's invoices that can still be paid, in their grace period too, the newest first. */
export async function liveInvoices(
  store: Store,
  accountId: string,
  nowMs: number,
): Promise<Invoice[]> {
  return store.db
    .selectFrom("invoice")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("state", "=", "open")
    .where("closes_at", ">=", nowMs)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}
