import { handTotal } from "../../../src/games/baccarat/rules.ts";
import type { BaccaratOutcome } from "../../../src/games/baccarat/rules.ts";
import { bothExtras } from "../../stage/both-extras.ts";
import { tableAfterglow } from "../../stage/cards/afterglow.ts";
import type { Worth } from "../../stage/cards/afterglow.ts";
import { winnersPlaces } from "../../stage/cards/chip-way.ts";
import type { Spot } from "../../stage/cards/dealing.ts";
import { filmedBy } from "../../stage/cards/filming.ts";
import type { Reachable } from "../../stage/cards/hands/reach.ts";
import { reachableOf, tableHands } from "../../stage/cards/hands/table-hands.ts";
import type { DealtGame } from "../../stage/cards/hands/table-hands.ts";
import { tableIdle } from "../../stage/cards/idle.ts";
import { tablePayout } from "../../stage/cards/payout.ts";
import type { Stakes } from "../../stage/cards/stakes-said.ts";
import { tableTriumph } from "../../stage/cards/triumph.ts";
import { waitsForBeacon } from "../../stage/pacing.ts";
import type { CloseUp } from "../../stage/pixi/close-up.ts";
import type { Play } from "../../stage/scene.ts";
import type { Size } from "../../stage/scene.ts";
import { cameraOf, filmedUntilMs } from "./camera.ts";
import { chipWaysIn, freeBetweenNames, HAND } from "./chip-ways.ts";
import { cardsOf, HANDS, SLOTS } from "./coup.ts";
import type { Coup, Hand, Slot } from "./coup.ts";
import { cardsByName, deedsOf, FIRST_DEAL, nameOf } from "./gestures.ts";
import { twoHandsLayout } from "./layout.ts";
import type { BaccaratPose } from "./pose.ts";
import { rareOf } from "./rare-coups.ts";
import { rarity } from "./rarity.ts";
import { stakesOf } from "./stakes.ts";
import type { CoupTable } from "./table.ts";
import { BACCARAT_MS } from "./times.ts";
import { turnsOf } from "./turns.ts";

function waysOf(size: Size, shoe: Spot): Reachable["wayOf"] {
  const { left, right, off } = twoHandsLayout(size);
  const sides = { player: left, banker: right };
  /** Third cards lie outside the pairs or beneath them: from above an arm would lie over those. */
  const asideOf = (hand: Hand, slot: Slot) =>
    slot === 2 ? (hand === "banker" ? "right" : "left") : null;
  const ways = new Map(
    HANDS.flatMap((hand) =>
      SLOTS.map((slot) => {
        const way = { shoe, place: sides[hand].spots[slot] };
        return [nameOf(hand, slot), { ...way, fromAside: asideOf(hand, slot) }] as const;
      }),
    ),
  );
  const nowhere = { shoe, place: shoe, fromAside: null };
  return (card, sweep) => ({ ...(ways.get(card) ?? nowhere), off: off[sweep] });
}

const dealt: DealtGame<BaccaratOutcome, BaccaratPose> = {
  timing: BACCARAT_MS,
  hand: HAND,
  firstDeal: FIRST_DEAL,
  deedsOf,
  cardsOf: cardsByName,
  layoutOf: twoHandsLayout,
  chipsOf(size) {
    const { chips, chipPx, tie, tieBox, typePx } = twoHandsLayout(size);
    // In the corners of its place, clear of its name: the right one first, where the hand that pays is beside it.
    const x = Math.max(tieBox.width * 0.37, typePx * 2 + chipPx / 2);
    const place = { x: tie.x + x, y: tie.y, next: { x: -2 * x, y: 0 } };
    const { tray, toSide, toTie } = chipWaysIn(size);
    return { tray, winners: winnersPlaces(chips, { ...place, ...toTie(place) }, chipPx, toSide) };
  },
  waysOf,
};

/** The hands of the dealer over a coup. */
export const hands = tableHands<BaccaratOutcome, BaccaratPose, CoupTable>(dealt);

/** A win by so many points is a big one. */
const BIG_GAP = 6;

/** A natural and a big gap are strong wins; a tie, a win by one and what is rare are talked about. */
function worthOf(coup: Coup, winner: string | null): Worth {
  const [player, banker] = [handTotal(cardsOf(coup, "player")), handTotal(cardsOf(coup, "banker"))];
  const gap = Math.abs(player - banker);
  if (gap <= 1 || rareOf(coup, winner) !== null) {
    return 2;
  }
  return coup.natural || gap >= BIG_GAP ? 1 : 0;
}

/** The table as its hands know it. */
const reachOf = (size: Size, isOrnate: boolean) => reachableOf(dealt, size, isOrnate);

/** The tray, and what the winner is paid out of it. */
export const payout = tablePayout<BaccaratOutcome, BaccaratPose, CoupTable>({
  worthOf: ({ state }) => worthOf(state, state.result),
  reachOf,
});

const celebrated = {
  worthOf: ({ state }: Play<BaccaratOutcome>) => worthOf(state, state.result),
  spotsOf: ({ pairs }: CoupTable) => pairs,
  bandOf: (size: Size) => twoHandsLayout(size).bets,
};

/** The hit of its results, and the light after them. */
const triumph = tableTriumph<BaccaratOutcome, BaccaratPose, CoupTable>(celebrated);
const afterglow = tableAfterglow<BaccaratOutcome, BaccaratPose, CoupTable>(celebrated);

/** What goes on while bets are taken. */
const idle = tableIdle<BaccaratOutcome, BaccaratPose, CoupTable>({
  hand: HAND,
  layoutOf: twoHandsLayout,
  freePx: freeBetweenNames,
});

/** What the last card decides while it is squeezed. */
function stakesAt(view: Play<BaccaratOutcome>, { hands: poses }: BaccaratPose): Stakes | null {
  const turns = view.state.phase === "revealing" ? turnsOf(view.state, waitsForBeacon(view)) : [];
  const last = turns.find(({ isLast }) => isLast);
  const pose = last && poses[last.hand].cards[last.slot];
  return last?.squeeze && pose?.secret && pose.turn > 0
    ? { stakes: stakesOf(view.state, last), hand: last.squeeze.hand }
    : null;
}

/** What is added to the table once it is seen. The camera comes last: it takes a picture of what the others show. */
export const extrasOf = (closeUp: CloseUp) =>
  bothExtras(
    bothExtras(
      bothExtras(payout, hands),
      bothExtras(rarity, bothExtras(bothExtras(triumph, afterglow), idle)),
    ),
    filmedBy<BaccaratOutcome, BaccaratPose, CoupTable>(
      cameraOf,
      filmedUntilMs,
      cardsByName,
      closeUp,
      stakesAt,
    ),
  );
