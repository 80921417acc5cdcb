import type { DragonTigerOutcome } from "../../../src/games/dragontiger/game.ts";
import { atShoe, onCard } from "../../stage/cards/hands/gestures.ts";
import type { Deed, Deeds } from "../../stage/cards/hands/gestures.ts";
import { payingDeeds } from "../../stage/cards/payout.ts";
import { shoeDeeds } from "../../stage/cards/shoe-change.ts";
import { sweepAtMs, winnerOf } from "../../stage/lights.ts";
import { waitsForBeacon } from "../../stage/pacing.ts";
import type { Play } from "../../stage/scene.ts";
import { SWEEP_MS } from "../../stage/times.ts";
import { DRAGON_TIMES, tigerTimes } from "./duel.ts";
import { DRAGON_TIGER_MS } from "./times.ts";

/** The right hand takes a card out of the shoe and lays it in its place. */
const dealing = (card: string, dealAtMs: number): Deed[] => [
  atShoe(dealAtMs - 60, dealAtMs),
  onCard(card, "flat", dealAtMs, dealAtMs + DRAGON_TIGER_MS.deal + 60),
];

/** How both cards are dealt, whatever they are. */
export const FIRST_DEAL: Deeds = {
  left: [],
  right: [
    ...dealing("dragon", DRAGON_TIGER_MS.dealDragonAt),
    ...dealing("tiger", DRAGON_TIGER_MS.dealTigerAt),
  ],
};

/** The right hand deals, each card in its turn; the left one turns the dragon; either squeezes the tiger. */
function revealing(round: number, isDealt: boolean): Deeds {
  const [dragon, tiger] = [DRAGON_TIMES, tigerTimes(round)];
  const { turnAtMs, turnMs, squeeze } = tiger;
  const lifts = [onCard("tiger", "edge", turnAtMs - 300, turnAtMs + 0.91 * turnMs)];
  const isLeft = squeeze.hand === "left";
  return {
    left: [
      onCard("dragon", "edge", dragon.turnAtMs - 160, dragon.turnAtMs + 0.74 * dragon.turnMs),
      ...(isLeft ? lifts : []),
    ],
    right: [...(isDealt ? [] : FIRST_DEAL.right), ...(isLeft ? [] : lifts)],
  };
}

/** Each hand sweeps the card on its side. */
function waiting(result: string | null): Deeds {
  const swept = (card: "dragon" | "tiger", grip: "flat" | "behind") => {
    const atMs = sweepAtMs(card, result);
    return [onCard(card, grip, atMs - 20, atMs + 0.92 * SWEEP_MS.card)];
  };
  return { left: swept("dragon", "flat"), right: swept("tiger", "behind") };
}

/** What the hands do, in ms of what the movements of a phase are timed for. */
export function deedsOf(view: Play<DragonTigerOutcome>, elapsedMs: number): Deeds {
  const { state } = view;
  switch (state.phase) {
    case "revealing":
      return revealing(state.round, waitsForBeacon(view));
    case "result":
      return payingDeeds(view, winnerOf(state), elapsedMs);
    case "waiting":
      return waiting(winnerOf(state));
    default:
      return shoeDeeds(view);
  }
}
