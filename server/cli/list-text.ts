import { listCsv, textRows } from "../owner/list.ts";
import type { List } from "../owner/list.ts";
import { alignedTable } from "./text-table.ts";

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
  if (csv) {
    return listCsv(list);
  }
  const head = columns.map((column) => column.replaceAll("_", " ").toUpperCase());
  return rows.length === 0 ? `${none}\n` : alignedTable([head, ...textRows(rows)]);
}
