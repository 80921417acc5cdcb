/**
 * What lies over what in the `table` group of a card table, as `Placement.depth`: all that is not named here
 * lies at 0, in the order in which it was added.
 */
export const DEPTH = {
  /** The table out of focus, which hides what lies beneath it. */
  blurred: 1,
  /** The card that a turn is about. */
  squeezed: 2,
  /** Hands that reach over the cards. */
  hands: 3,
  /** The shade around what is looked at. */
  shade: 4,
} as const;
