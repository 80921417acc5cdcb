/**
 * Times of settling the operator's bets, in ms after the winners are known. The viewer sees the cards first; then lost
 * bets are swept away, and winners are paid. The paddle's times are `PAY_MS`: its chips arrive at `paidAt`.
 */
export const BETS_MS = {
  /** Start of the sweep. */
  sweptAt: 980,
  /** Length of the sweep. */
  swept: 700,
  /** Start of the payment. */
  paidAt: 1_980,
  /** Length of the payment. */
  paid: 700,
} as const;
