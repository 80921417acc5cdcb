/**
 * Times and lengths of a coup, in ms of phase `revealing`. Mode `seed` begins with the deal. Mode `drand` begins at
 * `begins`, and its phase is shorter by as much.
 */
export const BACCARAT_MS = {
  /** Length of the phase in mode `seed`, which these times fit; a longer phase stretches them. */
  phase: 9_000,
  /** When the first four cards are dealt: player and banker in turn, each pair in one stroke of the paddle. */
  dealAt: [400, 420, 880, 900],
  /** Length of dealing one card, by hand. */
  deal: { player: 300, banker: 250 },
  /** By this time the four cards are dealt, and the paddle is gone. */
  dealt: 1_820,
  /** Start of the reveal if the cards were dealt while a beacon was awaited; the paddle comes in. */
  begins: 1_000,
  /** When the first three cards are flicked over: the player's pair, the outer one first, then the banker's first. */
  turnAt: [1_320, 1_510, 1_700],
  /** Length of one flick. */
  turn: 220,
  /** Time between revealing a card and the next one leaving the shoe, in which the paddle moves there. */
  reach: 120,
  /** Length of drawing a card from the shoe. */
  draw: 280,
  /** Pause between a card's landing and its turn. */
  breath: 60,
  /** By this time every card is revealed. */
  openBy: 8_400,
  /** Minimum squeeze length of a card known to be the last; varied by round. */
  lastFrom: 3_000,
  /** Maximum squeeze length of that card, if there is time. */
  lastTo: 4_000,
  /** Maximum pause before that squeeze. */
  wait: 1_400,
  /** Minimum part of the remaining time to pause before it, varied by round; the rest follows the squeeze. */
  waitFrom: 0.35,
  /** Maximum part of the remaining time to pause before it. */
  waitTo: 0.65,
  /** Squeeze length of the banker's second card while two more cards may follow. */
  fourth: 1_000,
  /** Turn length of a player's third card that decides nothing, because the banker draws in any case. */
  quickThird: 500,
  /** How long a revealed card is shown before the next. */
  seen: 180,
  /** How long the player's third card is shown, on which the banker's draw depends. */
  thirdSeen: 800,
  /** Pause before lifting the next card, which is drawn in the meantime. */
  lifted: 120,
} as const;
