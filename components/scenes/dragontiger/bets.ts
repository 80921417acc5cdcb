import type { DragonTigerOutcome } from "../../../src/games/dragontiger/game.ts";
import { betsExtras } from "../../stage/bets/bets-on-cloth.ts";
import { stepBelow } from "../../stage/bets/place.ts";
import type { BetPlace, ChipPlace } from "../../stage/bets/place.ts";
import { bothExtras } from "../../stage/both-extras.ts";
import { placeOfTie, placeOnBand, takenByHand } from "../../stage/cards/bet-places.ts";
import { DEPTH } from "../../stage/cards/depths.ts";
import { cardSettling, lostBets } from "../../stage/cards/lost-bets.ts";
import { bannerIn, cardAt, nameAt, withWins } from "../../stage/cards/win-places.ts";
import type { ClearPart, Obstacle } from "../../stage/cards/win-places.ts";
import { CARD_RATIO, clearHeight, rimInset } from "../../stage/measures.ts";
import type { Size } from "../../stage/scene.ts";
import { chipWaysIn } from "./chip-ways.ts";
import { duelLayout } from "./layout.ts";
import type { DuelLayout } from "./layout.ts";
import type { DragonTigerPose } from "./pose.ts";
import type { DuelTable } from "./table.ts";

/** Beside a card, where a low box has no band of bets. */
function placeBeside(market: string, side: -1 | 1, size: Size, layout: DuelLayout): ChipPlace {
  const { cardWidth, left, right } = layout;
  const card = side < 0 ? left : right;
  const [edge, rim] = [card.x + (side * cardWidth) / 2, side < 0 ? 0 : size.width];
  const lane = Math.abs(edge - rim) - rimInset(size.height) * 1.6;
  const x = edge + (side * lane) / 2;
  const chipPx = Math.max(8, Math.min(cardWidth * 0.26, lane * 0.5));
  const typePx = Math.max(9, chipPx * 0.5);
  const own = card.y + cardWidth * CARD_RATIO * 0.5;
  const total = own - chipPx * 1.9;
  const share = { x, y: total + chipPx * 0.8 };
  const stake = { x, y: own + chipPx * 0.8 };
  const [top, foot] = [total - chipPx * 0.85, stake.y + typePx * 0.75];
  return {
    market,
    teams: [],
    box: {
      x,
      y: (total + own) / 2 - chipPx * 0.3,
      width: Math.max(30, lane),
      height: chipPx * 5,
    },
    chipPx,
    // Its own pile stands right below the share of all.
    step: stepBelow(chipPx, own, share.y + typePx * 0.6, Number.NEGATIVE_INFINITY),
    typePx,
    total: { x, y: total },
    own: { x, y: own },
    share: { ...share, anchor: "middle" },
    stake: { ...stake, anchor: "middle" },
    socket: {
      x,
      y: (top + foot) / 2,
      width: Math.min(lane * 0.94, Math.max(chipPx * 1.4, typePx * 2.7)),
      height: foot - top,
    },
    // Past the card, whose foot is right beside them.
    away: { x, y: -chipPx },
  };
}

/** Beneath the place of the tie: in a wide box above the names of the sides, where a streak is said. */
function beneathTie(size: Size): ClearPart {
  const { tall, tieY, lozenge, typeY, typePx, gap } = duelLayout(size);
  return {
    x: size.width / 2,
    top: tieY + lozenge.height / 2 + 1,
    foot: tall ? clearHeight(size.height) - 1 : typeY - typePx * 0.75,
    widthPx: gap * (tall ? 0.6 : 0.9),
  };
}

/** What a player gets is said at the tray, where it is paid from; in a tall box there is more room beneath the tie. */
function clearPart(size: Size): ClearPart {
  const { tall, tieY, lozenge, gap } = duelLayout(size);
  return tall
    ? beneathTie(size)
    : { x: size.width / 2, top: 4, foot: tieY - lozenge.height / 2 - 2, widthPx: gap * 0.94 };
}

/** What is read once there is a result. */
function readIn(size: Size, layout: DuelLayout): Obstacle[] {
  const { left, right, cardWidth, typePx, typeY, tieY, tall } = layout;
  return [
    ...[left, right].flatMap((spot) => [
      cardAt(spot, cardWidth),
      nameAt({ x: spot.x, y: typeY }, typePx),
    ]),
    // Nobody has won on a tie whose stake is lost.
    { ...nameAt({ x: size.width / 2, y: tieY }, typePx, 3), of: "tie" },
    bannerIn(size, tall),
  ];
}

/** Where bets lie in a box. */
export function placesIn(size: Size): readonly BetPlace[] {
  const layout = duelLayout(size);
  const { bets, chipPx, lozenge, tieY, typePx, cardWidth } = layout;
  const small = chipPx * 0.72;
  // In a tall box the names are right above what is piled up.
  const nameFoot = layout.tall ? layout.typeY + typePx * 0.55 : Number.NEGATIVE_INFINITY;
  const side = (market: string, at: -1 | 1) =>
    bets ? placeOnBand(market, bets, at, small, nameFoot) : placeBeside(market, at, size, layout);
  const { toSide, toTie } = chipWaysIn(size);
  const places = [
    takenByHand(side("dragon", -1), (middle) => toSide(middle)),
    takenByHand(
      placeOfTie(
        { x: size.width / 2, y: tieY },
        lozenge,
        Math.max(14, cardWidth * 0.18),
        typePx,
        // There the band is, in a tall box.
        { isClearBelow: !layout.tall, foot: nameFoot },
      ),
      toTie,
    ),
    takenByHand(side("tiger", 1), (middle) => toSide(middle)),
  ];
  return withWins(places, size, readIn(size, layout), {
    mostPx: Math.max(12, typePx * 1.05),
    part: clearPart(size),
    lines: [beneathTie(size)],
  });
}

export const extras = bothExtras(
  betsExtras<DragonTigerOutcome, DragonTigerPose, DuelTable>({
    placesIn,
    clothOf: ({ chips }) => chips,
    winsOn: ({ table }) => table,
    winsDepth: DEPTH.aside,
    settlingOf: cardSettling,
  }),
  lostBets<DragonTigerOutcome, DragonTigerPose, DuelTable>(
    (size) => chipWaysIn(size).handPx,
    placesIn,
  ),
);
