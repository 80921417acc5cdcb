import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { publishMaintenanceChange, readRevision } from "../../../server/store/revision.ts";
import { serialized } from "../../../server/store/serialized.ts";
import { bothEngines } from "../../support/engines.ts";
import { tempFile, tempStore } from "../../support/temp-store.ts";

describe.each(bothEngines)("on $name", ({ place }) => {
  test("everything that is announced raises the revision by one", async () => {
    const { store } = await tempStore(await place());
    const before = await readRevision(store);
    await serialized(store, publishMaintenanceChange);
    await serialized(store, publishMaintenanceChange);
    expect(await readRevision(store)).toBe(before + 2);
  });

  test("a change that fails half-way leaves neither its rows nor a new revision", async () => {
    const { store } = await tempStore(await place());
    const before = await readRevision(store);
    const failing = serialized(store, async (transaction) => {
      await publishMaintenanceChange(transaction);
      await transaction.insertInto("maintenance").values({ slug: "baccarat", since: 1 }).execute();
      throw new Error("half-way");
    });
    await expect(failing).rejects.toThrow("half-way");
    expect(await store.db.selectFrom("maintenance").selectAll().execute()).toEqual([]);
    expect(await readRevision(store)).toBe(before);
  });

  test("serialized work is noticed by other processes only if it publishes the change", async () => {
    const { store } = await tempStore(await place());
    const before = await readRevision(store);
    await serialized(store, async () => undefined);
    expect(await readRevision(store)).toBe(before);
    await serialized(store, publishMaintenanceChange);
    expect(await readRevision(store)).toBe(before + 1);
  });

  test("serialized work may read and then decide: what others do comes before or after it", async () => {
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

  test("changes made at once in one process all count", async () => {
    const { store } = await tempStore(await place());
    const before = await readRevision(store);
    await Promise.all(
      Array.from({ length: 20 }, () => serialized(store, publishMaintenanceChange)),
    );
    expect(await readRevision(store)).toBe(before + 20);
  });
});

test("on SQLite a transaction is the only writer from its beginning, so it may read first and write later", async () => {
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
