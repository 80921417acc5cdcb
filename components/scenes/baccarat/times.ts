/**
 * A coup's times and lengths, in ms from the start of `revealing`. In `seed` mode the phase starts with the deal. In
 * `drand` mode it starts at `begins` and is shorter by that time.
 */
export const BACCARAT_MS = {
  /** Length of the phase in `seed` mode. A longer phase stretches all of these times. */
  phase: 9_000,
  /** When the first four cards are dealt: player and banker in turn, each pair in one stroke of the paddle. */
  dealAt: [400, 420, 880, 900],
  /** Time to deal one card to each hand. */
  deal: { player: 300, banker: 250 },
  /** When the four cards are dealt and the paddle has left. */
  dealt: 1_820,
  /** Start of the reveal if the cards were dealt while a beacon was awaited; the paddle enters. */
  begins: 1_000,
  /** When the first three cards are tipped over: the player's pair together, then the banker's first. */
  turnAt: [1_280, 1_280, 1_600],
  /** Length of each of the first three turns. */
  turn: 360,
  /** When the fourth card can be squeezed, after a cut to it. */
  fourthAt: 2_120,
  /** Time for the paddle to reach the shoe, between revealing a card and drawing the next. */
  reach: 120,
  /** Length of drawing a card from the shoe. */
  draw: 280,
  /** Pause between a card's landing and its turn. */
  breath: 60,
  /** When every card is revealed, at the latest. */
  openBy: 8_400,
  /** Minimum squeeze length of a card known to be the last; varied by round. */
  lastFrom: 2_000,
  /** Maximum squeeze length of the last card, if there is time. */
  lastTo: 4_000,
  /** Maximum pause before the squeeze of the last card. */
  wait: 1_400,
  /** Minimum fraction of the remaining time for that pause, varied by round; the rest follows the squeeze. */
  waitFrom: 0.35,
  /** Maximum fraction of the remaining time for that pause. */
  waitTo: 0.65,
  /** Squeeze length of the banker's second card while two more cards can follow. */
  fourth: 920,
  /** Turn length of a player's third card if the banker draws whatever it is. */
  quickThird: 500,
  /** Time for viewers to read the player's third card, on which the banker's draw depends. */
  readThird: 800,
  /** Pause before lifting the next card, which the paddle draws in the meantime. */
  lifted: 120,
} as const;
