import { betsExtras } from "../../stage/bets/bets-on-cloth.ts";
import type { BetPlace } from "../../stage/bets/place.ts";
import { placeOfTie, placeOnBand } from "../../stage/cards/bet-places.ts";
import type { Size } from "../../stage/scene.ts";
import { twoHandsLayout } from "./layout.ts";
import type { CoupTable } from "./table.ts";

/** Where bets lie in a box. */
export function placesIn(size: Size): readonly BetPlace[] {
  const { bets, chipPx, tie, tieBox, typePx } = twoHandsLayout(size);
  const small = chipPx * 0.72;
  return [
    placeOnBand("player", bets, -1, small),
    placeOfTie(tie, tieBox, small, typePx),
    placeOnBand("banker", bets, 1, small),
  ];
}

export const extras = betsExtras({ placesIn, clothOf: ({ ground }: CoupTable) => ground });
