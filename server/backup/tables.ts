import type { DatabaseSync } from "node:sqlite";
import { VERSION_TABLE } from "../store/make-tables.ts";

/** A table whose rows are copied, as both kinds of database have it. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
}

interface Column {
  readonly name: string;
  /** Whether it holds text; else whole numbers. */
  readonly isText: boolean;
  /** Its place in the primary key, from 1 up; 0: none. */
  readonly inKey: number;
}

/** The values of a row, in the order of its table's columns, each as text. */
export type Row = readonly (string | null)[];

/** Rows that do not change while they are read. */
export interface RowSource {
  /** The rows of a table by their key, some at a time. Text is ordered by its bytes. */
  rows(table: Table): AsyncIterable<readonly Row[]>;
}

/** How many rows are read or written at once. */
export const BATCH_ROWS = 1_000;

/** The table in which a backup says what it is. */
export const BACKUP_TABLE = "tableside_backup";

/** What running servers write of themselves, which says nothing once they are gone. */
export const PASSING: readonly string[] = ["heartbeat", "lease", "server"];

/** Whose rows another database makes for itself. */
const OWN = [VERSION_TABLE, BACKUP_TABLE];

/** What SQLite, and programs beside the service such as Litestream, keep for themselves. */
const OTHERS = /^(sqlite)?_/;

/** The tables of a SQLite database whose rows are worth keeping. */
export function tablesOf(db: DatabaseSync): Table[] {
  const tables = db
    .prepare("select name from sqlite_schema where type = 'table' order by name")
    .all()
    .map((row) => String(row["name"]))
    .filter((name) => ![...OWN, ...PASSING].includes(name) && !OTHERS.test(name));
  return tables.map((name) => ({
    name,
    columns: db
      .prepare("select name, type, pk from pragma_table_info(?)")
      .all(name)
      .map((column) => ({
        name: String(column["name"]),
        isText: String(column["type"]).toLowerCase() === "text",
        inKey: Number(column["pk"]),
      })),
  }));
}

/** The columns by which the rows of a table are ordered. */
export function keyOf({ columns }: Table): Column[] {
  const key = columns.filter(({ inKey }) => inKey > 0);
  return key.toSorted((one, other) => one.inKey - other.inKey);
}

/** A name as SQL has it. Those of our tables and columns hold no quotes. */
export const quoted = (name: string) => `"${name}"`;
