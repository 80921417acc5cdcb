import type { Reason } from "../fairness/check-names.ts";
import type { VerifyWords } from "./words.ts";

/** Replaces each `{name}` in a string by its value. */
export function interpolate(words: string, values: Readonly<Record<string, string>>): string {
  return words.replace(/\{(\w+)\}/g, (slot, name: string) => values[name] ?? slot);
}

/** The explanation of a check's result. */
export function explain(
  { reason, values }: { reason: Reason; values: Readonly<Record<string, string>> },
  words: VerifyWords,
): string {
  return interpolate(words.reasons[reason], values);
}
