/**
 * What lies over what in the `table` group of a card table, as `Placement.depth`: all that is not named here
 * lies at 0, in the order in which it was added.
 */
export const DEPTH = {
  /** The table out of focus, which hides what lies beneath it. */
  blurred: 1,
  /** The card that a turn is about. */
  squeezed: 2,
  /** What is read all the time of the hands: the dealer's are over it. */
  pinned: 3,
  /** Hands that reach over the cards. */
  hands: 4,
  /** The shade around what is looked at. */
  shade: 5,
} as const;
