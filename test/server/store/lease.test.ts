import { describe, expect, test } from "vitest";
import { dropLease, takeLease } from "../../../server/store/lease.ts";
import { bothEngines } from "../../support/engines.ts";
import { tempStore } from "../../support/temp-store.ts";

const LEASE = { nowMs: 1_000, endsAtMs: 2_000 };

describe.each(bothEngines)("a lease in $name", (engine) => {
  test("is one process's until it ends or is given back, and can be kept", async () => {
    const { store } = await tempStore(await engine.place());
    expect(await takeLease(store, "work", "a", LEASE)).toBe(true);
    expect(await takeLease(store, "work", "b", { nowMs: 1_999, endsAtMs: 9_000 })).toBe(false);
    expect(await takeLease(store, "other", "b", LEASE)).toBe(true);
    expect(await takeLease(store, "work", "a", { nowMs: 1_999, endsAtMs: 3_000 })).toBe(true);
    expect(await takeLease(store, "work", "b", { nowMs: 2_999, endsAtMs: 9_000 })).toBe(false);
    expect(await takeLease(store, "work", "b", { nowMs: 3_000, endsAtMs: 9_000 })).toBe(true);
    await dropLease(store, "work", "a");
    expect(await takeLease(store, "work", "a", { nowMs: 4_000, endsAtMs: 9_000 })).toBe(false);
    await dropLease(store, "work", "b");
    expect(await takeLease(store, "work", "a", { nowMs: 4_000, endsAtMs: 9_000 })).toBe(true);
  });

  test("of a damaged row, which would never end, is anybody's", async () => {
    const { store } = await tempStore(await engine.place());
    const ends_at = Number.MAX_SAFE_INTEGER;
    await store.db.insertInto("lease").values({ name: "work", holder: "a", ends_at }).execute();
    expect(await takeLease(store, "work", "b", LEASE)).toBe(true);
  });

  test("goes to one of twenty who want it at once", async () => {
    const { store } = await tempStore(await engine.place());
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, index) => takeLease(store, "work", `p${index}`, LEASE)),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
  });
});
