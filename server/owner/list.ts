import { csvOf } from "../runtime/csv.ts";
import { timeText } from "../store/stored-value.ts";

/** Rows with the names of their columns, for people, spreadsheets and programs alike. */
export interface List {
  readonly columns: readonly string[];
  /** Sums are in USDT, times are ISO 8601, in UTC. Null: there is none. */
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** What to say where there are no rows. */
  readonly none: string;
}

/** A list as a file for spreadsheets. */
export function listCsv({ columns, rows }: List): string {
  return csvOf([columns, ...textRows(rows)]);
}

/** The cells as they are written; nothing where there is none. */
export function textRows(rows: List["rows"]): string[][] {
  return rows.map((row) => row.map((cell) => String(cell ?? "")));
}

/** A day, in UTC. */
export function dayOf(ms: number): string {
  return timeText(ms, (iso) => iso.slice(0, 10));
}

/** A time to the second, in UTC. */
export function instantOf(ms: number): string {
  return timeText(ms, (iso) => `${iso.slice(0, 19)}Z`);
}
