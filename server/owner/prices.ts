import type { Selectable, Transaction } from "kysely";
import { InvalidInput } from "../access/errors.ts";
import { catalogAt, priceAt, pricesSet } from "../payment/catalog.ts";
import type { KnownPlan, SetPrice } from "../payment/catalog.ts";
import type { Plan } from "../payment/plan.ts";
import { CENT, formatUsdt, parseUsdt } from "../payment/usdt.ts";
import type { MicroUsdt } from "../payment/usdt.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";
import { actorNow, recordAct } from "./acts.ts";
import { EVER, requireReason, requireSold } from "./plan-rules.ts";

/** A price that somebody sets. */
export interface PriceOrder {
  /** The plan's name. */
  readonly plan: string;
  readonly price: MicroUsdt;
  /** From when on, epoch ms; null: from now on. */
  readonly fromMs: number | null;
  /** For the trail; customers are not told. */
  readonly reason: string;
}

/** A price of the history. */
export interface PriceEntry {
  /** What the plan is called now. */
  readonly plan: string;
  readonly days: number;
  readonly price: MicroUsdt;
  /** From when on it holds, and when it was set, epoch ms; null: the price of the settings. */
  readonly fromMs: number | null;
  readonly setAtMs: number | null;
  /** Who set it in the back office, by e-mail address; null: somebody at the command line. */
  readonly by: string | null;
  readonly reason: string;
  /** `replaced`: another one was set for the same time after it. `not_sold`: its plan is not on sale. */
  readonly state: "now" | "later" | "past" | "replaced" | "not_sold";
}

const DAY_MS = 86_400_000;
/** Further ahead it is a slip of the keyboard. */
const MAX_AHEAD_MS = 366 * DAY_MS;

/**
 * What a plan is to cost, as somebody typed it.
 *
 * @throws InvalidInput when it is no amount that a plan can cost.
 */
export function parsePrice(text: string): MicroUsdt {
  const price = parseUsdt(text.trim());
  if (price === undefined || price % CENT !== 0 || price <= CENT) {
    throw new InvalidInput(
      `${JSON.stringify(text)} is no price: an amount in USDT of 0.02 to 9999999.99, with two decimals at most, such as 49 or 49.50.`,
    );
  }
  return price;
}

/**
 * Sets what a plan costs from a time on. Invoices that are open keep their price. Setting what holds then
 * anyway changes nothing, so that a form sent twice sets it once.
 *
 * @param plans of the settings.
 * @returns from when on, epoch ms, and whether anything changed.
 * @throws InvalidInput when there is no such plan, the time is over, or no reason is given.
 */
export async function setPrice(
  store: Store,
  plans: readonly Plan[],
  { plan: name, price, fromMs: wanted, reason }: PriceOrder,
  nowMs: number,
): Promise<{ fromMs: number; changed: boolean }> {
  requireReason(reason);
  const fromMs = wanted ?? nowMs;
  if (fromMs < nowMs) {
    throw new InvalidInput(
      `${new Date(fromMs).toISOString()} is over. A price holds from now on, or from a later time.`,
    );
  }
  if (fromMs > nowMs + MAX_AHEAD_MS) {
    throw new InvalidInput("A price can be set for a year ahead at most.");
  }
  return serialized(store, async (transaction) => {
    const plan = requireSold(await catalogAt(transaction, plans, EVER), name);
    const before = priceAt(await pricesSet(transaction), plan, fromMs);
    if (before === price) {
      return { fromMs, changed: false };
    }
    const { key, days } = plan;
    await putPrice(transaction, { key, days, price, fromMs, reason }, nowMs);
    const detail = {
      plan: name,
      ...(before !== null && { before: formatUsdt(before) }),
      price: formatUsdt(price),
      from: `${new Date(fromMs).toISOString().slice(0, 19)}Z`,
      reason,
    };
    await recordAct(transaction, { action: "price_set", accountId: null, detail }, nowMs);
    return { fromMs, changed: true };
  });
}

/** Writes a price, after the last one. */
export async function putPrice(
  transaction: Transaction<Schema>,
  { key, days, price, fromMs, reason }: SetPrice & { readonly reason: string },
  nowMs: number,
): Promise<void> {
  const last = await transaction
    .selectFrom("price")
    .select(({ fn }) => fn.max("number").as("number"))
    .executeTakeFirst();
  await transaction
    .insertInto("price")
    .values({
      number: (last?.number ?? 0) + 1,
      plan: key,
      days,
      amount: price,
      from_at: fromMs,
      set_at: nowMs,
      set_by: actorNow(),
      reason,
    })
    .execute();
}

/**
 * All prices, plan by plan, the latest first, down to that of the settings; then those of plans that are not sold.
 *
 * @param plans of the settings.
 */
export async function priceHistory(
  { db }: Pick<Store, "db">,
  plans: readonly Plan[],
  nowMs: number,
): Promise<PriceEntry[]> {
  const rows = await db
    .selectFrom("price")
    .selectAll()
    .orderBy("from_at")
    .orderBy("number")
    .execute();
  const catalog = await catalogAt(db, plans, nowMs);
  const isSold = ({ state }: KnownPlan) => state === "sold";
  const known = [...catalog.filter(isSold), ...catalog.filter((plan) => !isSold(plan))];
  const unknown = rows
    .filter((row) => !catalog.some((plan) => isOf(row, plan)))
    .map((row) => entryOf(row, row.plan, "not_sold"));
  return [...known.flatMap((plan) => historyOf(plan, rows, nowMs)), ...unknown.toReversed()];
}

function historyOf(plan: KnownPlan, rows: readonly Row[], nowMs: number): PriceEntry[] {
  const { name, days, firstPrice } = plan;
  const isSold = plan.state === "sold";
  const own = rows.filter((row) => isOf(row, plan));
  const present = own.findLastIndex((row) => row.from_at <= nowMs);
  const entries = own.map((row, i) => {
    const state = i < present ? "past" : i === present ? "now" : "later";
    const isReplaced = own[i + 1]?.from_at === row.from_at;
    return entryOf(row, name, !isSold ? "not_sold" : isReplaced ? "replaced" : state);
  });
  if (firstPrice === null) {
    return entries.toReversed();
  }
  const first: PriceEntry = {
    plan: name,
    days,
    price: firstPrice,
    fromMs: null,
    setAtMs: null,
    by: null,
    reason: "PLANS",
    state: !isSold ? "not_sold" : present === -1 ? "now" : "past",
  };
  return [first, ...entries].toReversed();
}

type Row = Selectable<Schema["price"]>;

function isOf(row: Row, { key, days }: KnownPlan): boolean {
  return row.plan === key && row.days === days;
}

function entryOf(row: Row, plan: string, state: PriceEntry["state"]): PriceEntry {
  return {
    plan,
    days: row.days,
    price: row.amount,
    fromMs: row.from_at,
    setAtMs: row.set_at,
    by: row.set_by,
    reason: row.reason,
    state,
  };
}
