import { VALUES } from "../../../src/round/cards.ts";
import type { Card } from "../../../src/round/cards.ts";
import type { CardTimes } from "../../stage/cards/dealing.ts";
import { squeeze } from "../../stage/cards/squeeze.ts";
import { easeOut } from "../../stage/tracks.ts";
import { DRAGON_TIGER_MS } from "./times.ts";

/** How a duel of two cards ends: each looks and lasts differently. */
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

const { turnTigerAt, breath, longBreath } = DRAGON_TIGER_MS;

const TIGER_TURNS: Readonly<Record<DuelKind, Partial<CardTimes> & { turnMs: number }>> = {
  suited: { turnMs: DRAGON_TIGER_MS.slowTurn, ease: squeeze },
  tie: { turnMs: DRAGON_TIGER_MS.slowTurn, ease: squeeze },
  close: { turnMs: DRAGON_TIGER_MS.slowTurn, ease: squeeze },
  landslide: {
    turnAtMs: turnTigerAt + longBreath,
    turnMs: DRAGON_TIGER_MS.snapTurn,
    ease: easeOut,
  },
  plain: { turnAtMs: turnTigerAt + breath, turnMs: DRAGON_TIGER_MS.turn },
};

/** When the tiger's card is dealt and turned: squeezed where it is close, snapped where it is not. */
export function tigerTimes(kind: DuelKind): CardTimes {
  return {
    dealAtMs: DRAGON_TIGER_MS.dealTigerAt,
    dealMs: DRAGON_TIGER_MS.deal,
    turnAtMs: turnTigerAt,
    ...TIGER_TURNS[kind],
  };
}
