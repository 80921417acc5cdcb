import type { Transaction } from "kysely";
import { newId } from "../access/base62.ts";
import { endAfterDays } from "../access/end-date.ts";
import { InvalidInput } from "../access/errors.ts";
import { ADDED, catalogAt, plansAt } from "../payment/catalog.ts";
import type { KnownPlan } from "../payment/catalog.ts";
import { isPlanName } from "../payment/plan.ts";
import type { Plan } from "../payment/plan.ts";
import { formatUsdt } from "../payment/usdt.ts";
import type { MicroUsdt } from "../payment/usdt.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";
import { actorNow, recordAct } from "./acts.ts";
import { EVER, requireReason, requireSold, soldAs } from "./plan-rules.ts";
import { putPrice } from "./prices.ts";

/*
 * What is sold beside and in place of the plans of the settings. It takes effect on all servers at once.
 * Invoices keep the name, days and price that they were made with. A plan's days never change: another
 * length is another plan.
 */

/** A plan that somebody adds. */
export interface NewPlan extends Plan {
  /** For the trail, as in all orders here; customers are not told. */
  readonly reason: string;
}

/** A plan by its present name. */
export interface PlanOrder {
  readonly plan: string;
  readonly reason: string;
}

/**
 * Adds a plan, which is sold from now on.
 *
 * @throws InvalidInput when its name or days can be none, a plan on sale is called so, or no reason is given.
 */
export async function addPlan(
  store: Store,
  plans: readonly Plan[],
  { name, days, price, reason }: NewPlan,
  nowMs: number,
): Promise<void> {
  requireName(name);
  endAfterDays(nowMs, days);
  requireReason(reason);
  await serialized(store, async (transaction) => {
    requireFree(await catalogAt(transaction, plans, EVER), name);
    const key = newId(ADDED.slice(0, -1));
    await putRow(transaction, { key, name, days, isSold: true }, reason, nowMs);
    await putPrice(transaction, { key, days, price, fromMs: nowMs, reason }, nowMs);
    const detail = { plan: name, days: String(days), price: formatUsdt(price), reason };
    await recordAct(transaction, { action: "plan_added", accountId: null, detail }, nowMs);
  });
}

/**
 * Gives a plan on sale another name.
 *
 * @throws InvalidInput when there is no such plan, one on sale is called so, that is no name, or no reason
 *   is given.
 */
export async function renamePlan(
  store: Store,
  plans: readonly Plan[],
  { plan, name, reason }: PlanOrder & { readonly name: string },
  nowMs: number,
): Promise<void> {
  requireName(name);
  requireReason(reason);
  await serialized(store, async (transaction) => {
    const catalog = await catalogAt(transaction, plans, EVER);
    const { key, days } = requireSold(catalog, plan);
    requireFree(catalog, name);
    await putRow(transaction, { key, name, days, isSold: true }, reason, nowMs);
    const detail = { plan, name, reason };
    await recordAct(transaction, { action: "plan_renamed", accountId: null, detail }, nowMs);
  });
}

/**
 * Sells a plan no more. Its open invoices can be paid, and what it bought goes on.
 *
 * @throws InvalidInput when no plan on sale is called so, or no reason is given.
 */
export async function retirePlan(
  store: Store,
  plans: readonly Plan[],
  { plan, reason }: PlanOrder,
  nowMs: number,
): Promise<void> {
  requireReason(reason);
  await serialized(store, async (transaction) => {
    const { key, days } = requireSold(await catalogAt(transaction, plans, EVER), plan);
    await putRow(transaction, { key, name: plan, days, isSold: false }, reason, nowMs);
    const detail = { plan, days: String(days), reason };
    await recordAct(transaction, { action: "plan_retired", accountId: null, detail }, nowMs);
  });
}

/**
 * Sells a retired plan again, at the price that it would have by now: of several that had the name, the one
 * that was retired last.
 *
 * @throws InvalidInput when no retired plan is called so, one on sale is, or no reason is given.
 */
export async function offerPlan(
  store: Store,
  plans: readonly Plan[],
  { plan, reason }: PlanOrder,
  nowMs: number,
): Promise<void> {
  requireReason(reason);
  await serialized(store, async (transaction) => {
    const catalog = await catalogAt(transaction, plans, EVER);
    const [retired] = catalog
      .filter(({ name, state }) => name === plan && state === "retired")
      .toSorted((one, other) => (other.change?.atMs ?? 0) - (one.change?.atMs ?? 0));
    if (retired === undefined) {
      throw new InvalidInput(`No retired plan is called ${JSON.stringify(plan)}.`);
    }
    requireFree(catalog, plan);
    const { key, days } = retired;
    await putRow(transaction, { key, name: plan, days, isSold: true }, reason, nowMs);
    const detail = { plan, days: String(days), reason };
    await recordAct(transaction, { action: "plan_offered", accountId: null, detail }, nowMs);
  });
}

/** A plan of the list. */
export interface ListedPlan extends Omit<KnownPlan, "firstPrice"> {
  /** What it costs now; null where it is not sold. */
  readonly price: MicroUsdt | null;
}

/** All plans: those on sale, then the others. */
export async function listPlans(
  { db }: Pick<Store, "db">,
  plans: readonly Plan[],
  nowMs: number,
): Promise<ListedPlan[]> {
  const sold = await plansAt(db, plans, nowMs);
  const all = (await catalogAt(db, plans, nowMs)).map((plan) => ({
    ...plan,
    price:
      plan.state === "sold"
        ? (sold.find(({ key, days }) => key === plan.key && days === plan.days)?.price ?? null)
        : null,
  }));
  return [
    ...all.filter(({ state }) => state === "sold"),
    ...all.filter(({ state }) => state !== "sold"),
  ];
}

function requireFree(catalog: readonly KnownPlan[], name: string): void {
  if (soldAs(catalog, name) !== undefined) {
    throw new InvalidInput(
      `A plan on sale is called ${JSON.stringify(name)}. Rename or retire that one first.`,
    );
  }
}

function requireName(name: string): void {
  if (!isPlanName(name)) {
    throw new InvalidInput(
      `${JSON.stringify(name)} is no name of a plan: it has letters, digits, spaces and hyphens, 30 at most.`,
    );
  }
}

async function putRow(
  transaction: Transaction<Schema>,
  { key, name, days, isSold }: Pick<KnownPlan, "key" | "name" | "days"> & { isSold: boolean },
  reason: string,
  nowMs: number,
): Promise<void> {
  const last = await transaction
    .selectFrom("plan")
    .select(({ fn }) => fn.max("number").as("number"))
    .executeTakeFirst();
  await transaction
    .insertInto("plan")
    .values({
      number: (last?.number ?? 0) + 1,
      plan: key,
      days,
      name,
      sold: isSold ? 1 : 0,
      set_at: nowMs,
      set_by: actorNow(),
      reason,
    })
    .execute();
}
