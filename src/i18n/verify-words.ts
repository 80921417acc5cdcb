import type { CheckName, Reason, Status, Verdict } from "../fairness/check-names.ts";

/** What a check is called, and what it proves when it passes. */
export interface CheckWords {
  readonly title: string;
  readonly proves: string;
}

/** What the page that checks rounds says besides; `{name}` stands for a value. */
export interface PageWords {
  readonly title: string;
  readonly lead: string;
  readonly language: string;
  readonly game: string;
  readonly round: string;
  readonly check: string;
  readonly checking: string;
  readonly paste: string;
  readonly openFile: string;
  readonly checkPasted: string;
  readonly noJson: string;
  readonly noRecord: string;
  readonly unavailable: string;
  readonly otherRound: string;
  readonly keys: string;
  readonly keysHelp: string;
  readonly keepKeys: string;
  readonly badKeys: string;
  readonly chains: string;
  readonly chainsHelp: string;
  readonly badChains: string;
  readonly steps: string;
  readonly values: string;
  readonly relay: string;
  readonly relayHelp: string;
  readonly relayAddress: string;
  readonly relayFetch: string;
  readonly relaySame: string;
  readonly relayOther: string;
  readonly relaySilent: string;
  readonly save: string;
  readonly saveHelp: string;
}

/** How a round's checks come out, in words. */
export interface VerifyWords {
  readonly page: PageWords;
  readonly statuses: Readonly<Record<Status, string>>;
  readonly checks: Readonly<Record<CheckName, CheckWords>>;
  /** Why a check came out as it did; `{name}` stands for one of its values. */
  readonly reasons: Readonly<Record<Reason, string>>;
  readonly verdicts: Readonly<Record<Verdict, string>>;
  /** Said beside every verdict where there was no key to compare with the one that signed. */
  readonly unknownSigner: string;
  /** Said beside every verdict on a round that its seed alone decided. */
  readonly seedMode: string;
}

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
