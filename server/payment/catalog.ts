import type { Kysely, Selectable } from "kysely";
import type { Schema } from "../store/tables.ts";
import type { Plan } from "./plan.ts";
import type { MicroUsdt } from "./usdt.ts";

/** A plan that is or was on sale. */
export interface KnownPlan {
  /** What stays of it when it is renamed: its name in the settings, or an id where it is not in them. */
  readonly key: string;
  readonly name: string;
  readonly days: number;
  /** `name_taken`: a plan that was named by somebody is called so, and the settings came after it. */
  readonly state: "sold" | "retired" | "name_taken";
  /** What it costs at first; null where that was set with it. */
  readonly firstPrice: MicroUsdt | null;
  /** What was made of it last; null: it is as the settings say. */
  readonly change: {
    readonly atMs: number;
    readonly by: string | null;
    readonly reason: string;
  } | null;
}

/** A plan on sale, with what it costs at the moment. */
export interface SoldPlan extends Plan {
  readonly key: string;
}

/** A plan was ordered that is not sold so any more: its price, its days or its name are others. */
export class PlanChangedError extends Error {}

/**
 * The plans that there are at a moment: those of the settings in their order, then those that were added.
 * They are read from the store each time, so that all servers on it agree from the moment that one of them
 * has changed something.
 *
 * @param plans of the settings. What was made of one holds as long as they have it, by its name and days.
 */
export async function catalogAt(
  db: Kysely<Schema>,
  plans: readonly Plan[],
  atMs: number,
): Promise<KnownPlan[]> {
  const rows = await db
    .selectFrom("plan")
    .selectAll()
    .where("set_at", "<=", atMs)
    .orderBy("number")
    .execute();
  const lastOf = ({ key, days }: { readonly key: string; readonly days: number }) =>
    rows.findLast((row) => row.plan === key && row.days === days);
  const first = plans.map(({ name, days, price }) => ({ key: name, name, days, price }));
  const added = [...new Set(rows.filter(isAdded).map(({ plan }) => plan))].map((key) => {
    const { name, days } = rows.find((row) => row.plan === key) ?? { name: "", days: 0 };
    return { key, name, days, price: null };
  });
  const known = [...first, ...added].map((plan) => ({ ...plan, last: lastOf(plan) }));
  const holderOf = (name: string) =>
    known
      .filter(({ last }) => last?.sold === 1 && last.name === name)
      .toSorted((one, other) => (one.last?.number ?? 0) - (other.last?.number ?? 0))[0];
  return known.map((plan) => {
    const { key, days, price: firstPrice, last } = plan;
    const name = last?.name ?? plan.name;
    const holder = holderOf(name);
    const isTaken = holder !== undefined && holder !== plan;
    const state = last?.sold === 0 ? "retired" : isTaken ? "name_taken" : "sold";
    return {
      key,
      name,
      days,
      state,
      firstPrice,
      change: last === undefined ? null : changeIn(last),
    };
  });
}

/** The plans on sale at a moment, at the prices that hold then. @param plans of the settings. */
export async function plansAt(
  db: Kysely<Schema>,
  plans: readonly Plan[],
  atMs: number,
): Promise<SoldPlan[]> {
  const set = await pricesSet(db);
  return (await catalogAt(db, plans, atMs)).flatMap((plan) => {
    const { key, name, days } = plan;
    const price = plan.state === "sold" ? priceAt(set, plan, atMs) : null;
    return price === null ? [] : [{ key, name, days, price }];
  });
}

/**
 * Makes sure that a plan is sold as it is ordered, within the transaction that orders it.
 *
 * @param plans of the settings.
 * @throws PlanChangedError when it costs something else by now, has other days, or is not sold.
 */
export async function requirePlan(
  db: Kysely<Schema>,
  plans: readonly Plan[],
  { name, days, price }: Plan,
  atMs: number,
): Promise<void> {
  const sold = (await plansAt(db, plans, atMs)).find((plan) => plan.name === name);
  if (sold?.price !== price || sold.days !== days) {
    throw new PlanChangedError(`${JSON.stringify(name)} is not sold so now.`);
  }
}

/**
 * The key of the plan that was called so last, at a moment; undefined where none was.
 *
 * @param plans of the settings.
 */
async function keyOf(
  db: Kysely<Schema>,
  plans: readonly Plan[],
  { name, days }: Pick<Plan, "name" | "days">,
  atMs: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("plan")
    .select("plan")
    .where("name", "=", name)
    .where("days", "=", days)
    .where("set_at", "<=", atMs)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.plan ?? plans.find((plan) => plan.name === name && plan.days === days)?.name;
}

/**
 * What a plan that was bought is sold as at a moment, whatever it is called by then; undefined where it is not
 * sold.
 *
 * @param plans of the settings.
 * @param boughtMs when it was bought, under its name of then.
 */
export async function soldAs(
  db: Kysely<Schema>,
  plans: readonly Plan[],
  { name, days, boughtMs }: Pick<Plan, "name" | "days"> & { readonly boughtMs: number },
  atMs: number,
): Promise<SoldPlan | undefined> {
  const key = await keyOf(db, plans, { name, days }, boughtMs);
  const sold = await plansAt(db, plans, atMs);
  return sold.find((plan) => plan.key === key && plan.days === days);
}

/** What the ids of added plans begin with. No name in the settings has such a sign. */
export const ADDED = "pln_";

type Row = Selectable<Schema["plan"]>;

function isAdded({ plan }: Row): boolean {
  return plan.startsWith(ADDED);
}

function changeIn({ set_at: atMs, set_by: by, reason }: Row): KnownPlan["change"] {
  return { atMs, by, reason };
}

/** What a plan costs from a time on. */
export interface SetPrice {
  /** The plan, by its key in the catalog and its days. */
  readonly key: string;
  readonly days: number;
  readonly price: MicroUsdt;
  /** Epoch ms. */
  readonly fromMs: number;
}

/** A plan by its key and days, with what it costs at first; null where that was set with it. */
interface PricedPlan {
  readonly key: string;
  readonly days: number;
  readonly firstPrice: MicroUsdt | null;
}

/** The prices that were set, each one before those that it gives way to where their times overlap. */
export async function pricesSet(db: Kysely<Schema>): Promise<SetPrice[]> {
  const rows = await db
    .selectFrom("price")
    .select(["plan", "days", "amount", "from_at"])
    .orderBy("from_at")
    .orderBy("number")
    .execute();
  return rows.map(({ plan: key, days, amount: price, from_at: fromMs }) => ({
    key,
    days,
    price,
    fromMs,
  }));
}

/** What a plan costs at a moment: the price that was set for the latest time before it, or its first one. */
export function priceAt(
  set: readonly SetPrice[],
  { key, days, firstPrice }: PricedPlan,
  atMs: number,
): MicroUsdt | null {
  const isOf = (each: SetPrice) => each.key === key && each.days === days;
  return set.findLast((each) => isOf(each) && each.fromMs <= atMs)?.price ?? firstPrice;
}
