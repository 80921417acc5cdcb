import type { Suit } from "../round/cards.ts";
import { palette } from "./palette.ts";

export function suitInk(suit: Suit): string {
  return suit === "H" || suit === "D" ? palette.suitRed : palette.suitBlack;
}

/** The suits as SVG paths in a box from -50 to 50. They are drawn because some phones show the characters as emoji. */
export const suitPaths: Readonly<Record<Suit, string>> = {
  H: "M0 50C-12 28-50 10-50-20C-50-42-34-50-24-50C-12-50-3-42 0-28C3-42 12-50 24-50C34-50 50-42 50-20C50 10 12 28 0 50",
  D: "M0-50Q14-20 40 0Q14 20 0 50Q-14 20-40 0Q-14-20 0-50",
  S: "M0-50C10-30 48-12 48 14C48 32 34 38 25 38C14 38 7 33 3 24Q5 42 17 50H-17Q-5 42-3 24C-7 33-14 38-25 38C-34 38-48 32-48 14C-48-12-10-30 0-50",
  // Three leaves, and a fourth circle that closes the gap between them.
  C: "M23-27A23 23 0 1 1 23-27.1ZM-3 9A23 23 0 1 1-3 8.9ZM49 9A23 23 0 1 1 49 8.9ZM15-2A15 15 0 1 1 15-2.1ZM-17 50Q-3 36-6-10H6Q3 36 17 50",
};
