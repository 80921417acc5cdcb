import type { BaccaratOutcome } from "../../../src/games/baccarat/rules.ts";
import { betsExtras } from "../../stage/bets/bets-on-cloth.ts";
import type { BetPlace } from "../../stage/bets/place.ts";
import { bothExtras } from "../../stage/both-extras.ts";
import { placeOfTie, placeOnBand, takenByHand } from "../../stage/cards/bet-places.ts";
import type { Spot } from "../../stage/cards/dealing.ts";
import { cardSettling, lostBets } from "../../stage/cards/lost-bets.ts";
import { CARD_RATIO } from "../../stage/measures.ts";
import type { Size } from "../../stage/scene.ts";
import { chipWaysIn } from "./chip-ways.ts";
import { twoHandsLayout } from "./layout.ts";
import type { BaccaratPose } from "./pose.ts";
import type { CoupTable } from "./table.ts";

/** Where bets lie in a box. */
export function placesIn(size: Size): readonly BetPlace[] {
  const { bets, cardWidth, chipPx, left, tie, tieBox, typePx } = twoHandsLayout(size);
  const small = chipPx * 0.72;
  const [pair, , third] = left.spots;
  const footOf = ({ y, angle }: Spot) => y + (cardWidth * (angle === 0 ? CARD_RATIO : 1)) / 2;
  // In a tall box it stands above the pairs.
  const cardFoot = tie.y > pair.y ? footOf(pair) : 0;
  const { toSide, toTie } = chipWaysIn(size);
  return [
    takenByHand(placeOnBand("player", bets, -1, small, footOf(third)), (middle) => toSide(middle)),
    // In a tall box the share is beneath it, between the cards, which are close to each other.
    {
      // The arm that takes them lies on the loser's half.
      ...takenByHand(placeOfTie(tie, tieBox, small, typePx, { foot: cardFoot }), (middle) =>
        toTie(middle, 1),
      ),
      isDealtOver: tie.y < pair.y,
    },
    takenByHand(placeOnBand("banker", bets, 1, small, footOf(third)), (middle) => toSide(middle)),
  ];
}

export const extras = bothExtras(
  betsExtras<BaccaratOutcome, BaccaratPose, CoupTable>({
    placesIn,
    clothOf: ({ ground }) => ground,
    settlingOf: cardSettling,
  }),
  lostBets<BaccaratOutcome, BaccaratPose, CoupTable>((size) => chipWaysIn(size).handPx, placesIn),
);
