/** What the seal of a table says, and the proof of a round about what this browser kept; `{name}` stands for a value. */
export interface SealWords {
  /** All promises held; `{checked}` is how many rounds were compared. */
  readonly holds: string;
  /** The same, where nothing is stored: it lasts until the page is left. */
  readonly memory: string;
  /** A promise was broken. */
  readonly broken: string;
  readonly save: string;
  /** What this browser kept of a round before bets closed. */
  readonly kept: {
    readonly title: string;
    readonly same: string;
    readonly other: string;
    readonly none: string;
  };
}
