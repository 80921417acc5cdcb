/**
 * What lies over what in the `table` group of a card table, as `Placement.depth`: all that is not named here
 * lies at 0, in the order in which it was added.
 */
export const DEPTH = {
  /** The table out of focus, which hides what lies beneath it. */
  blurred: 1,
  /** The card that a turn is about. */
  squeezed: 2,
  /** What is read all the time, on its place on the table: the dealer's hands are over it. */
  pinned: 3,
  /** Hands that reach over the cards. */
  hands: 4,
  /** What is read all the time, in a corner of a close-up: a hand that squeezes is large there. */
  aside: 5,
  /** The shade around what is looked at. */
  shade: 6,
} as const;
