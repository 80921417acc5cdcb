/** Lengths of the parts of a reveal, in ms from the start of phase `revealing` or of their own start. */
export const DRAGON_TIGER_MS = {
  /** The phase that all of this is timed for; in a longer one it takes its time. */
  phase: 5_000,
  /** Each card's way from the shoe to its place. */
  deal: 520,
  dealDragonAt: 640,
  dealTigerAt: 900,
  turn: 680,
  turnDragonAt: 1_560,
  turnTigerAt: 2_560,
  /** With less at stake the hand takes its time before it turns the tiger's card. */
  breath: 1_000,
  /** And longest before the snap that ends a landslide. */
  longBreath: 1_600,
  /** How long the tiger's card takes when the dragon's leaves it open who has won. */
  slowTurn: 2_000,
  snapTurn: 420,
} as const;
