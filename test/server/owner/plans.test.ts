import { describe, expect, test } from "vitest";
import {
  addPlan,
  changePlan,
  parsePrice,
  priceHistory,
  setPrice,
} from "../../../server/owner/plans.ts";
import type { PriceOrder } from "../../../server/owner/plans.ts";
import {
  catalogAt,
  plansAt,
  PlanChangedError,
  requirePlan,
} from "../../../server/payment/catalog.ts";
import type { Invoice } from "../../../server/payment/invoices.ts";
import type { Plan } from "../../../server/payment/plan.ts";
import { serialized } from "../../../server/store/serialized.ts";
import type { Store } from "../../../server/store/store.ts";
import { bothEngines, sqlite } from "../../support/engines.ts";
import type { Engine } from "../../support/engines.ts";
import {
  aClaim,
  anInvoice,
  aReceipt,
  decided,
  hashOf,
  MONTH,
  RULES,
} from "../../support/payments.ts";
import { tempStore } from "../../support/temp-store.ts";
import { RECEIVER } from "../../support/tron-node.ts";

const NOW_MS = Date.UTC(2026, 6, 1, 9);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const USDT = 1_000_000;
const YEAR = { name: "Year", days: 365, price: 449 * USDT };
const WEEK = { name: "Week", days: 7, price: 15 * USDT };
const PLANS = [MONTH, YEAR];
const reason = "asked for";

const add = (store: Store, plan: Plan, nowMs = NOW_MS) =>
  serialized(store, (within) => addPlan(within, PLANS, { ...plan, reason }, nowMs));
const change = (store: Store, action: "retired" | "offered", plan: string, nowMs = NOW_MS) =>
  serialized(store, (within) =>
    changePlan(within, PLANS, { action: `plan_${action}`, plan, reason }, nowMs),
  );
const rename = (store: Store, plan: string, name: string, nowMs = NOW_MS) =>
  serialized(store, (within) =>
    changePlan(within, PLANS, { action: "plan_renamed", plan, name, reason }, nowMs),
  );
const price = (store: Store, order: Partial<PriceOrder>, nowMs = NOW_MS) =>
  serialized(store, (within) =>
    setPrice(
      within,
      PLANS,
      { plan: "Month", price: 59 * USDT, fromMs: null, reason, ...order },
      nowMs,
    ),
  );

/** Two servers on one database; what is done at the first is looked at on the second. */
async function open(engine: Engine) {
  const place = await engine.place();
  const [{ store }, { store: other }] = [await tempStore(place), await tempStore(place)];
  const sold = async (atMs = NOW_MS, plans: readonly Plan[] = PLANS) =>
    (await plansAt(other.db, plans, atMs)).map(
      ({ name, days, price }) => `${name} ${days} ${price / USDT}`,
    );
  const states = async (plans: readonly Plan[] = PLANS, atMs = NOW_MS) =>
    (await catalogAt(other.db, plans, atMs)).map(({ name, state }) => `${name} ${state}`);
  return { store, other, sold, states };
}

describe.each(bothEngines)("plans on $name", (engine) => {
  test("are added, renamed, retired and sold again, on every server at once", async () => {
    const { store, sold, states } = await open(engine);
    await add(store, WEEK);
    expect(await sold()).toEqual(["Month 30 49", "Year 365 449", "Week 7 15"]);
    await rename(store, "Month", "Monthly");
    await rename(store, "Week", "Seven days");
    await change(store, "retired", "Year");
    expect(await sold()).toEqual(["Monthly 30 49", "Seven days 7 15"]);
    expect(await states()).toEqual(["Monthly sold", "Year retired", "Seven days sold"]);
    await change(store, "offered", "Year");
    expect(await sold()).toEqual(["Monthly 30 49", "Year 365 449", "Seven days 7 15"]);
  });

  test("keep their prices under another name, and get new ones by it", async () => {
    const { store, other, sold } = await open(engine);
    await add(store, WEEK);
    const later = { price: 19 * USDT, fromMs: NOW_MS + DAY_MS };
    await price(store, { plan: "Week", ...later });
    await price(store, later);
    await rename(store, "Week", "Seven days");
    await rename(store, "Month", "Week");
    expect(await sold(NOW_MS + DAY_MS)).toEqual(["Week 30 19", "Year 365 449", "Seven days 7 19"]);
    await price(other, { plan: "Week", price: 21 * USDT });
    expect(await sold()).toEqual(["Week 30 21", "Year 365 449", "Seven days 7 15"]);
    await expect(price(store, {})).rejects.toThrow(
      'No plan on sale is called "Month". There is: Week, Year, Seven days.',
    );
    await change(store, "retired", "Seven days");
    const history = await priceHistory(store, PLANS);
    expect(history.map(({ plan, amount }) => `${plan} ${amount / USDT}`)).toEqual([
      "Week 19",
      "Seven days 19",
      "Week 21",
      "Seven days 15",
    ]);
  });

  test("have one name each: of ten that are added at once on two servers, one is", async () => {
    const { store, other, sold } = await open(engine);
    const added = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) =>
        // One of the servers has a clock that is behind: it does not see what the other one has just written.
        i % 2 ? add(store, WEEK) : add(other, WEEK, NOW_MS - 5_000),
      ),
    );
    expect(added.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await sold()).toEqual(["Month 30 49", "Year 365 449", "Week 7 15"]);
    const again = rename(store, "Year", "Week");
    await expect(again).rejects.toThrow('A plan on sale is called "Week"');
    // Another length under the old name: retire it, and add another one.
    await change(store, "retired", "Week");
    await add(store, { ...WEEK, days: 8 });
    const both = change(store, "offered", "Week");
    await expect(both).rejects.toThrow("Rename or retire that one first.");
    expect(await sold()).toEqual(["Month 30 49", "Year 365 449", "Week 8 15"]);
  });

  test("of the settings stay as they were made, and give way where they take a name", async () => {
    const { store, sold, states } = await open(engine);
    await change(store, "retired", "Year");
    await add(store, WEEK);
    const changed = [YEAR, { name: "Week", days: 9, price: 20 * USDT }];
    expect(await sold(NOW_MS, changed)).toEqual(["Week 7 15"]);
    expect(await states(changed)).toEqual(["Year retired", "Week name_taken", "Week sold"]);
    // With other days it is another plan, of which nothing was made.
    expect(await states([{ ...YEAR, days: 366 }])).toEqual(["Year sold", "Week sold"]);
  });

  test("that were renamed or retired change no invoice: it shows and buys what it did", async () => {
    const { store, sold } = await open(engine);
    const [ann, ben] = [
      await anInvoice(store, "ann", NOW_MS),
      await anInvoice(store, "ben", NOW_MS, { plan: YEAR }),
    ];
    await rename(store, "Month", "Monthly", NOW_MS + 1);
    await change(store, "retired", "Year", NOW_MS + 1);
    for (const [i, invoice] of [ann, ben].entries()) {
      expect(await pay(store, invoice, NOW_MS + HOUR_MS, i)).toMatchObject({ state: "paid" });
    }
    const bought = await store.db
      .selectFrom("payment")
      .select(["plan", "days"])
      .orderBy("days")
      .execute();
    expect(bought).toEqual([
      { plan: "Month", days: 30 },
      { plan: "Year", days: 365 },
    ]);
    expect(await sold(NOW_MS + HOUR_MS)).toEqual(["Monthly 30 49"]);
  });

  test("that were renamed take a late payment, and retired ones put it into the balance", async () => {
    const { store } = await open(engine);
    const [ann, ben] = [
      await anInvoice(store, "ann", NOW_MS),
      await anInvoice(store, "ben", NOW_MS, { plan: YEAR }),
    ];
    await rename(store, "Month", "Monthly", NOW_MS + 1);
    await change(store, "retired", "Year", NOW_MS + 1);
    const lateMs = NOW_MS + 27 * HOUR_MS;
    expect(await pay(store, ann, lateMs, 1)).toMatchObject({ state: "paid", reason: null });
    expect(await pay(store, ben, lateMs, 2)).toMatchObject({ reason: "late" });
  });

  test("are ordered as a page shows them, or not at all", async () => {
    const { store, other } = await open(engine);
    await requirePlan(other.db, PLANS, MONTH, NOW_MS);
    await change(store, "retired", "Month");
    const order = () => requirePlan(other.db, PLANS, MONTH, NOW_MS);
    await expect(order()).rejects.toThrow(PlanChangedError);
    // The same name and price, for fewer days.
    await add(store, { ...MONTH, days: 20 });
    await expect(order()).rejects.toThrow(PlanChangedError);
  });

  test("and prices have a history that nobody can change or delete", async () => {
    const { store } = await open(engine);
    await add(store, WEEK);
    for (const [table, statement] of [
      ["plan", store.db.updateTable("plan").set({ name: "x" })],
      ["plan", store.db.deleteFrom("plan")],
      ["price", store.db.updateTable("price").set({ amount: 1 })],
      ["price", store.db.deleteFrom("price")],
    ] as const) {
      await expect(statement.execute()).rejects.toThrow(`${table} only grows`);
    }
  });
});

describe.each(bothEngines)("a price on $name", (engine) => {
  test("is that of the settings until another one holds, on every server at once", async () => {
    const { store, other } = await open(engine);
    const set = (usdt: number, fromMs: number | null, nowMs = NOW_MS) =>
      price(store, { price: usdt * USDT, fromMs }, nowMs);
    const costs = async (atMs: number) =>
      (await plansAt(other.db, PLANS, atMs)).map((plan) => plan.price / USDT);
    expect(await costs(NOW_MS)).toEqual([49, 449]);
    await set(59, NOW_MS + DAY_MS);
    expect(await costs(NOW_MS + DAY_MS - 1)).toEqual([49, 449]);
    expect(await costs(NOW_MS + DAY_MS)).toEqual([59, 449]);
    // One between is set later, and holds until the other one does.
    await set(54, null, NOW_MS + HOUR_MS);
    expect(await costs(NOW_MS + HOUR_MS)).toEqual([54, 449]);
    expect(await costs(NOW_MS + 2 * DAY_MS)).toEqual([59, 449]);
    // Of two for one time the later one holds: so what is to come is taken back.
    await set(54, NOW_MS + DAY_MS, NOW_MS + 2 * HOUR_MS);
    expect(await costs(NOW_MS + 2 * DAY_MS)).toEqual([54, 449]);
    const history = await priceHistory(store, PLANS);
    expect(history.map(({ plan, amount }) => [plan, amount / USDT])).toEqual([
      ["Month", 54],
      ["Month", 59],
      ["Month", 54],
    ]);
  });

  test("is set once, though it is sent ten times at once to two servers", async () => {
    const { store, other } = await open(engine);
    const sent = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        price(i % 2 ? store : other, { fromMs: NOW_MS + DAY_MS }),
      ),
    );
    expect(sent.filter(Boolean)).toHaveLength(1);
    expect(await store.db.selectFrom("price").select(["number", "amount"]).execute()).toEqual([
      { number: 1, amount: 59 * USDT },
    ]);
    expect(await store.db.selectFrom("audit").select("action").execute()).toEqual([
      { action: "price_set" },
    ]);
  });

  test.each<[string, Partial<PriceOrder>, string]>([
    ["a time that is over", { fromMs: NOW_MS - 1 }, "2026-07-01T08:59:59.999Z is over"],
    ["a time in two years", { fromMs: NOW_MS + 730 * DAY_MS }, "a year ahead at most"],
    ["a plan that is not sold", { plan: "Week" }, "There is: Month, Year"],
  ])("is refused with %s", async (_, order, words) => {
    const { store } = await open(engine);
    await expect(price(store, order)).rejects.toThrow(words);
    expect(await store.db.selectFrom("price").select("number").execute()).toEqual([]);
  });

  test("changes no invoice that is open", async () => {
    const { store } = await open(engine);
    const invoice = await anInvoice(store, "ann", NOW_MS);
    await price(store, { price: 99 * USDT }, NOW_MS + 1);
    const paid = await pay(store, invoice, NOW_MS + HOUR_MS, 1);
    expect(paid).toMatchObject({ state: "paid", reason: null });
    // The next one is at the price that it was ordered at, as the plan says.
    const [plan = MONTH] = await plansAt(store.db, PLANS, NOW_MS + HOUR_MS);
    const next = await anInvoice(store, "ben", NOW_MS + HOUR_MS, { plan });
    expect(next.price).toBe(99 * USDT);
  });

  // What was found a day late, as after an outage, would cost what it costs by then.
  test.each<[string, number, string | null]>([
    ["before the price rose, buys the plan", DAY_MS + HOUR_MS, null],
    ["after it, goes to the balance", 2 * DAY_MS + HOUR_MS, "late"],
  ])("a late payment that was sent %s", async (_, sentAfterMs, outcome) => {
    const { store } = await open(engine);
    const invoice = await anInvoice(store, "ann", NOW_MS);
    await price(store, { fromMs: NOW_MS + 2 * DAY_MS });
    const [sentMs, foundMs] = [NOW_MS + sentAfterMs + 4 * HOUR_MS, NOW_MS + 4 * DAY_MS];
    expect(await pay(store, invoice, sentMs, 1, foundMs)).toMatchObject({ reason: outcome });
  });
});

describe("what somebody types as a price", () => {
  test.each(["", "0", "-5", "0.01", "49.005", "1e3", "49,50", "12345678", "49 USDT", "NaN", "०"])(
    "%j is refused with what it must be",
    (text) => expect(() => parsePrice(text)).toThrow("is no price: an amount in USDT"),
  );

  test.each([
    ["49", 49 * USDT],
    ["49.50", 49.5 * USDT],
    ["0.02", 0.02 * USDT],
  ])("%j is taken", (text, amount) => expect(parsePrice(text)).toBe(amount));
});

describe("plans", () => {
  test.each([
    ["a name that is markup", { name: "<b>" }, "is no name of a plan"],
    ["a name with a colon", { name: "a:b" }, "is no name of a plan"],
    ["a name with a space before it", { name: " Week" }, "is no name of a plan"],
    ["no days", { days: 0 }, "whole number from 1 to 3660"],
    ["a name that is taken", { name: "Year" }, 'is called "Year"'],
  ])("are not added with %s", async (_, wrong, words) => {
    const { store, sold } = await open(sqlite);
    await expect(add(store, { ...WEEK, ...wrong })).rejects.toThrow(words);
    expect(await sold()).toEqual(["Month 30 49", "Year 365 449"]);
    expect(await store.db.selectFrom("audit").select("action").execute()).toEqual([]);
  });
});

async function pay(
  store: Store,
  invoice: Invoice,
  sentMs: number,
  number: number,
  foundMs = sentMs,
) {
  const hash = hashOf(number);
  const claim = await aClaim(store, invoice, hash, sentMs);
  const receipt = aReceipt(hash, sentMs, [{ to: RECEIVER, amount: invoice.amount }]);
  return decided(store, claim, receipt, foundMs, { rules: { ...RULES, plans: PLANS } });
}
