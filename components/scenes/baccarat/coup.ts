import type { Card } from "../../../src/round/cards.ts";
import type { CardTimes } from "../../stage/cards/dealing.ts";
import { squeeze } from "../../stage/cards/squeeze.ts";
import { BACCARAT_MS } from "./times.ts";

/** The two hands of a coup, in the order they are dealt. */
export const HANDS = ["player", "banker"] as const;
export type Hand = (typeof HANDS)[number];
/** The cards of a hand, from the middle of the table outwards; the third may never be drawn. */
export const SLOTS = [0, 1, 2] as const;
export type Slot = (typeof SLOTS)[number];

/** The cards of a coup so far as they are known, in the names they have on the wire. */
export interface Coup {
  player_cards: readonly Card[] | null;
  banker_cards: readonly Card[] | null;
  natural: boolean | null;
}

/** The cards of one hand. */
export function cardsOf(coup: Coup, hand: Hand): readonly Card[] {
  return (hand === "player" ? coup.player_cards : coup.banker_cards) ?? [];
}

const COUNTED: readonly string[] = ["A", "2", "3", "4", "5", "6", "7", "8", "9"];

/** Points as they are counted while cards turn; the state has totals only for complete hands. */
export function pointsOf(cards: readonly Card[]): number {
  return cards.reduce((sum, card) => sum + COUNTED.indexOf(card.value) + 1, 0) % 10;
}

/** Whether the first two cards of a hand are of one value. */
export function isPair(cards: readonly Card[]): boolean {
  return cards.length > 1 && cards[0]?.value === cards[1]?.value;
}

/** When a card leaves the shoe and is turned. The banker's third goes first if the player stands. */
export function timesOf(coup: Coup, hand: Hand, slot: Slot): CardTimes {
  const banker = hand === "banker";
  const draws = HANDS.some((id) => cardsOf(coup, id).length > 2);
  if (slot < 2) {
    const nth = slot * 2 + (banker ? 1 : 0);
    const inTurn = (banker ? 2 : 0) + slot;
    const { oneByOne } = BACCARAT_MS;
    return {
      dealAtMs: BACCARAT_MS.dealAt + nth * BACCARAT_MS.dealEvery,
      dealMs: BACCARAT_MS.deal,
      ...(draws
        ? {
            turnAtMs:
              (banker ? BACCARAT_MS.turnBankerAt : BACCARAT_MS.turnPlayerAt) +
              slot * BACCARAT_MS.turnEvery,
            turnMs: BACCARAT_MS.turn,
          }
        : {
            turnAtMs: oneByOne.turnAt[inTurn] ?? 0,
            turnMs: inTurn === 3 ? oneByOne.last : oneByOne.turn,
          }),
    };
  }
  const [player, other] = HANDS.map((id) => cardsOf(coup, id).length > 2);
  const { lone, both } = BACCARAT_MS;
  const isLone = !(player && other);
  const dealAtMs = isLone ? lone.dealAt : both.dealAt[banker ? 1 : 0];
  return {
    dealAtMs,
    dealMs: BACCARAT_MS.deal,
    turnAtMs: dealAtMs + (isLone ? lone : both).turnAfterDeal,
    turnMs: (isLone ? lone : both).turn,
    ease: squeeze,
  };
}

/** When the last card of a hand's first two lies open. */
export function pairSeenMs(coup: Coup, hand: Hand): number {
  const { turnAtMs, turnMs } = timesOf(coup, hand, 1);
  return turnAtMs + turnMs;
}

/** What makes a coup worth watching: a natural and a tie are known only once all cards lie open. */
export type CoupDrama = "natural" | "thirds" | "plain";

export function dramaOf(coup: Coup): CoupDrama {
  if (coup.natural) {
    return "natural";
  }
  return HANDS.some((hand) => cardsOf(coup, hand).length > 2) ? "thirds" : "plain";
}
