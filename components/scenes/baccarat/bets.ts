import type { BaccaratOutcome } from "../../../src/games/baccarat/rules.ts";
import { betsExtras } from "../../stage/bets/bets-on-cloth.ts";
import type { BetPlace } from "../../stage/bets/place.ts";
import { bothExtras } from "../../stage/both-extras.ts";
import { placeOfTie, placeOnBand, takenByHand } from "../../stage/cards/bet-places.ts";
import type { Spot } from "../../stage/cards/dealing.ts";
import { DEPTH } from "../../stage/cards/depths.ts";
import { cardSettling, lostBets } from "../../stage/cards/lost-bets.ts";
import { bannerIn, cardAt, nameAt, withWins } from "../../stage/cards/win-places.ts";
import type { ClearPart, Obstacle } from "../../stage/cards/win-places.ts";
import { CARD_RATIO } from "../../stage/measures.ts";
import type { Size } from "../../stage/scene.ts";
import { chipWaysIn, freeBetweenNames } from "./chip-ways.ts";
import { twoHandsLayout } from "./layout.ts";
import type { BaccaratPose } from "./pose.ts";
import type { CoupTable } from "./table.ts";

/** What a player gets is said at the tray, where it is paid from. */
function clearPart(size: Size): ClearPart {
  const { left, cardWidth } = twoHandsLayout(size);
  return {
    x: size.width / 2,
    top: 3,
    foot: left.spots[1].y - (cardWidth * CARD_RATIO) / 2 - 3,
    widthPx: 0.9 * freeBetweenNames(size),
  };
}

/** What is read once there is a result: with a total, on the way to the edge, there may be a word. */
function readIn(size: Size): Obstacle[] {
  const { isTall, left, right, tie, cardWidth, badgePx, typePx } = twoHandsLayout(size);
  return [
    ...[left, right].flatMap(({ spots, name, total }, i) => [
      ...spots.map((spot) => cardAt(spot, cardWidth)),
      nameAt(name, typePx),
      {
        x: total.x + (i === 0 ? -1 : 1) * badgePx * 0.85,
        y: total.y,
        width: badgePx * 2.9,
        height: badgePx * 0.6,
      },
      { ...total, width: badgePx * 1.2, height: badgePx * 1.2 },
    ]),
    // Nobody has won on a tie whose stake is lost.
    { ...nameAt(tie, typePx, 3), of: "tie" },
    bannerIn(size, isTall),
  ];
}

/** The least width of a chip where there is room for it, in CSS pixels. */
const LEAST_CHIP_PX = 16;

/** Where bets lie in a box. */
export function placesIn(size: Size): readonly BetPlace[] {
  const { bets, cardWidth, chipPx, left, tie, tieBox, typePx } = twoHandsLayout(size);
  // In a small box they are as large as what is paid: smaller ones would be dots.
  const small = Math.max(chipPx * 0.72, Math.min(chipPx, LEAST_CHIP_PX));
  const [pair, , third] = left.spots;
  const footOf = ({ y, angle }: Spot) => y + (cardWidth * (angle === 0 ? CARD_RATIO : 1)) / 2;
  const { toSide, toTie } = chipWaysIn(size);
  const places = [
    takenByHand(placeOnBand("player", bets, -1, small, footOf(third)), (middle) => toSide(middle)),
    // The arm that takes them lies on the loser's half.
    takenByHand(placeOfTie(tie, tieBox, small, typePx, { foot: footOf(pair) }), (middle) =>
      toTie(middle, 1),
    ),
    takenByHand(placeOnBand("banker", bets, 1, small, footOf(third)), (middle) => toSide(middle)),
  ];
  return withWins(places, size, readIn(size), {
    mostPx: Math.max(12, typePx * 1.05),
    part: clearPart(size),
  });
}

export const extras = bothExtras(
  betsExtras<BaccaratOutcome, BaccaratPose, CoupTable>({
    placesIn,
    clothOf: ({ chips }) => chips,
    winsOn: ({ table }) => table,
    winsDepth: DEPTH.aside,
    settlingOf: cardSettling,
  }),
  lostBets<BaccaratOutcome, BaccaratPose, CoupTable>((size) => chipWaysIn(size).handPx, placesIn),
);
