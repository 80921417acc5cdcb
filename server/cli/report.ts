import type { Check } from "../../src/fairness/check-names.ts";
import { verdictOf } from "../../src/fairness/check-names.ts";
import { words as en } from "../../src/i18n/en/verify.ts";
import { explain } from "../../src/i18n/verify-words.ts";
import { alignedTable } from "./text-table.ts";

/** The checks of a round as lines to be read: how each came out, what it is, and why. */
export function report(checks: readonly Check[]): string {
  const rows = checks.map((check) => [
    check.status,
    en.checks[check.name].title,
    explain(check, en),
  ]);
  const has = (wanted: string) => checks.some(({ reason }) => reason === wanted);
  const lines = [
    en.verdicts[verdictOf(checks)],
    ...(has("key-unknown")
      ? [`${en.unknownSigner} (--key HEX, or --base-url with the address of the house.)`]
      : []),
    // Of a round that nothing was promised for, its checks prove nothing either.
    ...(has("beacon-seed") && !has("published-older") ? [en.seedMode] : []),
  ];
  return `${alignedTable(rows)}\n${lines.join("\n")}\n`;
}
