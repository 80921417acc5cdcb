import { sql } from "kysely";
import { DAY_MS } from "../../src/round/phases.ts";
import { endAfterDays } from "../access/end-date.ts";
import { InvalidInput } from "../access/invalid-input.ts";
import { catalogAt, pricesAt } from "../payment/plans.ts";
import type { KnownPlan, Plan } from "../payment/plans.ts";
import { CENT, formatUsdt, parseUsdt } from "../payment/usdt.ts";
import type { MicroUsdt } from "../payment/usdt.ts";
import { actorNow, recordAction } from "../store/audit.ts";
import type { OwnerAction } from "../store/audit.ts";
import { newId } from "../store/ids.ts";
import type { Store, Transaction } from "../store/store.ts";

/*
 * Changes to plans and prices. They take effect on all servers at once. Invoices keep the name, days and price that
 * they were made with. A plan's length never changes; a different length is a new plan.
 */

/** A time further in the future is a typing error. */
const MAX_AHEAD_MS = 366 * DAY_MS;
/** Includes prices written by a server whose clock is ahead. */
const END_OF_TIME_MS = Number.MAX_SAFE_INTEGER;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} -]{0,29}$/u;

/**
 * Parses a typed price.
 *
 * @throws InvalidInput if no plan can have it.
 */
export function parsePrice(text: string): MicroUsdt {
  const price = parseUsdt(text);
  if (price === undefined || price % CENT !== 0 || price <= CENT) {
    throw new InvalidInput(
      `${JSON.stringify(text)} is not a price: an amount in USDT from 0.02 to 9999999.99, with at most two decimals, such as 49 or 49.50.`,
    );
  }
  return price;
}

export interface PriceInput {
  readonly plan: string;
  readonly price: MicroUsdt;
  /** When it takes effect, epoch ms; null for now. */
  readonly fromMs: number | null;
  readonly reason: string;
}

/**
 * Sets the price of a plan, starting at a time.
 *
 * @returns false if the plan would have that price anyway, and nothing was changed.
 * @throws InvalidInput if there is no such plan, or the time has passed.
 */
export async function setPrice(
  transaction: Transaction,
  { plan: name, price, fromMs: wanted, reason }: PriceInput,
  nowMs: number,
): Promise<boolean> {
  const fromMs = wanted ?? nowMs;
  if (fromMs < nowMs) {
    throw new InvalidInput(
      `${new Date(fromMs).toISOString()} has passed. A price takes effect now, or at a later time.`,
    );
  }
  if (fromMs > nowMs + MAX_AHEAD_MS) {
    throw new InvalidInput("A price can be set at most a year ahead.");
  }
  const plan = requireOnSale(await catalogAt(transaction, END_OF_TIME_MS), name);
  const before = (await pricesAt(transaction, fromMs)).get(plan.key);
  if (before === price) {
    return false;
  }
  await putPrice(transaction, plan, { price, fromMs, reason }, nowMs);
  const detail = {
    plan: name,
    ...(before !== undefined && { before: formatUsdt(before) }),
    price: formatUsdt(price),
    from: `${new Date(fromMs).toISOString().slice(0, 19)}Z`,
    reason,
  };
  await recordAction(transaction, { action: "price_set", accountId: null, detail }, nowMs);
  return true;
}

/**
 * Adds a plan, which is on sale from now on.
 *
 * @throws InvalidInput if its name or days are not valid, or a plan on sale has the name.
 */
export async function addPlan(
  transaction: Transaction,
  { name, days, price, reason }: Plan & { readonly reason: string },
  nowMs: number,
): Promise<void> {
  endAfterDays(nowMs, days);
  requireNameAvailable(await catalogAt(transaction, END_OF_TIME_MS), name);
  const plan = { key: newId("pln"), name, days };
  const detail = { plan: name, days: String(days), price: formatUsdt(price), reason };
  await putPlan(transaction, { ...plan, onSale: 1 }, "plan_added", detail, nowMs);
  await putPrice(transaction, plan, { price, fromMs: nowMs, reason }, nowMs);
}

export interface PlanInput {
  readonly action: "plan_renamed" | "plan_retired" | "plan_offered";
  readonly plan: string;
  /** Its new name, for a rename only. */
  readonly name?: string;
  readonly reason: string;
}

/**
 * Renames a plan on sale; retires it, while its open invoices can still be paid; or puts a retired plan on sale
 * again at its current price. If several retired plans share the name, the most recently retired is used.
 *
 * @throws InvalidInput if there is no such plan, or the name is not valid or that of a plan on sale.
 */
export async function changePlan(
  transaction: Transaction,
  { action, plan, name = plan, reason }: PlanInput,
  nowMs: number,
): Promise<void> {
  const catalog = await catalogAt(transaction, END_OF_TIME_MS);
  const { key, days } =
    action === "plan_offered" ? lastRetired(catalog, plan) : requireOnSale(catalog, plan);
  if (action !== "plan_retired") {
    requireNameAvailable(catalog, name);
  }
  const onSale = action === "plan_retired" ? 0 : 1;
  const more = action === "plan_renamed" ? { name } : { days: String(days) };
  await putPlan(transaction, { key, name, days, onSale }, action, { plan, ...more, reason }, nowMs);
}

function lastRetired(catalog: readonly KnownPlan[], plan: string): KnownPlan {
  const [retired] = catalog
    .filter(({ name, isOnSale }) => name === plan && !isOnSale)
    .toSorted((one, other) => (other.change?.atMs ?? 0) - (one.change?.atMs ?? 0));
  if (retired === undefined) {
    throw new InvalidInput(`No retired plan is called ${JSON.stringify(plan)}.`);
  }
  return retired;
}

function requireOnSale(catalog: readonly KnownPlan[], name: string): KnownPlan {
  const onSale = catalog.filter(({ isOnSale }) => isOnSale);
  const plan = onSale.find((each) => each.name === name);
  if (plan === undefined) {
    const names = onSale.map((each) => each.name).join(", ") || "none";
    throw new InvalidInput(
      `No plan on sale is called ${JSON.stringify(name)}. Plans on sale: ${names}.`,
    );
  }
  return plan;
}

function requireNameAvailable(catalog: readonly KnownPlan[], name: string): void {
  if (!NAME.test(name) || name !== name.trim()) {
    throw new InvalidInput(
      `${JSON.stringify(name)} is not a valid plan name: use at most 30 letters, digits, spaces and hyphens.`,
    );
  }
  if (catalog.some((plan) => plan.isOnSale && plan.name === name)) {
    throw new InvalidInput(
      `A plan on sale is called ${JSON.stringify(name)}. Rename or retire that one first.`,
    );
  }
}

type NamedPlan = Pick<KnownPlan, "key" | "name" | "days">;

async function putPlan(
  transaction: Transaction,
  { key, onSale, ...plan }: NamedPlan & { readonly onSale: 0 | 1 },
  action: OwnerAction,
  detail: Readonly<Record<string, string>> & { readonly reason: string },
  nowMs: number,
): Promise<void> {
  const change = { set_at: nowMs, set_by: actorNow(), reason: detail.reason };
  await transaction
    .insertInto("plan")
    .values({ number: nextNumber("plan"), plan: key, on_sale: onSale, ...plan, ...change })
    .execute();
  await recordAction(transaction, { action, accountId: null, detail }, nowMs);
}

async function putPrice(
  transaction: Transaction,
  { key, days }: NamedPlan,
  { price, fromMs, reason }: Pick<PriceInput, "price" | "reason"> & { readonly fromMs: number },
  nowMs: number,
): Promise<void> {
  const change = { set_at: nowMs, set_by: actorNow(), reason };
  await transaction
    .insertInto("price")
    .values({
      number: nextNumber("price"),
      plan: key,
      days,
      amount: price,
      from_at: fromMs,
      ...change,
    })
    .execute();
}

const nextNumber = (table: "plan" | "price") =>
  sql<number>`(select coalesce(max(number), 0) + 1 from ${sql.table(table)})`;

/** The prices that were set, each with the current name of its plan, latest first. */
export async function priceHistory({ db }: Pick<Store, "db">) {
  const rows = await db
    .selectFrom("price")
    .selectAll()
    .orderBy("from_at", "desc")
    .orderBy("number", "desc")
    .execute();
  const names = new Map((await catalogAt(db, END_OF_TIME_MS)).map(({ key, name }) => [key, name]));
  return rows.map((row) => ({ ...row, plan: names.get(row.plan) ?? row.plan }));
}
