import { printable } from "./printable.ts";

/**
 * Formats rows as lines with aligned columns. Cells may hold text from strangers; characters that would
 * control the terminal are escaped.
 */
export function alignedTable(rows: readonly (readonly string[])[]): string {
  const shown = rows.map((row) => row.map(printable));
  const widths: number[] = [];
  for (const row of shown) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    }
  }
  return shown
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "))
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}
