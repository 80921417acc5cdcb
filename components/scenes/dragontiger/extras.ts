import type { DragonTigerOutcome } from "../../../src/games/dragontiger/game.ts";
import { bothExtras } from "../../stage/both-extras.ts";
import { tableAfterglow } from "../../stage/cards/afterglow.ts";
import type { Worth } from "../../stage/cards/afterglow.ts";
import { filmedBy } from "../../stage/cards/filming.ts";
import { tableHands } from "../../stage/cards/hands/table-hands.ts";
import { tableIdle } from "../../stage/cards/idle.ts";
import type { CloseUp } from "../../stage/pixi/close-up.ts";
import { cameraOf, filmedUntilMs } from "./camera.ts";
import { duelOf } from "./duel.ts";
import type { DuelKind } from "./duel.ts";
import { deedsOf } from "./gestures.ts";
import { duelLayout } from "./layout.ts";
import type { DragonTigerPose } from "./pose.ts";
import { rarity } from "./rarity.ts";
import type { DuelTable } from "./table.ts";
import { DRAGON_TIGER_MS } from "./times.ts";

/** The hands of the dealer over a duel. */
export const hands = tableHands<DragonTigerOutcome, DragonTigerPose, DuelTable>({
  timing: DRAGON_TIGER_MS,
  hand: 1.2,
  deedsOf,
  cardsOf: ({ cards }) => ({ ...cards }),
  layoutOf: duelLayout,
  waysOf(size, shoe) {
    const { left, right, off } = duelLayout(size);
    return (card, sweep) => {
      const place = card === "dragon" ? left : right;
      return { shoe, place, off: off[sweep], fromAside: null };
    };
  },
});

/** A big gap is a strong win; what was close, or is a tie, is talked about. */
const WORTH: Readonly<Record<DuelKind, Worth>> = {
  plain: 0,
  landslide: 1,
  close: 2,
  tie: 2,
  suited: 2,
};

/** The light after its results. */
export const afterglow = tableAfterglow<DragonTigerOutcome, DragonTigerPose, DuelTable>({
  worthOf: ({ state: { dragon, tiger } }) => (dragon && tiger ? WORTH[duelOf(dragon, tiger)] : 0),
  spotsOf({ places: [left, right] }) {
    return { left: { x: left.x, y: left.y }, right: { x: right.x, y: right.y } };
  },
});

/** What goes on while bets are taken. */
export const idle = tableIdle<DragonTigerOutcome, DragonTigerPose, DuelTable>({
  hand: 1.2,
  apart: 0.28,
  down: 0.23,
  layoutOf: duelLayout,
});

/** What is added to the table once it is seen. The camera comes last: it takes a picture of what the others show. */
export const extrasOf = (closeUp: CloseUp) =>
  bothExtras(
    bothExtras(hands, bothExtras(rarity, bothExtras(afterglow, idle))),
    filmedBy<DragonTigerOutcome, DragonTigerPose, DuelTable>(cameraOf, filmedUntilMs, closeUp),
  );
