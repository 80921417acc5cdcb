/**
 * Lengths of the parts of a coup, in ms of phase `revealing`: real ones, in both modes. It begins with the deal in mode
 * `seed`, and at `begins` in mode `drand`, whose phase is shorter by as much.
 */
export const BACCARAT_MS = {
  /** The phase of mode `seed`, which all of this is timed for; in a longer one it takes its time. */
  phase: 9_000,
  /** The first four cards, once the words are gone: player and banker in turn, each pair in one stroke of the palette. */
  dealAt: [400, 420, 880, 900],
  deal: { player: 300, banker: 250 },
  /** By now they lie there, and the palette is gone. */
  dealt: 1_820,
  /** Where they lie there already, while a beacon was awaited, the reveal begins here: with the palette coming in. */
  begins: 1_000,
  /** The first three cards are turned with a flick each: the player's pair from the outer one, and the banker's first. */
  turnAt: [1_320, 1_510, 1_700],
  turn: 220,
  /** From one card lying open to the next leaving the shoe: the palette goes there. Its way, and from landing to being turned. */
  reach: 120,
  draw: 280,
  breath: 60,
  /** By now every card lies open. */
  openBy: 8_400,
  /** How long a card is squeezed that is sure to be the last: by the round, where there is time. */
  lastFrom: 3_000,
  lastTo: 4_000,
  /** How long it waits for that at the most, and which shares of the time that is left then: by the round. It lies open earlier for the rest. */
  wait: 1_400,
  waitFrom: 0.35,
  waitTo: 0.65,
  /** The banker's second card while two more cards may come, and it may be the last of all. */
  fourth: 1_000,
  /** A player's third card that decides nothing, since the banker draws in any case. */
  quickThird: 500,
  /** How long a card is looked at that lies open, before the next: the player's third rules the banker's draw. */
  seen: 180,
  thirdSeen: 800,
  /** How long after that the next card is lifted, which was drawn meanwhile. */
  lifted: 120,
} as const;
