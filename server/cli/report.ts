import type { Check } from "../../src/fairness/check-names.ts";
import { verdictOf } from "../../src/fairness/check-names.ts";
import { words as en } from "../../src/i18n/en/verify.ts";
import { explain } from "../../src/i18n/fill-in.ts";
import type { DayVerification } from "../../src/kit/verify/day.ts";
import { alignedTable } from "./text-table.ts";

/** Of the rounds that are not as they should be, so many are shown. */
const SHOWN = 5;

/** A day as lines to be read: its header, and the rounds of which something is wrong or missing. */
export function reportDay({ verdict, header, rounds }: DayVerification, title: string): string {
  const bad = rounds.filter((each) => each.verdict === "refuted" || each.verdict === "undecided");
  const missing = ["open", "Record", "The house has no record of it."];
  const rows = bad.toSorted((a, b) => a.verdict.localeCompare(b.verdict)).slice(0, SHOWN);
  const lines = rows.flatMap(({ round, checks }) => {
    const faults = checks.filter(({ status }) => status === "fail" || status === "open");
    const cells = faults.length > 0 ? faults.map(cellsOf) : [missing];
    return cells.map((row) => [`${round}`, ...row]);
  });
  const count = `${rounds.length - bad.length} of ${rounds.length} rounds that are over are as they should be`;
  return `${alignedTable(header.map(cellsOf))}${alignedTable(lines)}${title}: ${verdict}, ${count}.\n`;
}

function cellsOf(check: Check): string[] {
  return [check.status, en.checks[check.name].title, explain(check, en)];
}

/** The checks of a round as lines to be read: how each came out, what it is, and why. */
export function report(checks: readonly Check[]): string {
  const has = (wanted: string) => checks.some(({ reason }) => reason === wanted);
  const lines = [
    en.verdicts[verdictOf(checks)],
    ...(has("key-unknown")
      ? [`${en.unknownSigner} (--key HEX, or --base-url with the address of the house.)`]
      : []),
    // Of a round that nothing was promised for, its checks prove nothing either.
    ...(has("beacon-seed") && !has("published-older") ? [en.seedMode] : []),
  ];
  return `${alignedTable(checks.map(cellsOf))}\n${lines.join("\n")}\n`;
}
