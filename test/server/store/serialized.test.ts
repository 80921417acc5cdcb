import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { tempFile, tempStore } from "../../support/temp-store.ts";

test("a transaction on SQLite can read first and write later", async () => {
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
