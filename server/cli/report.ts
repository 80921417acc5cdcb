import type { Check } from "../../src/fairness/check.ts";
import { verdictOf } from "../../src/fairness/check.ts";
import { en } from "../../src/i18n/proofs/en.ts";
import { explain } from "../../src/i18n/proofs/words.ts";
import { alignedTable } from "./table.ts";

/** The checks of a round as lines to be read: how each came out, what it is, and why. */
export function report({ checks }: { readonly checks: readonly Check[] }): string {
  const rows = checks.map((check) => [
    check.status,
    en.checks[check.name].title,
    explain(check, en),
  ]);
  const isSeedMode = checks.some(({ reason }) => reason === "beacon-seed");
  const verdict = en.verdicts[verdictOf(checks)];
  return `${alignedTable(rows)}\n${verdict}${isSeedMode ? `\n${en.seedMode}` : ""}\n`;
}
