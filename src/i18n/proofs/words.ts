import type { CheckName, Reason, Verdict } from "../../fairness/check.ts";

/** What a check is called, and what it proves when it passes. */
export interface CheckWords {
  readonly title: string;
  readonly proves: string;
}

/** How a round's checks come out, in words. */
export interface ProofWords {
  readonly checks: Readonly<Record<CheckName, CheckWords>>;
  /** Why a check came out as it did; `{name}` stands for one of its values. */
  readonly reasons: Readonly<Record<Reason, string>>;
  readonly verdicts: Readonly<Record<Verdict, string>>;
  /** Said beside every verdict on a round that its seed alone decided. */
  readonly seedMode: string;
}

/** The words for a reason, with the values of its check in them. */
export function explain(
  { reason, values }: { reason: Reason; values: Readonly<Record<string, string>> },
  words: ProofWords,
): string {
  return words.reasons[reason].replace(/\{(\w+)\}/g, (slot, name: string) => values[name] ?? slot);
}
