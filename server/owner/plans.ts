import type { Selectable, Transaction } from "kysely";
import { newId } from "../access/base62.ts";
import { endAfterDays } from "../access/end-date.ts";
import { InvalidInput } from "../access/errors.ts";
import { ADDED, catalogAt } from "../payment/catalog.ts";
import type { KnownPlan } from "../payment/catalog.ts";
import { priceAt, pricesSet } from "../payment/catalog.ts";
import type { SetPrice } from "../payment/catalog.ts";
import { isPlanName } from "../payment/plan.ts";
import type { Plan } from "../payment/plan.ts";
import { CENT, formatUsdt, parseUsdt } from "../payment/usdt.ts";
import type { MicroUsdt } from "../payment/usdt.ts";
import { actorNow, recordAct } from "../store/audit.ts";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";

/*
 * What is sold beside and in place of the plans of the settings, and for what price. It takes effect on all servers
 * at once. Invoices keep the name, days and price that they were made with. A plan's days never change: another
 * length is another plan. `plans` are those of the settings; reasons are kept with the acts, and customers do not read them.
 */

const DAY_MS = 86_400_000;
/** Further ahead it is a slip of the keyboard. */
const MAX_AHEAD_MS = 366 * DAY_MS;
/** The time of a catalog with all that was written, also by a server whose clock is ahead. */
const EVER = Number.MAX_SAFE_INTEGER;

/**
 * What a plan is to cost, as somebody typed it.
 *
 * @throws InvalidInput when it is no amount that a plan can cost.
 */
export function parsePrice(text: string): MicroUsdt {
  const price = parseUsdt(text);
  if (price === undefined || price % CENT !== 0 || price <= CENT) {
    throw new InvalidInput(
      `${JSON.stringify(text)} is no price: an amount in USDT of 0.02 to 9999999.99, with two decimals at most, such as 49 or 49.50.`,
    );
  }
  return price;
}

/** A price that somebody sets. */
export interface PriceOrder {
  /** The plan's name. */
  readonly plan: string;
  readonly price: MicroUsdt;
  /** From when on, epoch ms; null: from now on. */
  readonly fromMs: number | null;
  readonly reason: string;
}

/**
 * Sets what a plan costs from a time on. Setting what holds then anyway changes nothing, so that a form sent twice
 * sets it once.
 *
 * @returns whether anything changed.
 * @throws InvalidInput when there is no such plan, or the time is over.
 */
export async function setPrice(
  transaction: Transaction<Schema>,
  plans: readonly Plan[],
  { plan: name, price, fromMs: wanted, reason }: PriceOrder,
  nowMs: number,
): Promise<boolean> {
  const fromMs = wanted ?? nowMs;
  if (fromMs < nowMs) {
    throw new InvalidInput(
      `${new Date(fromMs).toISOString()} is over. A price holds from now on, or from a later time.`,
    );
  }
  if (fromMs > nowMs + MAX_AHEAD_MS) {
    throw new InvalidInput("A price can be set for a year ahead at most.");
  }
  const plan = requireSold(await catalogAt(transaction, plans, EVER), name);
  const before = priceAt(await pricesSet(transaction), plan, fromMs);
  if (before === price) {
    return false;
  }
  const { key, days } = plan;
  await putPrice(transaction, { key, days, price, fromMs }, reason, nowMs);
  const detail = {
    plan: name,
    ...(before !== null && { before: formatUsdt(before) }),
    price: formatUsdt(price),
    from: `${new Date(fromMs).toISOString().slice(0, 19)}Z`,
    reason,
  };
  await recordAct(transaction, { action: "price_set", accountId: null, detail }, nowMs);
  return true;
}

/**
 * Adds a plan, which is sold from now on.
 *
 * @throws InvalidInput when its name or days can be none, or a plan on sale is called so.
 */
export async function addPlan(
  transaction: Transaction<Schema>,
  plans: readonly Plan[],
  { name, days, price, reason }: Plan & { readonly reason: string },
  nowMs: number,
): Promise<void> {
  endAfterDays(nowMs, days);
  requireFree(await catalogAt(transaction, plans, EVER), name);
  const key = newId(ADDED.slice(0, -1));
  await putPlan(transaction, { key, name, days, sold: 1 }, reason, nowMs);
  await putPrice(transaction, { key, days, price, fromMs: nowMs }, reason, nowMs);
  const detail = { plan: name, days: String(days), price: formatUsdt(price), reason };
  await recordAct(transaction, { action: "plan_added", accountId: null, detail }, nowMs);
}

/** What is made of a plan, by its present name. */
export interface PlanOrder {
  readonly action: "plan_renamed" | "plan_retired" | "plan_offered";
  readonly plan: string;
  /** What it is to be called; for a rename alone. */
  readonly name?: string;
  readonly reason: string;
}

/**
 * Renames a plan on sale; sells it no more, while its open invoices can be paid and what it bought goes on; or sells
 * a retired one again, at the price that it would have by now: of several that had the name, the one that was
 * retired last.
 *
 * @throws InvalidInput when there is no such plan, the name is none, or one on sale is called so.
 */
export async function changePlan(
  transaction: Transaction<Schema>,
  plans: readonly Plan[],
  { action, plan, name = plan, reason }: PlanOrder,
  nowMs: number,
): Promise<void> {
  const catalog = await catalogAt(transaction, plans, EVER);
  const { key, days } =
    action === "plan_offered" ? lastRetired(catalog, plan) : requireSold(catalog, plan);
  if (action !== "plan_retired") {
    requireFree(catalog, name);
  }
  const sold = action === "plan_retired" ? 0 : 1;
  await putPlan(transaction, { key, name, days, sold }, reason, nowMs);
  const detail = {
    plan,
    ...(action === "plan_renamed" ? { name } : { days: String(days) }),
    reason,
  };
  await recordAct(transaction, { action, accountId: null, detail }, nowMs);
}

function lastRetired(catalog: readonly KnownPlan[], plan: string): KnownPlan {
  const [retired] = catalog
    .filter(({ name, state }) => name === plan && state === "retired")
    .toSorted((one, other) => (other.change?.atMs ?? 0) - (one.change?.atMs ?? 0));
  if (retired === undefined) {
    throw new InvalidInput(`No retired plan is called ${JSON.stringify(plan)}.`);
  }
  return retired;
}

function requireSold(catalog: readonly KnownPlan[], name: string): KnownPlan {
  const sold = catalog.filter(({ state }) => state === "sold");
  const plan = sold.find((each) => each.name === name);
  if (plan === undefined) {
    const names = sold.map((each) => each.name).join(", ") || "none";
    throw new InvalidInput(
      `No plan on sale is called ${JSON.stringify(name)}. There is: ${names}.`,
    );
  }
  return plan;
}

/** A name that a plan can have, and that none on sale has. */
function requireFree(catalog: readonly KnownPlan[], name: string): void {
  if (!isPlanName(name)) {
    throw new InvalidInput(
      `${JSON.stringify(name)} is no name of a plan: it has letters, digits, spaces and hyphens, 30 at most.`,
    );
  }
  if (catalog.some((plan) => plan.state === "sold" && plan.name === name)) {
    throw new InvalidInput(
      `A plan on sale is called ${JSON.stringify(name)}. Rename or retire that one first.`,
    );
  }
}

async function putPlan(
  transaction: Transaction<Schema>,
  { key, ...plan }: Pick<KnownPlan, "key" | "name" | "days"> & { readonly sold: 0 | 1 },
  reason: string,
  nowMs: number,
): Promise<void> {
  const number = await nextNumber(transaction, "plan");
  await transaction
    .insertInto("plan")
    .values({ number, plan: key, ...plan, set_at: nowMs, set_by: actorNow(), reason })
    .execute();
}

async function putPrice(
  transaction: Transaction<Schema>,
  { key, days, price, fromMs }: SetPrice,
  reason: string,
  nowMs: number,
): Promise<void> {
  const number = await nextNumber(transaction, "price");
  const row = { plan: key, days, amount: price, from_at: fromMs };
  await transaction
    .insertInto("price")
    .values({ number, ...row, set_at: nowMs, set_by: actorNow(), reason })
    .execute();
}

async function nextNumber(
  transaction: Transaction<Schema>,
  table: "plan" | "price",
): Promise<number> {
  const last = await transaction
    .selectFrom(table)
    .select(({ fn }) => fn.max("number").as("number"))
    .executeTakeFirst();
  return (last?.number ?? 0) + 1;
}

/** A price that was set, and what its plan is called now. */
export type PriceEntry = Omit<Selectable<Schema["price"]>, "number">;

/** The prices that were set, the latest first, each under the name that its plan has now. */
export async function priceHistory(
  { db }: Pick<Store, "db">,
  plans: readonly Plan[],
): Promise<PriceEntry[]> {
  const rows = await db
    .selectFrom("price")
    .selectAll()
    .orderBy("from_at", "desc")
    .orderBy("number", "desc")
    .execute();
  const catalog = await catalogAt(db, plans, EVER);
  return rows.map((row) => ({
    ...row,
    plan: catalog.find(({ key, days }) => key === row.plan && days === row.days)?.name ?? row.plan,
  }));
}
