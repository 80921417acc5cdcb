import { arc, track } from "../tracks.ts";
import type { Ease } from "../tracks.ts";

/*
 * The squeeze of a card: how far it is turned at each moment. How paper bends at that is in
 * `pixi/curl.ts`, and how it is drawn in `pixi/card.ts`.
 */

const bentUp = track([
  { atMs: 0, value: 0 },
  { atMs: 0.3, value: 0.42 },
  { atMs: 0.5, value: 0.55 },
  // Half of the card lies open here: a whole column of pips, which is what players read.
  { atMs: 0.8, value: 0.61 },
  { atMs: 1, value: 1 },
]);

/**
 * A card that is bent up slowly, peeked at from its edge with a hand that trembles a little, and let go:
 * how players draw out the end.
 */
export const squeeze: Ease = (share) =>
  bentUp(share) + 0.005 * arc((share - 0.4) / 0.4) * Math.sin(22 * Math.PI * share);

/** From here on a squeezed card shows its indices as well: until then only its pips show. */
export const OUT_AT = 0.8;
