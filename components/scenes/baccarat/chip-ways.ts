import { aroundTable, straight, trayMouth } from "../../stage/cards/chip-way.ts";
import type { Point } from "../../stage/cards/chip-way.ts";
import { trayIn } from "../../stage/cards/tray.ts";
import { CARD_RATIO } from "../../stage/measures.ts";
import type { Size } from "../../stage/scene.ts";
import { NAME_WIDE, twoHandsLayout } from "./layout.ts";

/** The length of a hand, in widths of a card. */
export const HAND = 1.5;

/** How much free cloth there is between the names, in CSS pixels. */
export function freeBetweenNames(size: Size): number {
  const { left, right, typePx } = twoHandsLayout(size);
  return right.name.x - left.name.x - NAME_WIDE * typePx;
}

/** The ways of chips on a table of a size, on either side of it. */
export function chipWaysIn(size: Size) {
  const { chipPx, tie, cardWidth, left } = twoHandsLayout(size);
  const top = left.spots[1].y - (cardWidth * CARD_RATIO) / 2;
  const tray = trayIn(size, 0.9 * freeBetweenNames(size), top - 4);
  const mouth = trayMouth(tray, size);
  // A tie is paid between the hands: there an arm would lie over their inner cards.
  const reach = Math.max(0, (top - chipPx - mouth.y) / (tie.y - mouth.y));
  return {
    tray,
    handPx: cardWidth * HAND,
    toSide: (place: Point, side?: -1 | 1) => aroundTable(place, mouth, size, side),
    toTie: (place: Point, by = reach) => straight(place, mouth, by),
  };
}
