/** What the panel that proves a round says; `{name}` stands for a value. */
export interface ProofWords {
  readonly title: string;
  readonly earlier: string;
  readonly later: string;
  /** What is shown beforehand, and what that is good for. */
  readonly before: string;
  readonly beforeHelp: string;
  /** What is shown when the result stands, and what can be done with it. */
  readonly after: string;
  readonly afterHelp: string;
  readonly notYet: string;
  readonly mode: string;
  /** By mode: what decides the result, and who could know it while bets are open. */
  readonly modes: { readonly seed: string; readonly drand: string };
  readonly check: string;
  readonly checkHelp: string;
  readonly newTab: string;
  readonly loading: string;
  readonly unpublished: string;
  readonly failed: string;
  readonly again: string;
}
