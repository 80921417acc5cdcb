import { describe, expect, test } from "vitest";
import { issue } from "../../../server/access/keys.ts";
import { createUsage } from "../../../server/access/usage.ts";
import type { Store } from "../../../server/store/store.ts";
import { dayAt } from "../../../src/fairness/utc-day.ts";
import { engines } from "../../support/engines.ts";
import { observeStore } from "../../support/observed-store.ts";
import { tempStore } from "../../support/temp-store.ts";

describe.each(engines)("on $name", (engine) => {
  const NOW_MS = Date.UTC(2026, 6, 1, 12);
  const DAY_MS = 86_400_000;
  const DAY = dayAt(NOW_MS);

  const usageOf = (store: Store, clock: { nowMs: number }, isCertain = () => true) =>
    createUsage(store, () => clock.nowMs, isCertain);

  async function open() {
    const { store } = await tempStore(await engine.place());
    const clock = { nowMs: NOW_MS };
    const input = { label: "Acme", endsAtMs: NOW_MS + DAY_MS, origins: [] };
    const { id } = await issue(store, input, NOW_MS);
    return { store, clock, keyId: id, usage: usageOf(store, clock) };
  }

  const rowsOf = (store: Store) =>
    store.db.selectFrom("usage_day").select(["day", "what", "count"]).orderBy("what").execute();

  test("page loads are counted by day and outcome", async () => {
    const { store, keyId, usage } = await open();
    usage.record({ keyId, refusal: null });
    usage.record({ keyId, refusal: null });
    usage.record({ keyId, refusal: "expired" });
    await usage.flush();
    expect(await rowsOf(store)).toEqual([
      { day: DAY, what: "load", count: 2 },
      { day: DAY, what: "refused:expired", count: 1 },
    ]);
    const key = await store.db.selectFrom("api_key").select("last_used_at").executeTakeFirst();
    expect(key).toEqual({ last_used_at: NOW_MS });
  });

  test("usage written later, or by another server, is added to the stored count", async () => {
    const { store, keyId, usage, clock } = await open();
    const other = usageOf(store, clock);
    for (const counter of [usage, other, usage]) {
      counter.record({ keyId, refusal: null });
      await counter.flush();
    }
    expect(await rowsOf(store)).toEqual([{ day: DAY, what: "load", count: 3 }]);
  });

  test("counts that cannot be written are added once by the next flush", async () => {
    const { store, keyId, clock } = await open();
    const observed = observeStore(store);
    const usage = usageOf(observed.store, clock);
    usage.record({ keyId, refusal: null });
    observed.failWith(new Error("gone"));
    await expect(usage.flush()).rejects.toThrow("gone");
    usage.record({ keyId, refusal: null });
    observed.failWith(null);
    await usage.flush();
    await usage.flush();
    expect(await rowsOf(store)).toEqual([{ day: DAY, what: "load", count: 2 }]);
  });

  // Cause: an uncertain clock prevented deletion for the rest of its day, and a day without page loads deleted nothing.
  test("counts are kept for 90 days, then deleted as soon as the clock is certain", async () => {
    const { store, keyId, clock } = await open();
    let isCertain = true;
    const usage = usageOf(store, clock, () => isCertain);
    usage.record({ keyId, refusal: null });
    await usage.flush();
    clock.nowMs += 90 * DAY_MS;
    await usage.flush();
    expect(await rowsOf(store)).toHaveLength(1);
    clock.nowMs += DAY_MS;
    isCertain = false;
    await usage.flush();
    expect(await rowsOf(store)).toHaveLength(1);
    isCertain = true;
    await usage.flush();
    expect(await rowsOf(store)).toEqual([]);
  });
});
