import type { SignedHeader } from "../../src/fairness/header.ts";
import { readHeader } from "../../src/fairness/read-untrusted.ts";
import { dayOfDate } from "../../src/fairness/utc-day.ts";
import { damagedRow } from "../store/store-error.ts";

/** A row of the table `day_header`. */
interface HeaderRow {
  readonly game: string;
  readonly day: number;
  readonly header: string;
}

/**
 * Parses the header in a row.
 *
 * @throws StoreError when the row contains no header, or that of another day.
 */
export function storedHeader({ game, day, header: text }: HeaderRow): SignedHeader {
  let header: SignedHeader;
  try {
    header = readHeader(JSON.parse(text));
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw damagedRow("day_header", `${game}, ${day}`, `it contains no header (${words})`, {
      cause: error,
    });
  }
  if (header.game !== game || dayOfDate(header.date) !== day) {
    throw damagedRow("day_header", `${game}, ${day}`, "it contains the header of another day");
  }
  return header;
}
