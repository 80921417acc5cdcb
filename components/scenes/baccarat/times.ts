/** Lengths of the parts of a coup, in ms from the start of phase `revealing`. */
export const BACCARAT_MS = {
  /** The phase that all of this is timed for, the shortest there is; in a longer one it takes its time. */
  phase: 8_000,
  /** The first four cards, once the words are gone: player and banker in turn, as fast as two hands can; by when they lie there. */
  dealAt: [480, 640, 900, 1_060],
  deal: 260,
  dealt: 1_550,
  /** Where they lie there already, while a beacon was awaited, the reveal begins here. */
  begins: 890,
  /** The first three cards are turned by a quick hand: the player's pair, and the banker's first. */
  turnAt: [1_170, 1_310, 1_510],
  turn: 220,
  /** From one card lying open to the next leaving the shoe: a hand goes there. Its way, and from landing to being turned. */
  reach: 130,
  draw: 300,
  breath: 80,
  /** By now every card lies open. */
  openBy: 7_300,
  /** How long a card is squeezed that is sure to be the last, where there is time: by the round. */
  lastFrom: 2_580,
  lastTo: 3_550,
  /** How much earlier than at `openBy` the last card may lie open: by the round. */
  early: 400,
  /** The banker's second card while two more cards may come, and it may be the last of all. */
  fourth: 1_050,
  /** A player's third card that decides nothing, since the banker draws in any case. */
  quickThird: 450,
  /** How long a card is looked at that lies open, before the next: the player's third rules the banker's draw. */
  seen: 210,
  thirdSeen: 720,
  /** How long after that the next card is lifted, which was drawn meanwhile. */
  lifted: 180,
  /** How long the light takes to narrow and to open again, and to go from one card to the next. */
  dimming: 480,
  /** How long the word "natural" takes to appear, and how long its light. */
  badge: 300,
  burst: 480,
  /** How long the bracket of a pair takes to close. */
  pair: 420,
  /** From when on the camera goes back, to be there as the result is. */
  backAt: 7_500,
} as const;
