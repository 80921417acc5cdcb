/* Control codes, zero-width characters, marks of direction, and line separators. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Untrusted text as one line, with escapes such as \u{1b} for the characters that would control the terminal. */
export function printable(text: string): string {
  return text.replace(CONTROLS, (sign) => `\\u{${(sign.codePointAt(0) as number).toString(16)}}`);
}

/** Formats a table with aligned columns and printable cells. */
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

export function instantText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
