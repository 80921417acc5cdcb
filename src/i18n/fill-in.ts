import type { Reason } from "../fairness/check-names.ts";
import type { VerifyWords } from "./words.ts";

/** Words with values in the places that name them. */
export function fillIn(words: string, values: Readonly<Record<string, string>>): string {
  return words.replace(/\{(\w+)\}/g, (slot, name: string) => values[name] ?? slot);
}

/** Why a check came out as it did. */
export function explain(
  { reason, values }: { reason: Reason; values: Readonly<Record<string, string>> },
  words: VerifyWords,
): string {
  return fillIn(words.reasons[reason], values);
}
