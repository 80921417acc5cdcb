import { aroundTable, straight, trayMouth } from "../../stage/cards/chip-way.ts";
import type { Point } from "../../stage/cards/chip-way.ts";
import { trayIn } from "../../stage/cards/tray.ts";
import { CARD_RATIO } from "../../stage/measures.ts";
import type { Size } from "../../stage/scene.ts";
import { duelLayout } from "./layout.ts";

/** The length of a hand, in widths of a card. */
export const HAND = 1.2;

/** How far its fingers reach beyond the chips that they hold, in lengths of a hand. */
const FINGERS = 0.14;

/** The ways of chips on a table of a size, on either side of it. */
export function chipWaysIn(size: Size) {
  const { lozenge, tieY, gap, tall, left, cardWidth, typePx } = duelLayout(size);
  const half = (cardWidth * CARD_RATIO) / 2;
  const tray = trayIn(size, gap * 0.94, (tall ? left.y - half : tieY - lozenge.height / 2) - 4);
  const mouth = trayMouth(tray, size);
  const toSide = (place: Point, side?: -1 | 1) => aroundTable(place, mouth, size, side);
  // Beneath cards that are close to each other it is reached around them.
  const toTie = tall ? toSide : (place: Point) => straight(place, mouth);
  const handPx = cardWidth * HAND;
  // The hand that pays a tie stays above its name.
  const fingersY = tieY - typePx - FINGERS * handPx;
  const toWonTie = (place: Point) =>
    tall
      ? toSide(place)
      : straight(place, mouth, Math.max(0, (fingersY - mouth.y) / (place.y - mouth.y)));
  return { tray, handPx, toSide, toTie, toWonTie };
}
