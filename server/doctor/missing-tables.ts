import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../store/open-store.ts";
import type { Store } from "../store/store.ts";

/**
 * The tables and columns of this version that a database lacks, such as `table beacon` and
 * `column origins in the table api_key`: it is held against a new one, which is gone afterwards.
 */
export async function missingTables(store: Store): Promise<string[]> {
  const found = await tablesOf(store);
  const folder = await mkdtemp(join(tmpdir(), "tableside-doctor-"));
  try {
    const model = await openStore({ file: join(folder, "model.sqlite") });
    const wanted = await tablesOf(model).finally(() => model.close());
    return [...wanted].flatMap(([name, columns]) => {
      const has = found.get(name);
      return has === undefined
        ? [`table ${name}`]
        : columns
            .filter((column) => !has.includes(column))
            .map((column) => `column ${column} in the table ${name}`);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function tablesOf({ db }: Store): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = await db.introspection.getTables();
  return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
}
