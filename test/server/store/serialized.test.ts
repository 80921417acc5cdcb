import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { dropLease, takeLease } from "../../../server/store/lease.ts";
import { serialized } from "../../../server/store/serialized.ts";
import { bothEngines } from "../../support/engines.ts";
import { tempFile, tempStore } from "../../support/temp-store.ts";

const LEASE = { nowMs: 1_000, endsAtMs: 2_000 };

describe.each(bothEngines)("serialized work on $name", ({ place }) => {
  test("serialized work sees all changes before it and none during it", async () => {
    const { store } = await tempStore(await place());
    await Promise.all(
      Array.from({ length: 20 }, () =>
        serialized(store, async (own) => {
          const rows = await own.selectFrom("maintenance").selectAll().execute();
          const since = Math.max(0, ...rows.map((row) => row.since)) + 1;
          await own
            .insertInto("maintenance")
            .values({ slug: `game${since}`, since })
            .execute();
        }),
      ),
    );
    const rows = await store.db.selectFrom("maintenance").select("since").execute();
    expect(rows.map((row) => row.since).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });

  test("a lease belongs to one process at a time", async () => {
    const { store } = await tempStore(await place());
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, index) => takeLease(store, "race", `p${index}`, LEASE)),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    const take = (holder: string, nowMs: number, endsAtMs: number) =>
      takeLease(store, "work", holder, { nowMs, endsAtMs });
    expect(await take("a", 1_000, 2_000)).toBe(true);
    expect(await take("b", 1_999, 9_000)).toBe(false);
    expect(await take("a", 1_999, 3_000)).toBe(true);
    expect(await take("b", 2_999, 9_000)).toBe(false);
    expect(await take("b", 3_000, 9_000)).toBe(true);
    await dropLease(store, "work", "a");
    expect(await take("a", 4_000, 9_000)).toBe(false);
    await dropLease(store, "work", "b");
    expect(await take("a", 4_000, 9_000)).toBe(true);
  });
});

test("a transaction on SQLite may read first and write later", async () => {
  const file = await tempFile();
  const { store } = await tempStore({ file });
  const other = new DatabaseSync(file, { timeout: 0 });
  onTestFinished(() => other.close());
  await store.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom("maintenance").selectAll().execute();
    expect(() => other.exec("delete from maintenance")).toThrow(/locked/);
    await transaction.insertInto("maintenance").values({ slug: "baccarat", since: 1 }).execute();
  });
  other.exec("delete from maintenance");
  expect(await store.db.selectFrom("maintenance").selectAll().execute()).toEqual([]);
});
