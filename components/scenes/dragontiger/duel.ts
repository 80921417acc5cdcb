import { VALUES } from "../../../src/round/cards.ts";
import type { Card } from "../../../src/round/cards.ts";
import { whim } from "../../../src/round/whim.ts";
import type { CardTimes } from "../../stage/cards/dealing.ts";
import { squeezeOf } from "../../stage/cards/squeeze.ts";
import type { Squeeze } from "../../stage/cards/squeeze.ts";
import { lerp } from "../../stage/tracks.ts";
import { DRAGON_TIGER_MS } from "./times.ts";

/** How a duel of two cards ends: each is celebrated differently. */
export type DuelKind = "suited" | "tie" | "close" | "landslide" | "plain";

/** From this many values between the two cards on, it was no contest. */
const LANDSLIDE_FROM = 9;

/** How many values lie between two cards; the ace is the lowest. */
function marginOf(dragon: Card, tiger: Card): number {
  return Math.abs(VALUES.indexOf(dragon.value) - VALUES.indexOf(tiger.value));
}

export function duelOf(dragon: Card, tiger: Card): DuelKind {
  const margin = marginOf(dragon, tiger);
  if (margin === 0) {
    return dragon.suit === tiger.suit ? "suited" : "tie";
  }
  return margin === 1 ? "close" : margin >= LANDSLIDE_FROM ? "landslide" : "plain";
}

export const DRAGON_TIMES: CardTimes = {
  dealAtMs: DRAGON_TIGER_MS.dealDragonAt,
  dealMs: DRAGON_TIGER_MS.deal,
  turnAtMs: DRAGON_TIGER_MS.turnDragonAt,
  turnMs: DRAGON_TIGER_MS.turn,
};

/**
 * When the tiger's card is dealt and squeezed: by the number of the round alone. Whatever is on it, and
 * whatever lies beside it, nobody can tell from the pace.
 */
export function tigerTimes(round: number): CardTimes & { openMs: number; squeeze: Squeeze } {
  const { dealTigerAt, deal, openBy, early, squeezeFrom, squeezeTo } = DRAGON_TIGER_MS;
  const openMs = openBy - early * whim(round, 1);
  const turnMs = lerp(squeezeFrom, squeezeTo, whim(round, 2));
  const turnAtMs = openMs - turnMs;
  const squeeze = squeezeOf(round, 1);
  return { dealAtMs: dealTigerAt, dealMs: deal, turnAtMs, turnMs, squeeze, openMs };
}
