import { describe, expect, test } from "vitest";
import { addPlan, changePlan, priceHistory, setPrice } from "../../../server/owner/plans.ts";
import type { PlanInput, PriceInput } from "../../../server/owner/plans.ts";
import type { Invoice } from "../../../server/payment/invoices.ts";
import { plansAt } from "../../../server/payment/plans.ts";
import type { Plan } from "../../../server/payment/plans.ts";
import { serialized } from "../../../server/store/serialized.ts";
import type { Store } from "../../../server/store/store.ts";
import { bothEngines } from "../../support/engines.ts";
import type { Engine } from "../../support/engines.ts";
import { anInvoice, MONTH, pays } from "../../support/payments.ts";
import { tempStore } from "../../support/temp-store.ts";

const NOW_MS = Date.UTC(2026, 6, 1, 9);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const USDT = 1_000_000;
const YEAR = { name: "365 days", days: 365, price: 449 * USDT };
const WEEK = { name: "Week", days: 7, price: 15 * USDT };
const reason = "asked for";

const add = (store: Store, plan: Plan, nowMs = NOW_MS) =>
  serialized(store, (within) => addPlan(within, { ...plan, reason }, nowMs));
const change = (
  store: Store,
  action: "renamed" | "retired",
  input: Pick<PlanInput, "plan" | "name">,
  nowMs = NOW_MS,
) =>
  serialized(store, (within) =>
    changePlan(within, { action: `plan_${action}`, ...input, reason }, nowMs),
  );
const price = (store: Store, input: Partial<PriceInput>, nowMs = NOW_MS) =>
  serialized(store, (within) =>
    setPrice(within, { plan: MONTH.name, price: 59 * USDT, fromMs: null, reason, ...input }, nowMs),
  );

async function pay(store: Store, of: Invoice, number: number, sentMs: number, foundMs = sentMs) {
  const { state, reason: why } = await pays(store, of, number, sentMs, { foundMs });
  return [state, why];
}

/** Two servers on one database: actions on the first are observed on the second. */
async function open(engine: Engine) {
  const place = await engine.place();
  const [{ store }, { store: other }] = [await tempStore(place), await tempStore(place)];
  const sold = async (atMs = NOW_MS) =>
    (await plansAt(other.db, atMs)).map((plan) => `${plan.name} ${plan.days} ${plan.price / USDT}`);
  return { store, other, sold };
}

describe.each(bothEngines)("plans on $name", (engine) => {
  test("a price takes effect at its scheduled time", async () => {
    const { store, sold } = await open(engine);
    const month = async (atMs: number) => (await sold(atMs))[0];
    const dayLater = { fromMs: NOW_MS + DAY_MS };
    await price(store, dayLater);
    expect(await month(NOW_MS + DAY_MS - 1)).toBe("30 days 30 49");
    expect(await month(NOW_MS + DAY_MS)).toBe("30 days 30 59");
    await price(store, { price: 54 * USDT }, NOW_MS + HOUR_MS);
    expect(await month(NOW_MS + HOUR_MS)).toBe("30 days 30 54");
    await change(store, "renamed", { plan: "30 days", name: "Monthly" }, NOW_MS + HOUR_MS);
    expect(await month(NOW_MS + DAY_MS)).toBe("Monthly 30 59");
    // Of two prices for one time the later one counts, so a future price can be taken back.
    await price(store, { plan: "Monthly", price: 54 * USDT, ...dayLater }, NOW_MS + HOUR_MS);
    expect(await month(NOW_MS + DAY_MS)).toBe("Monthly 30 54");
    const history = await priceHistory(store);
    expect(history.map(({ plan, amount }) => [plan, amount / USDT])).toEqual([
      ["Monthly", 54],
      ["Monthly", 59],
      ["Monthly", 54],
    ]);
  });

  test("a form sent ten times at the same time, to two servers, counts once", async () => {
    const { store, other, sold } = await open(engine);
    const added = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) =>
        // A server whose clock is behind does not see what the other one has just written.
        i % 2 ? add(store, WEEK) : add(other, WEEK, NOW_MS - 5_000),
      ),
    );
    expect(added.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const priced = await Promise.all(
      Array.from({ length: 10 }, (_, i) => price(i % 2 ? store : other, {})),
    );
    expect(priced.filter(Boolean)).toHaveLength(1);
    const now = ["30 days 30 59", "90 days 90 129", "365 days 365 449", "Week 7 15"];
    expect(await sold()).toEqual(now);
  });

  test("an open invoice keeps its price", async () => {
    const { store } = await open(engine);
    const [ann, ben, cyd, dan, eve] = await Promise.all([
      anInvoice(store, "ann", NOW_MS),
      anInvoice(store, "ben", NOW_MS, { plan: YEAR }),
      anInvoice(store, "cyd", NOW_MS),
      anInvoice(store, "dan", NOW_MS),
      anInvoice(store, "eve", NOW_MS, { plan: YEAR }),
    ]);
    await change(store, "renamed", { plan: "30 days", name: "Monthly" }, NOW_MS + 1);
    await change(store, "retired", { plan: "365 days" }, NOW_MS + 1);
    const risesMs = NOW_MS + 2 * DAY_MS;
    await price(store, { plan: "Monthly", fromMs: risesMs }, NOW_MS + 1);
    expect(await pay(store, ann, 1, NOW_MS + HOUR_MS)).toEqual(["paid", null]);
    expect(await pay(store, ben, 2, NOW_MS + HOUR_MS)).toEqual(["paid", null]);
    // Both are found after the price rose, as after an outage.
    const foundMs = risesMs + DAY_MS;
    expect(await pay(store, cyd, 3, risesMs - HOUR_MS, foundMs)).toEqual(["paid", null]);
    expect(await pay(store, dan, 4, risesMs + HOUR_MS, foundMs)).toEqual(["paid", "late"]);
    expect(await pay(store, eve, 5, risesMs, foundMs)).toEqual(["paid", "late"]);
    const bought = await store.db.selectFrom("payment").select(["plan", "days"]).execute();
    expect(bought.toSorted((one, other) => one.days - other.days)).toEqual([
      { plan: "30 days", days: 30 },
      { plan: "30 days", days: 30 },
      { plan: "365 days", days: 365 },
    ]);
  });
});
