import type { Selectable, Transaction } from "kysely";
import { audit } from "../store/audit.ts";
import { newId } from "../store/ids.ts";
import { everybody, serialized } from "../store/serialized.ts";
import type { Permit } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";
import { balanceOf } from "./balance.ts";
import type { PaymentTerms, Plan } from "./plans.ts";
import { drawAtRandom, REST_MS, resting, uniqueAmount } from "./unique-amount.ts";
import type { DrawNumber } from "./unique-amount.ts";
import { CENT } from "./usdt.ts";
import type { MicroUsdt } from "./usdt.ts";

/**
 * What one account has to pay for one term of a plan. No other live invoice has its amount and address.
 * All of it costs `amount` and `from_balance`.
 */
export type Invoice = Readonly<Selectable<Schema["invoice"]>>;

/** Who orders which plan. */
export interface InvoiceOrder {
  readonly accountId: string;
  readonly plan: Plan;
  readonly terms: PaymentTerms;
  /** The network of the client, as `networkOf` gives it; null: many people may share its address. */
  readonly network?: string | null;
  /** Throws, within the transaction, when the account may no longer order. */
  readonly permit?: Permit;
}

const HOUR_MS = 3_600_000;
/** How long an invoice can be paid. */
const VALID_MS = 2 * HOUR_MS;
/** How much longer a payment is accepted that was already on its way. */
const GRACE_MS = 24 * HOUR_MS;
const MAX_VALID = 2;
/** Unpaid invoices in about a day, cancelled ones included, so that one account cannot use up all amounts. */
const MAX_RECENT = 10;

/** Amounts of unpaid invoices that rest. An account with as many is asked for one of its own again. */
const MAX_AMOUNTS = 10;
/** The same of all accounts that order from one network. */
const MAX_AMOUNTS_OF_NETWORK = 30;

/**
 * Why there is no invoice. `too_many`: the account has others open. `too_many_here`: the network has too many
 * unpaid. `none_free`: all amounts are given out, and only another receiving address brings more.
 */
export type InvoiceRefusal = "too_many" | "too_many_today" | "too_many_here" | "none_free";

/**
 * The account's invoice for the plan: the one that is still valid, or a new one. It asks for what the
 * account's balance does not cover. A balance that covers all of it is left alone: see `buyFromBalance`.
 */
export function openInvoice(
  store: Store,
  order: InvoiceOrder,
  nowMs: number,
  draw: DrawNumber = drawAtRandom,
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
    const valid = recent.filter((each) => isValid(each, nowMs));
    const balance = await balanceOf(transaction, order.accountId);
    const fromBalance = balanceShare(balance, order.plan);
    const same = valid.find((each) => isFor(each, order));
    if (same?.from_balance === fromBalance) {
      return same;
    }
    if (same !== undefined) {
      await closeInvoice(transaction, same.id);
    } else if (valid.length >= MAX_VALID) {
      return "too_many";
    }
    if (recent.length >= MAX_RECENT) {
      return "too_many_today";
    }
    const { accountId, plan, terms, network = null } = order;
    const { contract, addresses } = terms;
    const unpaid = await resting(transaction, contract, addresses, nowMs)
      .select(["account_id", "network", "address", "amount"])
      .where("state", "!=", "paid")
      .where((eb) => eb.or([eb("account_id", "=", accountId), eb("network", "=", network)]))
      .execute();
    const ofAccount = unpaid.filter(({ account_id: id }) => id === accountId);
    const ofNetwork = unpaid.filter((each) => network !== null && each.network === network);
    const isAccountFull = amountsOf(ofAccount) >= MAX_AMOUNTS;
    const isFull = isAccountFull || amountsOf(ofNetwork) >= MAX_AMOUNTS_OF_NETWORK;
    const draft = {
      account_id: accountId,
      plan: plan.name,
      days: plan.days,
      price: plan.price,
      contract,
      network,
      from_balance: fromBalance,
      continues: null,
    };
    const total = plan.price - fromBalance;
    const ownOf = isFull ? accountId : undefined;
    const made = await insertInvoice(transaction, draft, addresses, total, nowMs, draw, ownOf);
    if (made === undefined) {
      const full = isAccountFull ? "too_many_today" : "too_many_here";
      return isFull ? full : "none_free";
    }
    await audit(transaction, order.accountId, "plan_chosen", nowMs, { plan: made.plan });
    return made;
  });
}

/**
 * Which of an account's invoices choosing a plan would show again; undefined: it would make another one.
 *
 * @param balance what the account has by now: invoices that took another share of it are replaced.
 */
export function sameInvoice(
  invoices: readonly Invoice[],
  order: Pick<InvoiceOrder, "plan" | "terms">,
  balance: MicroUsdt,
  nowMs: number,
): Invoice | undefined {
  const same = invoices.find((each) => isValid(each, nowMs) && isFor(each, order));
  return same?.from_balance === balanceShare(balance, order.plan) ? same : undefined;
}

/** How many amounts invoices keep from others. */
function amountsOf(invoices: readonly Pick<Invoice, "address" | "amount">[]): number {
  return new Set(invoices.map(({ address, amount }) => `${address} ${amount % CENT}`)).size;
}

function isValid({ state, expires_at: expiresAtMs }: Invoice, nowMs: number): boolean {
  return state === "open" && nowMs < expiresAtMs;
}

function isFor(
  { plan, days, price, contract, address }: Invoice,
  order: Pick<InvoiceOrder, "plan" | "terms">,
): boolean {
  return (
    plan === order.plan.name &&
    days === order.plan.days &&
    price === order.plan.price &&
    contract === order.terms.contract &&
    order.terms.addresses.includes(address)
  );
}

/** How much of a plan's price an invoice takes from the balance: nothing where that covers all of it. */
export function balanceShare(balance: MicroUsdt, { price }: Plan): MicroUsdt {
  return balance < price ? shareOf(balance, price) : 0;
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

/**
 * Asks for the rest of an invoice in one of its own, which takes its place. What the first asked for is
 * still taken, as it may have been sent.
 *
 * @param cost what the invoice costs in all.
 * @param balance how much of it is there.
 */
export async function continueInvoice(
  transaction: Transaction<Schema>,
  invoice: Invoice,
  { cost, balance }: { cost: MicroUsdt; balance: MicroUsdt },
  nowMs: number,
): Promise<void> {
  const fromBalance = shareOf(balance, cost);
  const { account_id, plan, days, price, contract, address } = invoice;
  const order = { account_id, plan, days, price, contract, network: null };
  const draft = { ...order, from_balance: fromBalance, continues: invoice.id };
  const rest = await insertInvoice(transaction, draft, [address], cost - fromBalance, nowMs);
  if (rest !== undefined) {
    await closeInvoice(transaction, invoice.id);
  }
}

/**
 * How much of a cost the balance pays. At least a cent is left to be asked for: an invoice tells its payer by
 * what its amount has below one.
 */
function shareOf(balance: MicroUsdt, cost: MicroUsdt): MicroUsdt {
  return Math.min(balance, cost - CENT);
}

/** The columns that are given; the others follow from the time and the amount. */
type Draft = Pick<Invoice, "account_id" | "plan" | "days" | "price" | "contract" | "network"> &
  Pick<Invoice, "from_balance" | "continues">;

/**
 * @param addresses where it can be paid: one of them is drawn.
 * @param total what is left to pay: at most this is asked for.
 * @param ownOf the account that gets only an amount of its own again; undefined: any free one.
 * @returns undefined where no amount is free at any address.
 */
async function insertInvoice(
  transaction: Transaction<Schema>,
  draft: Draft,
  addresses: readonly string[],
  total: MicroUsdt,
  nowMs: number,
  draw: DrawNumber = drawAtRandom,
  ownOf?: string,
): Promise<Invoice | undefined> {
  const { contract } = draft;
  const first = draw(addresses.length) - 1;
  for (const address of [...addresses.slice(first), ...addresses.slice(0, first)]) {
    const place = { contract, address };
    const amount = await uniqueAmount(transaction, place, total, nowMs, draw, ownOf);
    if (amount !== undefined) {
      const times = { expires_at: nowMs + VALID_MS, closes_at: nowMs + VALID_MS + GRACE_MS };
      return transaction
        .insertInto("invoice")
        .values({
          id: newId("inv"),
          ...draft,
          address,
          amount,
          state: "open",
          created_at: nowMs,
          ...times,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    }
  }
  return undefined;
}

/** Inserts an invoice that is paid already: by a balance, or as a person says. */
export function insertPaid(
  transaction: Transaction<Schema>,
  paid: Omit<Draft, "network" | "continues"> & Pick<Invoice, "address" | "amount">,
  nowMs: number,
): Promise<Invoice> {
  const times = { created_at: nowMs, expires_at: nowMs, closes_at: nowMs };
  return transaction
    .insertInto("invoice")
    .values({ id: newId("inv"), ...paid, state: "paid", ...times })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Asks no longer for what an invoice asks.
 *
 * @param by `continues`: for what is asked in its place.
 */
export async function closeInvoice(
  transaction: Transaction<Schema>,
  id: string,
  by: "id" | "continues" = "id",
): Promise<void> {
  await transaction
    .updateTable("invoice")
    .set({ state: "closed" })
    .where(by, "=", id)
    .where("state", "=", "open")
    .execute();
}

/** Closes invoices whose time is over, unless a claim for one is still being looked up, and forgets old networks. */
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
  await transaction
    .updateTable("invoice")
    .set({ network: null })
    .where("network", "is not", null)
    .where("closes_at", "<=", nowMs - REST_MS)
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

/** The id of the invoice that asks for the rest of another one; null: none does. */
export async function continuationOf({ db }: Store, id: string): Promise<string | null> {
  const row = await db
    .selectFrom("invoice")
    .select("id")
    .where("continues", "=", id)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
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
