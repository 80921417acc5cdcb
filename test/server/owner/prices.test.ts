import { describe, expect, test } from "vitest";
import { retirePlan } from "../../../server/owner/plans.ts";
import { parsePrice, priceHistory, setPrice } from "../../../server/owner/prices.ts";
import { revenue } from "../../../server/owner/revenue.ts";
import { plansAt } from "../../../server/payment/catalog.ts";
import type { Store } from "../../../server/store/store.ts";
import { bothEngines } from "../../support/engines.ts";
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
const PLANS = [MONTH, YEAR];

/** Two servers on one database, and prices set by the first. */
async function open(engine: Engine) {
  const place = await engine.place();
  const [{ store }, { store: other }] = [await tempStore(place), await tempStore(place)];
  const set = (usdt: number, fromMs: number | null, nowMs = NOW_MS, plan = MONTH.name) =>
    setPrice(store, PLANS, { plan, price: usdt * USDT, fromMs, reason: "costs rose" }, nowMs);
  const costs = async (atMs: number, on: Store = other) =>
    (await plansAt(on.db, PLANS, atMs)).map(({ price }) => price / USDT);
  return { store, other, set, costs };
}

describe.each(bothEngines)("a price on $name", (engine) => {
  test("is that of the settings until another one holds, on every server at once", async () => {
    const { store, set, costs } = await open(engine);
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
    const history = await priceHistory(store, PLANS, NOW_MS + 3 * HOUR_MS);
    expect(history.map(({ plan, price, state }) => [plan, price / USDT, state])).toEqual([
      ["Month", 54, "later"],
      ["Month", 59, "replaced"],
      ["Month", 54, "now"],
      ["Month", 49, "past"],
      ["Year", 449, "now"],
    ]);
    // A plan that is retired keeps its prices, the first one too.
    await retirePlan(store, PLANS, { plan: "Year", reason: "nobody buys it" }, NOW_MS);
    const retired = await priceHistory(store, PLANS, NOW_MS + 3 * HOUR_MS);
    expect(retired.map(({ plan, price, state }) => [plan, price / USDT, state]).slice(-1)).toEqual([
      ["Year", 449, "not_sold"],
    ]);
    // The settings sell something else by now: what was set for the old plan stays in the history.
    const gone = await priceHistory(store, [YEAR], NOW_MS);
    expect(gone.map(({ plan, state }) => [plan, state])).toEqual([
      ["Year", "not_sold"],
      ...Array.from({ length: 3 }, () => ["Month", "not_sold"]),
    ]);
  });

  test("is set once, though it is sent ten times at once to two servers", async () => {
    const { store, other } = await open(engine);
    const order = { plan: "Month", price: 59 * USDT, fromMs: NOW_MS + DAY_MS, reason: "x" };
    const sent = await Promise.all(
      Array.from({ length: 10 }, (_, i) => setPrice(i % 2 ? store : other, PLANS, order, NOW_MS)),
    );
    expect(sent.filter(({ changed }) => changed)).toHaveLength(1);
    expect(await store.db.selectFrom("price").select(["number", "amount"]).execute()).toEqual([
      { number: 1, amount: 59 * USDT },
    ]);
    expect(await store.db.selectFrom("owner_act").select("action").execute()).toEqual([
      { action: "price_set" },
    ]);
  });

  test("cannot be changed or deleted by anybody", async () => {
    const { store, set } = await open(engine);
    await set(59, null);
    for (const change of [
      store.db.updateTable("price").set({ amount: 1 }),
      store.db.deleteFrom("price"),
    ]) {
      await expect(change.execute()).rejects.toThrow("price only grows");
    }
  });

  test.each<[string, Parameters<typeof setPrice>[2], string]>([
    ["a time that is over", orderOf({ fromMs: NOW_MS - 1 }), "2026-07-01T08:59:59.999Z is over"],
    ["a time in two years", orderOf({ fromMs: NOW_MS + 730 * DAY_MS }), "a year ahead at most"],
    ["a plan that is not sold", orderOf({ plan: "Week" }), "There is: Month, Year"],
    ["no reason", orderOf({ reason: "" }), "Say why"],
  ])("is refused with %s", async (_, order, words) => {
    const { store } = await open(engine);
    await expect(async () => setPrice(store, PLANS, order, NOW_MS)).rejects.toThrow(words);
    expect(await store.db.selectFrom("price").select("number").execute()).toEqual([]);
  });

  test("changes no invoice that is open, nor what was earned", async () => {
    const { store, set } = await open(engine);
    const invoice = await anInvoice(store, "ann", NOW_MS);
    await set(99, null, NOW_MS + 1);
    const paid = await pay(store, invoice, NOW_MS + HOUR_MS);
    expect(paid).toMatchObject({ state: "paid", reason: null });
    const [month] = await revenue(store);
    expect(month?.sum).toBe(invoice.amount);
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
    const { store, set } = await open(engine);
    const invoice = await anInvoice(store, "ann", NOW_MS);
    await set(59, NOW_MS + 2 * DAY_MS);
    const [sentMs, foundMs] = [NOW_MS + sentAfterMs + 4 * HOUR_MS, NOW_MS + 4 * DAY_MS];
    expect(await pay(store, invoice, sentMs, foundMs)).toMatchObject({ reason: outcome });
  });
});

describe("what somebody types as a price", () => {
  test.each(["", "0", "-5", "0.01", "49.005", "1e3", "49,50", "12345678", "49 USDT", "NaN", "०"])(
    "%j is refused with what it must be",
    (text) => expect(() => parsePrice(text)).toThrow("is no price: an amount in USDT"),
  );

  test.each([
    ["49", 49 * USDT],
    [" 49.50 ", 49.5 * USDT],
    ["0.02", 0.02 * USDT],
  ])("%j is taken", (text, price) => expect(parsePrice(text)).toBe(price));
});

function orderOf(some: Partial<Parameters<typeof setPrice>[2]>): Parameters<typeof setPrice>[2] {
  return { plan: "Month", price: 59 * USDT, fromMs: null, reason: "costs rose", ...some };
}

async function pay(
  store: Store,
  invoice: Awaited<ReturnType<typeof anInvoice>>,
  sentMs: number,
  foundMs = sentMs,
) {
  const claim = await aClaim(store, invoice, hashOf(1), sentMs);
  const receipt = aReceipt(hashOf(1), sentMs, [{ to: RECEIVER, amount: invoice.amount }]);
  return decided(store, claim, receipt, foundMs, { rules: { ...RULES, plans: PLANS } });
}
