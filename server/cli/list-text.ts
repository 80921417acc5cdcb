import { csvOf } from "../runtime/csv.ts";
import { timeText } from "../store/stored-value.ts";
import { alignedTable } from "./text-table.ts";

/** Rows with the names of their columns, for people, spreadsheets and programs alike. */
export interface List {
  readonly columns: readonly string[];
  /** Null: there is none. */
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** What to say where there are no rows. */
  readonly none: string;
}

/** Writes a list: aligned columns, unless JSON or CSV is asked for. */
export function listText(
  list: List,
  { json = false, csv = false }: { readonly json?: boolean; readonly csv?: boolean },
): string {
  const { columns, rows, none } = list;
  if (json) {
    const objects = rows.map((row) =>
      Object.fromEntries(row.map((cell, index) => [columns[index], cell])),
    );
    return `${JSON.stringify(objects, null, 2)}\n`;
  }
  const texts = rows.map((row) => row.map((cell) => String(cell ?? "")));
  if (csv) {
    return csvOf([columns, ...texts]);
  }
  const head = columns.map((column) => column.replaceAll("_", " ").toUpperCase());
  return rows.length === 0 ? `${none}\n` : alignedTable([head, ...texts]);
}

/** A time to the second, in UTC. */
export function instantOf(ms: number): string {
  return timeText(ms, (iso) => `${iso.slice(0, 19)}Z`);
}
