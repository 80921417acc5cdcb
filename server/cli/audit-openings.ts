import type { Reason } from "../../src/fairness/check-names.ts";
import type { AuditedRound } from "./audit-records.ts";
import type { Finding } from "./finding.ts";

/** How rounds went, by what the house signed of them. */
export interface Openings {
  /** Opened, and their results were there when they were due. */
  readonly punctual: number;
  /** Opened, and their results were there later. */
  readonly late: number;
  /** Never opened, as the house says. */
  readonly neverOpened: number;
  /** Nothing is signed of them, or not since when their results were there. */
  readonly unsigned: number;
}

const KINDS: Partial<Record<Reason, keyof Openings>> = {
  "receipt-punctual": "punctual",
  "receipt-late": "late",
  "receipt-void": "neverOpened",
  "receipt-opened": "unsigned",
  "receipt-missing": "unsigned",
};

/** Counts the rounds of an audit. One whose receipt is false, or whose record was not had, counts nowhere. */
export function countOpenings(audited: readonly AuditedRound[]): Openings {
  const counts = { punctual: 0, late: 0, neverOpened: 0, unsigned: 0 };
  for (const { reason } of audited.flatMap(({ checks }) => checks)) {
    const kind = KINDS[reason];
    if (kind !== undefined) {
      counts[kind] += 1;
    }
  }
  return counts;
}

/** The counts as a sentence. */
export function openingsWords({ punctual, late, neverOpened, unsigned }: Openings): string {
  return `${punctual} punctual, ${late} late, ${neverOpened} never opened, ${unsigned} of which not all is signed.`;
}

/** The counts as a line of an audit. */
export function openingsFinding(openings: Openings): Finding {
  return { status: "pass", title: "Openings", words: openingsWords(openings) };
}
