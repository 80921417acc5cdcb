/** How the cards of a round are swept off: over the far corner, level to the side, or turned down to the dealer. */
export type Sweep = 0 | 1 | 2;

/** The sweep of a round, by its number: no two in a row are the same. */
export const sweepOf = (round: number): Sweep => (round % 3) as Sweep;

/** Whether cards are turned face down as they are swept. */
export const isTurnedDown = (sweep: Sweep): boolean => sweep === 2;
