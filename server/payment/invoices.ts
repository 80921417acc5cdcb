import { HOUR_MS } from "../../src/round/phases.ts";
import { audit } from "../store/audit.ts";
import { newId } from "../store/ids.ts";
import type { Store, StoredRow, Transaction } from "../store/store.ts";
import { readBalance } from "./balance.ts";
import type { PaymentTerms, Plan } from "./plans.ts";
import { drawAtRandom, RESERVED_MS, selectReservedAmounts, uniqueAmount } from "./unique-amount.ts";
import type { DrawNumber } from "./unique-amount.ts";
import { CENT } from "./usdt.ts";
import type { MicroUsdt } from "./usdt.ts";

/**
 * An account's invoice for one term of a plan. No other live invoice has its amount and address. The cost is
 * `amount` plus `from_balance`.
 */
export type Invoice = StoredRow<"invoice">;

export interface InvoiceInput {
  readonly accountId: string;
  readonly plan: Plan;
  readonly terms: PaymentTerms;
  /** The client's network, from `networkOf`; null if many people might share its address. */
  readonly network?: string | null;
}

/** How long an invoice asks for payment. */
const VALID_MS = 2 * HOUR_MS;
/** How much longer an invoice accepts its payment. Any later payment is late. */
const GRACE_MS = 24 * HOUR_MS;
/** Maximum unpaid invoices per account in about a day, including replaced ones, so that it cannot use up all amounts. */
const MAX_RECENT_INVOICES = 10;

/** Maximum amounts reserved for an account's unpaid invoices. At the maximum, its own amounts are reused. */
const MAX_AMOUNTS = 10;
/** Maximum amounts reserved for all accounts that order from one network. */
const MAX_AMOUNTS_OF_NETWORK = 30;

/**
 * Why there is no invoice. `too_many_today`: the account has too many unpaid in about a day. `too_many_here`: the
 * network has too many unpaid. `none_free`: all amounts are in use, and only another receiving address adds more.
 */
export type InvoiceRefusal = "too_many_today" | "too_many_here" | "none_free";

/**
 * The account's invoice for the plan: the valid one, or a new one, which replaces any other. A payment of a replaced
 * invoice still pays it, because it may just have been sent. An invoice asks for the part that the account's balance
 * does not cover. A balance that covers the whole price is not used: see `buyFromBalance`.
 */
export async function openInvoice(
  transaction: Transaction,
  input: InvoiceInput,
  nowMs: number,
  draw: DrawNumber = drawAtRandom,
): Promise<Invoice | InvoiceRefusal> {
  await closeOutdated(transaction, nowMs);
  const recent = await transaction
    .selectFrom("invoice")
    .selectAll()
    .where("account_id", "=", input.accountId)
    .where("state", "!=", "paid")
    .where("closes_at", ">", nowMs)
    .execute();
  const valid = recent.filter((invoice) => isValid(invoice, nowMs));
  const balance = await readBalance(transaction, input.accountId);
  const fromBalance = balanceShare(balance, input.plan);
  const same = valid.find(
    (invoice) => isFor(invoice, input) && invoice.from_balance === fromBalance,
  );
  if (same !== undefined) {
    return same;
  }
  if (recent.length >= MAX_RECENT_INVOICES) {
    return "too_many_today";
  }
  const { accountId, plan, terms, network = null } = input;
  const { contract, addresses } = terms;
  const unpaid = await selectReservedAmounts(transaction, contract, addresses, nowMs)
    .select(["account_id", "network", "address", "amount"])
    .where("state", "!=", "paid")
    .where((eb) => eb.or([eb("account_id", "=", accountId), eb("network", "=", network)]))
    .execute();
  const ofAccount = unpaid.filter(({ account_id: id }) => id === accountId);
  const ofNetwork = unpaid.filter((row) => network !== null && row.network === network);
  const isAccountFull = countAmounts(ofAccount) >= MAX_AMOUNTS;
  const isFull = isAccountFull || countAmounts(ofNetwork) >= MAX_AMOUNTS_OF_NETWORK;
  const draft = {
    account_id: accountId,
    plan: plan.name,
    days: plan.days,
    price: plan.price,
    contract,
    network,
    from_balance: fromBalance,
  };
  const total = plan.price - fromBalance;
  const ownOf = isFull ? accountId : undefined;
  const invoice = await insertInvoice(transaction, draft, addresses, total, nowMs, draw, ownOf);
  if (invoice === undefined) {
    const full = isAccountFull ? "too_many_today" : "too_many_here";
    return isFull ? full : "none_free";
  }
  for (const { id } of valid) {
    await closeInvoice(transaction, id);
  }
  await audit(transaction, input.accountId, "plan_chosen", nowMs, { plan: invoice.plan });
  return invoice;
}

function countAmounts(invoices: readonly Pick<Invoice, "address" | "amount">[]): number {
  return new Set(invoices.map(({ address, amount }) => `${address} ${amount % CENT}`)).size;
}

function isValid({ state, expires_at: expiresAtMs }: Invoice, nowMs: number): boolean {
  return state === "open" && nowMs < expiresAtMs;
}

function isFor({ plan, days, price, contract, address }: Invoice, input: InvoiceInput): boolean {
  return (
    plan === input.plan.name &&
    days === input.plan.days &&
    price === input.plan.price &&
    contract === input.terms.contract &&
    input.terms.addresses.includes(address)
  );
}

/**
 * The share of a plan's price that an invoice takes from the balance; 0 if the balance covers the whole price. At least
 * a cent remains to be paid, because the digits below a cent identify the invoice.
 */
function balanceShare(balance: MicroUsdt, { price }: Plan): MicroUsdt {
  return balance < price ? Math.min(balance, price - CENT) : 0;
}

/** The columns of an invoice that its time and amount do not determine. */
type Draft = Pick<
  Invoice,
  "account_id" | "plan" | "days" | "price" | "contract" | "network" | "from_balance"
>;

/**
 * @param addresses where it can be paid; one of them is drawn.
 * @param total the amount still due, which the invoice's amount never exceeds.
 * @param ownOf the account whose own amounts are reused; undefined for any free amount.
 * @returns undefined if no amount is free at any address.
 */
async function insertInvoice(
  transaction: Transaction,
  draft: Draft,
  addresses: readonly string[],
  total: MicroUsdt,
  nowMs: number,
  draw: DrawNumber,
  ownOf?: string,
): Promise<Invoice | undefined> {
  const { contract } = draft;
  const first = draw(addresses.length) - 1;
  for (const address of [...addresses.slice(first), ...addresses.slice(0, first)]) {
    const receiver = { contract, address };
    const amount = await uniqueAmount(transaction, receiver, total, nowMs, draw, ownOf);
    if (amount !== undefined) {
      return transaction
        .insertInto("invoice")
        .values({
          id: newId("inv"),
          ...draft,
          address,
          amount,
          state: "open",
          created_at: nowMs,
          expires_at: nowMs + VALID_MS,
          closes_at: nowMs + VALID_MS + GRACE_MS,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    }
  }
  return undefined;
}

/** Inserts a paid invoice, for a purchase from a balance or a manual credit. */
export function insertPaid(
  transaction: Transaction,
  paid: Omit<Draft, "network"> & Pick<Invoice, "address" | "amount">,
  nowMs: number,
): Promise<Invoice> {
  const times = { created_at: nowMs, expires_at: nowMs, closes_at: nowMs };
  return transaction
    .insertInto("invoice")
    .values({ id: newId("inv"), ...paid, state: "paid", ...times })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Closes an invoice if it is open. */
export async function closeInvoice(transaction: Transaction, id: string): Promise<void> {
  await transaction
    .updateTable("invoice")
    .set({ state: "closed" })
    .where("id", "=", id)
    .where("state", "=", "open")
    .execute();
}

/** Closes expired invoices, unless a claim for one is still being looked up, and deletes old networks. */
async function closeOutdated(transaction: Transaction, nowMs: number): Promise<void> {
  await transaction
    .updateTable("invoice")
    .set({ state: "closed" })
    .where("state", "=", "open")
    .where("closes_at", "<", nowMs)
    .where("id", "not in", (eb) =>
      eb.selectFrom("claim").select("invoice_id").where("state", "in", ["waiting", "seen"]),
    )
    .execute();
  await transaction
    .updateTable("invoice")
    .set({ network: null })
    .where("network", "is not", null)
    .where("closes_at", "<=", nowMs - RESERVED_MS)
    .execute();
}

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

/** An account's live invoices, including those in their grace period, newest first. */
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
