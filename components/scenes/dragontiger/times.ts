/**
 * Lengths of the parts of a reveal, in ms of phase `revealing` or of their own start: real ones, in both modes. It
 * begins with the deal in mode `seed`, and at `begins` in mode `drand`, whose phase is shorter by as much.
 */
export const DRAGON_TIGER_MS = {
  /** The phase of mode `seed`, which all of this is timed for; in a longer one it takes its time. */
  phase: 9_000,
  /** Each card's way from the shoe to its place: the hand goes back there before the second. By when both lie there, and the hand is gone. */
  deal: 520,
  dealDragonAt: 500,
  dealTigerAt: 1_120,
  dealt: 2_100,
  /** Where they lie there already, while a beacon was awaited, the reveal begins here: with a hand that comes in. */
  begins: 1_000,
  turnDragonAt: 1_500,
  turn: 820,
  /** Both cards lie open by then, or so much earlier: by the round. */
  openBy: 8_150,
  early: 300,
  /** How long the tiger's card is squeezed: by the round. */
  squeezeFrom: 3_000,
  squeezeTo: 4_000,
  /** How long the light takes to narrow around the tiger's card, and to open again. */
  dimming: 500,
  /** From when on the camera goes back, to be there as the result is. */
  backAt: 8_400,
} as const;
