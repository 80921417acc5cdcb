import { describe, expect, test } from "vitest";
import {
  addPlan,
  listPlans,
  offerPlan,
  renamePlan,
  retirePlan,
} from "../../../server/owner/plans.ts";
import { priceHistory, setPrice } from "../../../server/owner/prices.ts";
import { plansAt, PlanChangedError, requirePlan } from "../../../server/payment/catalog.ts";
import type { Invoice } from "../../../server/payment/invoices.ts";
import type { Plan } from "../../../server/payment/plan.ts";
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

/** Two servers on one database; what is done at the first is looked at on the second. */
async function open(engine: Engine) {
  const place = await engine.place();
  const [{ store }, { store: other }] = [await tempStore(place), await tempStore(place)];
  const sold = async (atMs = NOW_MS, plans: readonly Plan[] = PLANS) =>
    (await plansAt(other.db, plans, atMs)).map(
      ({ name, days, price }) => `${name} ${days} ${price / USDT}`,
    );
  const states = async (plans: readonly Plan[] = PLANS, atMs = NOW_MS) =>
    (await listPlans(other, plans, atMs)).map(({ name, state }) => `${name} ${state}`);
  return { store, other, sold, states };
}

describe.each(bothEngines)("plans on $name", (engine) => {
  test("are added, renamed, retired and sold again, on every server at once", async () => {
    const { store, sold, states } = await open(engine);
    await addPlan(store, PLANS, { ...WEEK, reason }, NOW_MS);
    expect(await sold()).toEqual(["Month 30 49", "Year 365 449", "Week 7 15"]);
    await renamePlan(store, PLANS, { plan: "Month", name: "Monthly", reason }, NOW_MS);
    await renamePlan(store, PLANS, { plan: "Week", name: "Seven days", reason }, NOW_MS);
    await retirePlan(store, PLANS, { plan: "Year", reason }, NOW_MS);
    expect(await sold()).toEqual(["Monthly 30 49", "Seven days 7 15"]);
    expect(await states()).toEqual(["Monthly sold", "Seven days sold", "Year retired"]);
    await offerPlan(store, PLANS, { plan: "Year", reason }, NOW_MS);
    expect(await sold()).toEqual(["Monthly 30 49", "Year 365 449", "Seven days 7 15"]);
  });

  test("keep their prices under another name, and get new ones by it", async () => {
    const { store, other, sold } = await open(engine);
    await addPlan(store, PLANS, { ...WEEK, reason }, NOW_MS);
    const later = { price: 19 * USDT, fromMs: NOW_MS + DAY_MS, reason };
    await setPrice(store, PLANS, { plan: "Week", ...later }, NOW_MS);
    await setPrice(store, PLANS, { plan: "Month", ...later }, NOW_MS);
    await renamePlan(store, PLANS, { plan: "Week", name: "Seven days", reason }, NOW_MS);
    await renamePlan(store, PLANS, { plan: "Month", name: "Week", reason }, NOW_MS);
    expect(await sold(NOW_MS + DAY_MS)).toEqual(["Week 30 19", "Year 365 449", "Seven days 7 19"]);
    await setPrice(other, PLANS, { plan: "Week", price: 21 * USDT, fromMs: null, reason }, NOW_MS);
    expect(await sold()).toEqual(["Week 30 21", "Year 365 449", "Seven days 7 15"]);
    const gone = { plan: "Month", price: USDT, fromMs: null, reason };
    await expect(setPrice(store, PLANS, gone, NOW_MS)).rejects.toThrow(
      'No plan on sale is called "Month". There is: Week, Year, Seven days.',
    );
    await retirePlan(store, PLANS, { plan: "Seven days", reason }, NOW_MS);
    const history = await priceHistory(store, PLANS, NOW_MS);
    expect(history.map(({ plan, price, state }) => `${plan} ${price / USDT} ${state}`)).toEqual([
      "Week 19 later",
      "Week 21 now",
      "Week 49 past",
      "Year 449 now",
      "Seven days 19 not_sold",
      "Seven days 15 not_sold",
    ]);
  });

  test("have one name each: of ten that are added at once on two servers, one is", async () => {
    const { store, other, sold } = await open(engine);
    const added = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) =>
        // One of the servers has a clock that is behind: it does not see what the other one has just written.
        i % 2
          ? addPlan(store, PLANS, { ...WEEK, reason }, NOW_MS)
          : addPlan(other, PLANS, { ...WEEK, reason }, NOW_MS - 5_000),
      ),
    );
    expect(added.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await sold()).toEqual(["Month 30 49", "Year 365 449", "Week 7 15"]);
    const again = renamePlan(store, PLANS, { plan: "Year", name: "Week", reason }, NOW_MS);
    await expect(again).rejects.toThrow('A plan on sale is called "Week"');
    // Another length under the old name: retire it, and add another one.
    await retirePlan(store, PLANS, { plan: "Week", reason }, NOW_MS);
    await addPlan(store, PLANS, { ...WEEK, days: 8, reason }, NOW_MS);
    const both = offerPlan(store, PLANS, { plan: "Week", reason }, NOW_MS);
    await expect(both).rejects.toThrow("Rename or retire that one first.");
    expect(await sold()).toEqual(["Month 30 49", "Year 365 449", "Week 8 15"]);
  });

  test("of the settings stay as they were made, and give way where they take a name", async () => {
    const { store, sold, states } = await open(engine);
    await retirePlan(store, PLANS, { plan: "Year", reason }, NOW_MS);
    await addPlan(store, PLANS, { ...WEEK, reason }, NOW_MS);
    const changed = [YEAR, { name: "Week", days: 9, price: 20 * USDT }];
    expect(await sold(NOW_MS, changed)).toEqual(["Week 7 15"]);
    expect(await states(changed)).toEqual(["Week sold", "Year retired", "Week name_taken"]);
    // With other days it is another plan, of which nothing was made.
    expect(await states([{ ...YEAR, days: 366 }])).toEqual(["Year sold", "Week sold"]);
  });

  test("that were renamed or retired change no invoice: it shows and buys what it did", async () => {
    const { store, sold } = await open(engine);
    const [ann, ben] = [
      await anInvoice(store, "ann", NOW_MS),
      await anInvoice(store, "ben", NOW_MS, { plan: YEAR }),
    ];
    await renamePlan(store, PLANS, { plan: "Month", name: "Monthly", reason }, NOW_MS + 1);
    await retirePlan(store, PLANS, { plan: "Year", reason }, NOW_MS + 1);
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
    await renamePlan(store, PLANS, { plan: "Month", name: "Monthly", reason }, NOW_MS + 1);
    await retirePlan(store, PLANS, { plan: "Year", reason }, NOW_MS + 1);
    const lateMs = NOW_MS + 27 * HOUR_MS;
    expect(await pay(store, ann, lateMs, 1)).toMatchObject({ state: "paid", reason: null });
    expect(await pay(store, ben, lateMs, 2)).toMatchObject({ reason: "late" });
  });

  test("are ordered as a page shows them, or not at all", async () => {
    const { store, other } = await open(engine);
    await requirePlan(other.db, PLANS, MONTH, NOW_MS);
    await retirePlan(store, PLANS, { plan: "Month", reason }, NOW_MS);
    const order = () => requirePlan(other.db, PLANS, MONTH, NOW_MS);
    await expect(order()).rejects.toThrow(PlanChangedError);
    // The same name and price, for fewer days.
    await addPlan(store, PLANS, { ...MONTH, days: 20, reason }, NOW_MS);
    await expect(order()).rejects.toThrow(PlanChangedError);
  });

  test("have a history that nobody can change or delete", async () => {
    const { store } = await open(engine);
    await addPlan(store, PLANS, { ...WEEK, reason }, NOW_MS);
    for (const change of [
      store.db.updateTable("plan").set({ name: "x" }),
      store.db.deleteFrom("plan"),
    ]) {
      await expect(change.execute()).rejects.toThrow("plan only grows");
    }
  });
});

describe("plans", () => {
  test.each([
    ["a name that is markup", { name: "<b>" }, "is no name of a plan"],
    ["a name with a colon", { name: "a:b" }, "is no name of a plan"],
    ["a name with a space before it", { name: " Week" }, "is no name of a plan"],
    ["no days", { days: 0 }, "whole number from 1 to 3660"],
    ["a name that is taken", { name: "Year" }, 'is called "Year"'],
    ["no reason", { reason: "" }, "Say why"],
  ])("are not added with %s", async (_, wrong, words) => {
    const { store, sold } = await open(sqlite);
    const order = { ...WEEK, reason, ...wrong };
    await expect(addPlan(store, PLANS, order, NOW_MS)).rejects.toThrow(words);
    expect(await sold()).toEqual(["Month 30 49", "Year 365 449"]);
    expect(await store.db.selectFrom("owner_act").select("action").execute()).toEqual([]);
  });
});

async function pay(store: Store, invoice: Invoice, sentMs: number, number: number) {
  const hash = hashOf(number);
  const claim = await aClaim(store, invoice, hash, sentMs);
  const receipt = aReceipt(hash, sentMs, [{ to: RECEIVER, amount: invoice.amount }]);
  return decided(store, claim, receipt, sentMs, { rules: { ...RULES, plans: PLANS } });
}
