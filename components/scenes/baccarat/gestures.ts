import type { BaccaratOutcome } from "../../../src/games/baccarat/rules.ts";
import type { CardPose } from "../../stage/cards/dealing.ts";
import { atShoe, onCard } from "../../stage/cards/hands/gestures.ts";
import type { Deed, Deeds } from "../../stage/cards/hands/gestures.ts";
import { payingDeeds } from "../../stage/cards/payout.ts";
import { shoeDeeds } from "../../stage/cards/shoe-change.ts";
import { sweepOf } from "../../stage/cards/sweeps.ts";
import { sweepAtMs, winnerOf } from "../../stage/lights.ts";
import { waitsForBeacon } from "../../stage/pacing.ts";
import type { Play } from "../../stage/scene.ts";
import { SWEEP_MS } from "../../stage/times.ts";
import { cardsOf, HANDS, SLOTS } from "./coup.ts";
import type { Coup, Hand, Slot } from "./coup.ts";
import { firstSwept } from "./sweeping.ts";
import { BACCARAT_MS } from "./times.ts";
import { FIRST, openMs, turnsOf } from "./turns.ts";
import type { Turn } from "./turns.ts";

/** The name of a card on the table. */
export const nameOf = (hand: Hand, slot: Slot): string => `${hand}${slot}`;

/** How far a card has come out of the shoe, by time, when one hand gives it to the other. */
const GIVEN = 0.36;

/** How far a turn has come, by time, when the hand lets the card fall over. */
const LET_GO = { quick: 0.72, squeezed: 0.9 } as const;

/** The right hand draws from the shoe; while it deals the first four, the left one takes over the player's. */
function dealing({ hand, slot, dealAtMs, dealMs }: Turn): Deeds {
  const [card, landedMs] = [nameOf(hand, slot), dealAtMs + dealMs];
  const shoe = atShoe(dealAtMs - 40, dealAtMs);
  if (hand === "banker" || slot === 2) {
    return { left: [], right: [shoe, onCard(card, "flat", dealAtMs, landedMs + 30)] };
  }
  const givenMs = dealAtMs + GIVEN * dealMs;
  return {
    left: [onCard(card, "flat", givenMs, landedMs)],
    right: [shoe, onCard(card, "flat", dealAtMs, givenMs + 30)],
  };
}

/** Which hand turns the cards of a side that are not squeezed. */
const SIDES = { player: "left", banker: "right" } as const;

/** Turning a card. While another one may follow, the right hand waits at the shoe. */
function turning(turn: Turn): Deeds {
  const { hand, slot, turnAtMs, turnMs, squeeze, isLast } = turn;
  const card = nameOf(hand, slot);
  const lifting = squeeze?.hand ?? SIDES[hand];
  // What the left hand does next is said by such a card: it stays until that is seen.
  const says = lifting === "left" && slot === 1 && isLast !== true;
  const letGo = turnAtMs + turnMs * (says ? 1 : squeeze ? LET_GO.squeezed : LET_GO.quick);
  const turned = onCard(card, "edge", turnAtMs - 10, letGo);
  const reachedMs = openMs(turn) + BACCARAT_MS.reach - 40;
  if (lifting === "right") {
    const shoe = squeeze && !isLast ? [atShoe(reachedMs - 1, reachedMs)] : [];
    return { left: [], right: [turned, ...shoe] };
  }
  const waits = isLast !== true && (squeeze || slot === 2);
  return { left: [turned], right: waits ? [atShoe(turnAtMs + 120, reachedMs)] : [] };
}

function inOrder(all: readonly Deeds[]): Deeds {
  const ordered = (deeds: readonly Deed[]) =>
    deeds.toSorted((one, other) => one.fromMs - other.fromMs);
  return {
    left: ordered(all.flatMap(({ left }) => left)),
    right: ordered(all.flatMap(({ right }) => right)),
  };
}

function revealing(coup: Coup, isDealt: boolean): Deeds {
  const turns = turnsOf(coup, isDealt);
  return inOrder([...turns.map(dealing), ...turns.map(turning)]);
}

/** How the first four cards are dealt, whatever they are. */
export const FIRST_DEAL: Deeds = inOrder(FIRST.map(dealing));

/** Each hand sweeps the cards of its side. */
function waiting(coup: Coup, result: string | null): Deeds {
  const swept = (hand: Hand, grip: "flat" | "behind") => {
    const slot = firstSwept(hand, cardsOf(coup, hand).length, sweepOf(coup.round));
    const atMs = sweepAtMs(hand, result);
    return [onCard(nameOf(hand, slot), grip, atMs - 20, atMs + 0.92 * SWEEP_MS.card)];
  };
  return { left: swept("player", "flat"), right: swept("banker", "behind") };
}

/** What the hands do, in ms of what the movements of a phase are timed for. */
export function deedsOf(view: Play<BaccaratOutcome>, elapsedMs: number): Deeds {
  const { state } = view;
  switch (state.phase) {
    case "revealing":
      return revealing(state, waitsForBeacon(view));
    case "result":
      return payingDeeds(view, winnerOf(state), elapsedMs);
    case "waiting":
      return waiting(state, winnerOf(state));
    default:
      return shoeDeeds(view);
  }
}

/** What the hands take from the pose of the scene. */
interface Dealt {
  hands: Readonly<Record<Hand, { cards: readonly CardPose[] }>>;
}

/** The cards of a pose by their names. */
export function cardsByName({ hands }: Dealt): Record<string, CardPose> {
  return Object.fromEntries(
    HANDS.flatMap((hand) =>
      SLOTS.flatMap((slot) => {
        const card = hands[hand].cards[slot];
        return card ? [[nameOf(hand, slot), card] as const] : [];
      }),
    ),
  );
}
