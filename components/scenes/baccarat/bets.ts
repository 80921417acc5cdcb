import { betsExtras } from "../../stage/bets/bets-on-cloth.ts";
import type { BetPlace } from "../../stage/bets/place.ts";
import { placeOfTie, placeOnBand } from "../../stage/cards/bet-places.ts";
import type { Spot } from "../../stage/cards/dealing.ts";
import { CARD_RATIO } from "../../stage/measures.ts";
import type { Size } from "../../stage/scene.ts";
import { twoHandsLayout } from "./layout.ts";
import type { CoupTable } from "./table.ts";

/** Where bets lie in a box. */
export function placesIn(size: Size): readonly BetPlace[] {
  const { bets, cardWidth, chipPx, left, tie, tieBox, typePx } = twoHandsLayout(size);
  const small = chipPx * 0.72;
  const [pair, , third] = left.spots;
  const footOf = ({ y, angle }: Spot) => y + (cardWidth * (angle === 0 ? CARD_RATIO : 1)) / 2;
  // In a tall box it stands above the pairs.
  const cardFoot = tie.y > pair.y ? footOf(pair) : 0;
  return [
    placeOnBand("player", bets, -1, small, footOf(third)),
    // In a tall box the share is beneath it, between the cards, which are close to each other.
    { ...placeOfTie(tie, tieBox, small, typePx, { foot: cardFoot }), isDealtOver: tie.y < pair.y },
    placeOnBand("banker", bets, 1, small, footOf(third)),
  ];
}

export const extras = betsExtras({ placesIn, clothOf: ({ ground }: CoupTable) => ground });
