import type { DragonTigerOutcome } from "../../../src/games/dragontiger/game.ts";
import { bothExtras } from "../../stage/both-extras.ts";
import { tableAfterglow } from "../../stage/cards/afterglow.ts";
import type { Worth } from "../../stage/cards/afterglow.ts";
import { winnersPlaces } from "../../stage/cards/chip-way.ts";
import type { Spot } from "../../stage/cards/dealing.ts";
import { filmedBy } from "../../stage/cards/filming.ts";
import { reachableOf, tableHands } from "../../stage/cards/hands/table-hands.ts";
import type { DealtGame } from "../../stage/cards/hands/table-hands.ts";
import { tableIdle } from "../../stage/cards/idle.ts";
import { tablePayout } from "../../stage/cards/payout.ts";
import { tableTriumph } from "../../stage/cards/triumph.ts";
import { CARD_RATIO } from "../../stage/measures.ts";
import type { CloseUp } from "../../stage/pixi/close-up.ts";
import type { Play, Size } from "../../stage/scene.ts";
import { cameraOf, filmedUntilMs } from "./camera.ts";
import { chipWaysIn, HAND } from "./chip-ways.ts";
import { duelOf, tigerTimes } from "./duel.ts";
import type { DuelKind } from "./duel.ts";
import { deedsOf, FIRST_DEAL } from "./gestures.ts";
import { duelLayout } from "./layout.ts";
import type { DragonTigerPose } from "./pose.ts";
import { rarity } from "./rarity.ts";
import { stakesOf } from "./stakes.ts";
import type { DuelTable } from "./table.ts";
import { DRAGON_TIGER_MS } from "./times.ts";

const dealt: DealtGame<DragonTigerOutcome, DragonTigerPose> = {
  timing: DRAGON_TIGER_MS,
  hand: HAND,
  firstDeal: FIRST_DEAL,
  deedsOf,
  cardsOf: ({ cards }) => ({ ...cards }),
  layoutOf: duelLayout,
  chipsOf(size) {
    const { chips, chipPx, lozenge, tieY, tall, left, right, cardWidth } = duelLayout(size);
    // In the foot of its lozenge, or at both ends of a low one: at the right, where the hand that pays is beside it.
    const x = tall ? lozenge.width * 0.46 : chipPx * 0.53;
    const tie = {
      x: size.width / 2 + x,
      y: tieY + (tall ? 0 : lozenge.height * 0.27),
      next: { x: -2 * x, y: 0 },
    };
    const { tray, toSide, toWonTie } = chipWaysIn(size);
    // Without a band they are stacked beside the cards.
    const beside = ({ x, y }: Spot, edge: number) => ({
      x: (x + edge + (Math.sign(edge - x) * cardWidth) / 2) / 2,
      y: y + (cardWidth * CARD_RATIO) / 2,
      next: { x: 0, y: -1.2 * chipPx },
    });
    return {
      tray,
      winners: winnersPlaces(
        chips ?? { left: beside(left, 0), right: beside(right, size.width) },
        { ...tie, ...toWonTie(tie) },
        chipPx,
        toSide,
      ),
    };
  },
  waysOf(size, shoe) {
    const { left, right, off } = duelLayout(size);
    return (card, sweep) => {
      const place = card === "dragon" ? left : right;
      return { shoe, place, off: off[sweep], fromAside: null };
    };
  },
};

/** The hands of the dealer over a duel. */
export const hands = tableHands<DragonTigerOutcome, DragonTigerPose, DuelTable>(dealt);

/** A big gap is a strong win; what was close, or is a tie, is talked about. */
const WORTH: Readonly<Record<DuelKind, Worth>> = {
  plain: 0,
  landslide: 1,
  close: 2,
  tie: 2,
  suited: 2,
};

const worthOf = ({ state: { dragon, tiger } }: Play<DragonTigerOutcome>): Worth =>
  dragon && tiger ? WORTH[duelOf(dragon, tiger)] : 0;

/** The table as its hands know it. */
const reachOf = (size: Size, isOrnate: boolean) => reachableOf(dealt, size, isOrnate);

/** The tray, and what the winner is paid out of it. */
export const payout = tablePayout<DragonTigerOutcome, DragonTigerPose, DuelTable>({
  worthOf,
  reachOf,
});

const celebrated = {
  worthOf,
  spotsOf({ places: [left, right] }: DuelTable) {
    return { left: { x: left.x, y: left.y }, right: { x: right.x, y: right.y } };
  },
  bandOf: (size: Size) => duelLayout(size).bets,
};

/** The hit of its results, and the light after them. */
const triumph = tableTriumph<DragonTigerOutcome, DragonTigerPose, DuelTable>(celebrated);
const afterglow = tableAfterglow<DragonTigerOutcome, DragonTigerPose, DuelTable>(celebrated);

/** What goes on while bets are taken. */
const idle = tableIdle<DragonTigerOutcome, DragonTigerPose, DuelTable>({
  hand: HAND,
  layoutOf: duelLayout,
  // In a tall box the cards are close to each other, and their places may lie beneath the hands.
  freePx(size) {
    const { tall, gap, cardWidth } = duelLayout(size);
    return tall ? cardWidth : gap;
  },
});

/** What the tiger's card decides while it is squeezed. */
function stakesAt({ state: { round } }: Play<DragonTigerOutcome>, { cards }: DragonTigerPose) {
  const { dragon, tiger } = cards;
  return dragon.card && dragon.turn === 1 && tiger.secret && tiger.turn > 0
    ? { stakes: stakesOf(dragon.card), hand: tigerTimes(round).squeeze.hand }
    : null;
}

/** What is added to the table once it is seen. The camera comes last: it takes a picture of what the others show. */
export const extrasOf = (closeUp: CloseUp) =>
  bothExtras(
    bothExtras(
      bothExtras(payout, hands),
      bothExtras(rarity, bothExtras(bothExtras(triumph, afterglow), idle)),
    ),
    filmedBy<DragonTigerOutcome, DragonTigerPose, DuelTable>(
      cameraOf,
      filmedUntilMs,
      dealt.cardsOf,
      closeUp,
      stakesAt,
    ),
  );
