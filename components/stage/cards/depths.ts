/**
 * What lies over what in the `table` group of a card table, as `Placement.depth`: all that is not named here
 * lies at 0, in the order in which it was added.
 */
export const DEPTH = {
  /** The table out of focus, which hides what lies beneath it. */
  blurred: 1,
  /** A thumb beneath the card that a turn is about. */
  beneath: 2,
  /** The card that a turn is about. */
  squeezed: 3,
  /** What is read all the time, on its place on the table: the dealer's hands are over it. */
  pinned: 4,
  /** Hands that reach over the cards. */
  hands: 5,
  /** What is read all the time, in a corner of a close-up: a hand that squeezes is large there. */
  aside: 6,
  /** The shade around what is looked at. */
  shade: 7,
} as const;
