import { describe, expect, test } from "vitest";
import { addPlan, endPlan } from "../../../server/owner/plan-actions.ts";
import type { Invoice } from "../../../server/payment/invoices.ts";
import { plansOnSale } from "../../../server/payment/plans.ts";
import { serialized } from "../../../server/store/serialized.ts";
import type { Store } from "../../../server/store/store.ts";
import { bothEngines } from "../../support/engines.ts";
import { anInvoice, MONTH, pays } from "../../support/payments.ts";
import { tempStore } from "../../support/temp-store.ts";

const NOW_MS = Date.UTC(2026, 6, 1, 9);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const USDT = 1_000_000;
const YEAR = { name: "365 days", days: 365, price: 449 * USDT };
const reason = "asked for";
const WEEK = { name: "Week", days: 7, price: 15 * USDT, reason };

const add = (store: Store, nowMs = NOW_MS) =>
  serialized(store, (within) => addPlan(within, WEEK, nowMs));
const end = (store: Store, plan: string, price: number | null, nowMs = NOW_MS) =>
  serialized(store, (within) => endPlan(within, { plan, price, reason }, nowMs));

async function pay(store: Store, of: Invoice, number: number, sentMs: number, foundMs = sentMs) {
  const { state, reason: why } = await pays(store, of, number, sentMs, { foundMs });
  return [state, why];
}

describe.each(bothEngines)("plans on $name", (engine) => {
  test("the form for a new plan, sent ten times at once to two servers, adds one plan", async () => {
    const place = await engine.place();
    const [{ store }, { store: other }] = [await tempStore(place), await tempStore(place)];
    // The other server's clock is behind.
    const servers = Array.from({ length: 10 }, (_, i) =>
      i % 2 ? ([store, NOW_MS] as const) : ([other, NOW_MS - 5_000] as const),
    );
    const forms = [
      (to: Store, nowMs: number) => add(to, nowMs),
      (to: Store, nowMs: number) => end(to, MONTH.name, 59 * USDT, nowMs),
      (to: Store, nowMs: number) => end(to, "90 days", null, nowMs),
    ];
    for (const form of forms) {
      const sent = await Promise.allSettled(servers.map(([to, nowMs]) => form(to, nowMs)));
      expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    }
    for (const { db } of [store, other]) {
      const sold = (await plansOnSale(db)).map(({ name, price }) => `${name} ${price / USDT}`);
      expect(sold).toEqual(["Week 15", "30 days 59", "365 days 449"]);
    }
  });

  test("an open invoice keeps its price", async () => {
    const { store } = await tempStore(await engine.place());
    const [ann, ben, cyd, dan, eve, fay] = await Promise.all([
      anInvoice(store, "ann", NOW_MS),
      anInvoice(store, "ben", NOW_MS, { plan: YEAR }),
      anInvoice(store, "cyd", NOW_MS),
      anInvoice(store, "dan", NOW_MS),
      anInvoice(store, "eve", NOW_MS, { plan: YEAR }),
      anInvoice(store, "fay", NOW_MS),
    ]);
    await end(store, YEAR.name, null, NOW_MS + 1);
    const risesMs = NOW_MS + 2 * DAY_MS;
    // A plan that ended may be added again.
    await end(store, MONTH.name, null, risesMs);
    const dearer = { ...MONTH, price: 59 * USDT, reason };
    await serialized(store, (within) => addPlan(within, dearer, risesMs + DAY_MS));
    await end(store, MONTH.name, MONTH.price, risesMs + 2 * DAY_MS);
    expect(await pay(store, ann, 1, NOW_MS + HOUR_MS)).toEqual(["paid", null]);
    expect(await pay(store, ben, 2, NOW_MS + HOUR_MS)).toEqual(["paid", null]);
    // All are found after the prices changed, as after an outage.
    const foundMs = risesMs + 3 * DAY_MS;
    expect(await pay(store, cyd, 3, risesMs - HOUR_MS, foundMs)).toEqual(["paid", null]);
    expect(await pay(store, dan, 4, risesMs + HOUR_MS, foundMs)).toEqual(["paid", "late"]);
    expect(await pay(store, eve, 5, risesMs, foundMs)).toEqual(["paid", "late"]);
    expect(await pay(store, fay, 6, risesMs + 2 * DAY_MS, foundMs)).toEqual(["paid", null]);
    const bought = await store.db.selectFrom("payment").select(["plan", "days"]).execute();
    expect(bought.toSorted((one, other) => one.days - other.days)).toEqual([
      { plan: "30 days", days: 30 },
      { plan: "30 days", days: 30 },
      { plan: "30 days", days: 30 },
      { plan: "365 days", days: 365 },
    ]);
  });
});
