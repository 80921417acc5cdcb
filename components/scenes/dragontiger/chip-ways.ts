import { alongRail, straight, trayMouth } from "../../stage/cards/chip-way.ts";
import type { Point } from "../../stage/cards/chip-way.ts";
import { trayIn } from "../../stage/cards/tray.ts";
import { CARD_RATIO } from "../../stage/measures.ts";
import type { Size } from "../../stage/scene.ts";
import { duelLayout } from "./layout.ts";

/** The length of a hand, in widths of a card. */
export const HAND = 1.2;

/** The ways of chips on a table of a size, on either side of it. */
export function chipWaysIn(size: Size) {
  const { chipPx, lozenge, tieY, gap, tall, left, cardWidth } = duelLayout(size);
  const half = (cardWidth * CARD_RATIO) / 2;
  const tray = trayIn(size, gap * 0.94, (tall ? left.y - half : tieY - lozenge.height / 2) - 4);
  const mouth = trayMouth(tray, size);
  const lane = {
    out: size.width / 2 - left.x + cardWidth / 2 + chipPx * 0.8,
    top: left.y - half - chipPx * 0.7,
  };
  const toSide = (place: Point, side?: -1 | 1) => alongRail(place, mouth, size, lane, side);
  // Beneath cards that are close to each other it is reached around them.
  const toTie = tall ? toSide : (place: Point) => straight(place, mouth);
  return { tray, handPx: cardWidth * HAND, toSide, toTie };
}
