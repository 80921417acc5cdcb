import { endAfterDays } from "../access/end-date.ts";
import { InvalidInput } from "../access/invalid-input.ts";
import { plansOnSale } from "../payment/plans.ts";
import type { OfferedPlan, Plan } from "../payment/plans.ts";
import { CENT, formatUsdt, parseUsdt } from "../payment/usdt.ts";
import type { MicroUsdt } from "../payment/usdt.ts";
import { recordAction } from "../store/audit.ts";
import { newId } from "../store/ids.ts";
import type { Transaction } from "../store/store.ts";

/*
 * A plan never changes: it is added, and later it ends, on all servers at once. A new price is a new plan of the same
 * name and days. Invoices keep the name, days and price that they were made with.
 */

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

/**
 * Adds a plan, which is on sale from now on.
 *
 * @throws InvalidInput if its name or days are not valid, or a plan on sale has the name.
 */
export async function addPlan(
  transaction: Transaction,
  { reason, ...plan }: Plan & { readonly reason: string },
  nowMs: number,
): Promise<void> {
  const { name, days, price } = plan;
  endAfterDays(nowMs, days);
  if (!NAME.test(name) || name !== name.trim()) {
    throw new InvalidInput(
      `${JSON.stringify(name)} is not a valid plan name: use at most 30 letters, digits, spaces and hyphens.`,
    );
  }
  if ((await plansOnSale(transaction)).some((sold) => sold.name === name)) {
    throw new InvalidInput(
      `A plan on sale is called ${JSON.stringify(name)}. Stop selling that one first.`,
    );
  }
  await insertPlan(transaction, plan, nowMs);
  const detail = { plan: name, days: String(days), price: formatUsdt(price), reason };
  await recordAction(transaction, { action: "plan_added", accountId: null, detail }, nowMs);
}

/**
 * Stops selling a plan, or sells it at a new price from now on.
 *
 * @param input `price` is null to stop.
 * @throws InvalidInput if no plan on sale has the name, or it has that price already.
 */
export async function endPlan(
  transaction: Transaction,
  input: { readonly plan: string; readonly price: MicroUsdt | null; readonly reason: string },
  nowMs: number,
): Promise<{ days: number; before: MicroUsdt }> {
  const { plan: name, price, reason } = input;
  const plan = await findOnSale(transaction, name);
  const { days, price: before } = plan;
  if (price === before) {
    throw new InvalidInput(`${name} already costs ${formatUsdt(price)} USDT.`);
  }
  await transaction
    .insertInto("plan")
    .values({ ...plan, until_at: nowMs })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ until_at: nowMs }))
    .execute();
  if (price !== null) {
    await insertPlan(transaction, { name, days, price }, nowMs);
  }
  const prices = price !== null && { before: formatUsdt(before), price: formatUsdt(price) };
  const detail = { plan: name, days: String(days), ...prices, reason };
  const action = price === null ? "plan_retired" : "price_set";
  await recordAction(transaction, { action, accountId: null, detail }, nowMs);
  return { days, before };
}

async function findOnSale(transaction: Transaction, name: string): Promise<OfferedPlan> {
  const sold = await plansOnSale(transaction);
  const plan = sold.find((offered) => offered.name === name);
  if (plan === undefined) {
    const names = sold.map((offered) => offered.name).join(", ") || "none";
    throw new InvalidInput(
      `No plan on sale is called ${JSON.stringify(name)}. Plans on sale: ${names}.`,
    );
  }
  return plan;
}

async function insertPlan(transaction: Transaction, plan: Plan, nowMs: number): Promise<void> {
  await transaction
    .insertInto("plan")
    .values({ ...plan, id: newId("pln"), from_at: nowMs, until_at: null })
    .execute();
}
