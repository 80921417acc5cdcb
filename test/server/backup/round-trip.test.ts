import { stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { digestRows } from "../../../server/backup/row-digest.ts";
import { sqliteRows } from "../../../server/backup/sqlite-rows.ts";
import { tablesOf } from "../../../server/backup/tables.ts";
import { backupCommand } from "../../../server/cli/backup.ts";
import { restoreCommand } from "../../../server/cli/restore.ts";
import { callCommand, succeeded } from "../../support/command.ts";
import { postgres, settingsFor, sqlite } from "../../support/engines.ts";
import { fillEveryTable } from "../../support/every-table.ts";
import { makeServiceAt } from "../../support/made-service.ts";
import { SECRET_HEX } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-store.ts";

const SETTINGS = { ORACLE_SECRET: SECRET_HEX, SIGNING_KEY: "22".repeat(32) };

async function rowsIn(file: string) {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return await digestRows(tablesOf(db), sqliteRows(db));
  } finally {
    db.close();
  }
}

async function call(
  command: Parameters<typeof callCommand>[0],
  args: string[],
  env: Record<string, string>,
) {
  return succeeded(await callCommand(command, args, { ...SETTINGS, ...env }));
}

test("every row of every table goes from SQLite to PostgreSQL and back, to the last digit", async () => {
  const place = await sqlite.place();
  await makeServiceAt(place);
  const file = (place as { file: string }).file;
  const db = new DatabaseSync(file);
  // A folder that was used before knows its key and its later secrets; here they are rows like any other.
  const kept = db.prepare("select * from meta").all();
  db.close();
  fillEveryTable(file);
  const cleaned = new DatabaseSync(file);
  cleaned.exec("delete from meta; delete from secret_era; delete from day_header");
  for (const row of kept) {
    cleaned.prepare("insert into meta values (?, ?)").run(row["name"] ?? "", row["value"] ?? "");
  }
  cleaned.close();

  const before = await rowsIn(file);
  expect(before.filter(({ rows }) => rows === 0).map(({ table }) => table)).toEqual([
    "day_header",
    "secret_era",
  ]);
  const folder = await tempFolder();
  const [first, second] = [join(folder, "first.backup"), join(folder, "second.backup")];
  await call(backupCommand, [first], settingsFor(place));
  expect((await stat(first)).mode & 0o777).toBe(0o600);
  expect(await rowsIn(first)).toEqual(before);

  const empty = await postgres.emptyPlace();
  await call(restoreCommand, [first], settingsFor(empty));
  await call(backupCommand, [second], settingsFor(empty));
  expect(await rowsIn(second)).toEqual(before);

  const back = join(folder, "data");
  await call(restoreCommand, [second], { DATA_DIR: back });
  expect(await rowsIn(join(back, "tableside.sqlite"))).toEqual(before);
  expect((await stat(join(back, "tableside.sqlite"))).mode & 0o777).toBe(0o600);
  expect((await stat(back)).mode & 0o777).toBe(0o700);
});
