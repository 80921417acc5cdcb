/**
 * How bets that the operator tells are settled, in ms after it is known who has won. The cards are seen first; then
 * what is lost is taken off the table before anybody is paid.
 */
export const BETS_MS = {
  sweptAt: 980,
  swept: 700,
  paidAt: 1_980,
  paid: 700,
} as const;

/** When the bets on a spot are swept away, in ms after it is known who has won. */
export interface SweepTimes {
  readonly atMs: number;
  readonly lengthMs: number;
}
