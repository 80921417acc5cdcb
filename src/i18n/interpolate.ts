import type { Check, Reason } from "../fairness/check-names.ts";
import type { VerifyWords } from "./words.ts";

/** Replaces each `{name}` in a string with its value. */
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

/**
 * The checks that limit what a verdict means, which reports repeat below it. The note on `seed` mode is meaningless for
 * rounds from before publication.
 */
export function caveats(checks: readonly Check[]): Check[] {
  const has = (wanted: Reason) => checks.some(({ reason }) => reason === wanted);
  const wanted: readonly Reason[] = has("published-older")
    ? ["published-older", "key-unknown"]
    : ["key-unknown", "beacon-seed"];
  return checks.filter(({ reason }) => wanted.includes(reason));
}
