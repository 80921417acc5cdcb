/** Lengths of the parts of a reveal, in ms from the start of phase `revealing` or of their own start. */
export const DRAGON_TIGER_MS = {
  /** The phase that all of this is timed for, the shortest there is; in a longer one it takes its time. */
  phase: 8_000,
  /** Each card's way from the shoe to its place: the hand goes back there before the second. By when both lie there. */
  deal: 500,
  dealDragonAt: 480,
  dealTigerAt: 1_060,
  dealt: 1_780,
  /** Where they lie there already, while a beacon was awaited, the reveal begins here. */
  begins: 1_100,
  turnDragonAt: 1_400,
  turn: 760,
  /** Both cards lie open by then, or so much earlier: by the round. */
  openBy: 7_200,
  early: 300,
  /** How long the tiger's card is squeezed: by the round. */
  squeezeFrom: 2_720,
  squeezeTo: 3_540,
  /** How long the light takes to narrow around the tiger's card, and to open again. */
  dimming: 480,
  /** From when on the camera goes back, to be there as the result is. */
  backAt: 7_460,
} as const;
