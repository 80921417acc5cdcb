/** Lengths of the parts of a coup, in ms from the start of phase `revealing`. All of this is over before 4.6 s. */
export const BACCARAT_MS = {
  deal: 360,
  /** The phase that all of this is timed for; in a longer one it takes its time. */
  phase: 5_000,
  dealAt: 600,
  /** TiePlace the starts of one card and the next. */
  dealEvery: 165,
  turn: 360,
  /** TiePlace the first and the second card of a hand. */
  turnEvery: 90,
  turnPlayerAt: 1_480,
  turnBankerAt: 1_960,
  /** Where nobody draws a third card, the four are turned one by one, the last of them slowly. */
  oneByOne: { turnAt: [1_480, 2_080, 2_780, 3_600], turn: 420, last: 700 },
  /** The light narrows before a third card leaves the shoe. */
  dimming: 300,
  /** A lone third card takes its time. */
  lone: { dealAt: 2_700, turnAfterDeal: 360, turn: 1_300 },
  /** Two third cards share the time that is left. */
  both: { dealAt: [2_560, 3_400], turnAfterDeal: 330, turn: 640 },
  /** How long the word "natural" takes to appear, and how long its light. */
  badge: 300,
  burst: 660,
  /** How long the bracket of a pair takes to close. */
  pair: 420,
} as const;
