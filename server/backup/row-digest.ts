import { createHash } from "node:crypto";
import { StartError } from "../runtime/start-error.ts";
import type { Row, RowSource, Table } from "./tables.ts";

/** How many rows a table has, and what they hold. */
export interface TableDigest {
  readonly table: string;
  readonly rows: number;
  /** SHA-256 over all rows, in hexadecimal digits. */
  readonly digest: string;
}

const textOf = (row: Row) => JSON.stringify(row);

/** Reads all rows once, and says what they are recognized by. */
export async function digestRows(
  tables: readonly Table[],
  source: RowSource,
): Promise<TableDigest[]> {
  const digests: TableDigest[] = [];
  for (const table of tables) {
    const hash = createHash("sha256").update(JSON.stringify(table.columns));
    let rows = 0;
    for await (const batch of source.rows(table)) {
      rows += batch.length;
      for (const row of batch) {
        hash.update(textOf(row)).update("\n");
      }
    }
    digests.push({ table: table.name, rows, digest: hash.digest("hex") });
  }
  return digests;
}

/**
 * Compares two sources row by row.
 *
 * @returns how many rows they have; or, in words, where they differ first.
 */
export async function compareRows(
  tables: readonly Table[],
  one: RowSource,
  other: RowSource,
): Promise<number | string> {
  let count = 0;
  for (const table of tables) {
    const rest = eachRow(other, table);
    for await (const row of eachRow(one, table)) {
      const found = await rest.next();
      if (found.done === true || textOf(found.value) !== textOf(row)) {
        return `the row ${textOf(row.slice(0, 1))} of the table ${table.name}`;
      }
      count += 1;
    }
    if ((await rest.next()).done !== true) {
      return `a row too many in the table ${table.name}`;
    }
  }
  return count;
}

/** Throws a StartError unless the rows of a copy are those of its source. */
export async function requireSameRows(
  tables: readonly Table[],
  source: RowSource,
  copy: RowSource,
): Promise<number> {
  const found = await compareRows(tables, source, copy);
  if (typeof found === "string") {
    throw new StartError(
      `The copy is not what was copied: ${found}. Nothing was changed. Check the disks and the memory of both machines.`,
    );
  }
  return found;
}

async function* eachRow(source: RowSource, table: Table): AsyncGenerator<Row, void> {
  for await (const batch of source.rows(table)) {
    yield* batch;
  }
}
