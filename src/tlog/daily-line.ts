import { readDecimal, readHash, toBase64 } from "./base64.ts";
import type { TreeHead } from "./checkpoint.ts";
import { LogFormatError } from "./format-error.ts";

/*
 * A log's head as one line of text, to be published where others keep it and know since when: in a git
 * repository, a chat, a newspaper.
 */

/** What a line says. */
export interface DailyLine extends TreeHead {
  /** The UTC day on which the log had this size last, by the house's word. */
  readonly date: string;
  readonly origin: string;
}

/** A line, without its end. */
export function formatDailyLine({ date, origin, size, root }: DailyLine): string {
  return `${date} ${origin} ${size} ${toBase64(root)}`;
}

/** Reads a line. Throws a LogFormatError. */
export function readDailyLine(text: string): DailyLine {
  const [date = "", origin = "", size = "", root = "", ...rest] = text.trim().split(" ");
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || origin === "" || rest.length > 0) {
    throw new LogFormatError(
      `"${text.slice(0, 200)}" is no line of a log: a date, its name, a size and a root.`,
    );
  }
  return { date, origin, size: readDecimal(size), root: readHash(root) };
}
