import { palette } from "./palette.ts";

/** What the backs of a pack are like: their ground, and the lines on it. */
export interface CardBack {
  /** `#rrggbb` */
  readonly ground: string;
  readonly pattern: "lattice" | "fans" | "rays";
}

/** The packs that a table is dealt from, one after another: each board has another one. */
const cardBacks: readonly [CardBack, CardBack, CardBack] = [
  { ground: palette.cardBack, pattern: "lattice" },
  { ground: "#1c2c5e", pattern: "fans" },
  { ground: "#3b2152", pattern: "rays" },
];

/** The backs on the nth board of a day, from 0. */
export function cardBackOf(board: number): CardBack {
  return cardBacks[board % cardBacks.length] ?? cardBacks[0];
}
