import { bankerDraws, handTotal, playerDraws } from "../../../src/games/baccarat/rules.ts";
import type { BaccaratOutcome } from "../../../src/games/baccarat/rules.ts";
import { VALUES } from "../../../src/round/cards.ts";
import type { Card } from "../../../src/round/cards.ts";
import { cosmeticNoise } from "../../../src/round/cosmetic-noise.ts";
import { lerp } from "../../stage/easing.ts";
import { DEALT_BEFOREHAND_MS } from "../../stage/pacing.ts";
import type { Play } from "../../stage/scene.ts";
import { squeezeFor } from "../../stage/squeeze.ts";
import type { Squeeze } from "../../stage/squeeze.ts";
import { BACCARAT_MS } from "./times.ts";

/*
 * When a coup's cards are dealt and turned. The timing of a card depends only on the cards revealed before it and on
 * the round number, never on its own face or on later cards: otherwise the pace would reveal the result.
 *
 * Three long squeezes do not fit into a reveal, so a turn takes 2 to 4 s only if the revealed cards show that it is the
 * last, or if the player stands and one more card can follow. While two can follow, the banker's second card takes 0.9
 * s and the player's third 2 s; in a quarter of all coups one of these is in fact the last.
 */

type Coup = Play<BaccaratOutcome>["state"];

const HANDS = ["player", "banker"] as const;
type Hand = (typeof HANDS)[number];
/** A hand's card, from the centre of the table outwards. The third is not always drawn. */
type Slot = 0 | 1 | 2;

export const cardName = ({ hand, slot }: { hand: Hand; slot: Slot }): `${Hand}${Slot}` =>
  `${hand}${slot}`;

export function cardsIn(coup: Coup, hand: Hand): readonly Card[] {
  return coup[`${hand}_cards`] ?? [];
}

/** When one of a coup's cards is dealt and turned, in ms from the start of `revealing`. */
export interface Turn {
  hand: Hand;
  slot: Slot;
  dealAtMs: number;
  dealMs: number;
  turnAtMs: number;
  turnMs: number;
  /** If omitted, the paddle turns the card. */
  squeeze?: Squeeze;
  /** Whether the open cards rule out another card. */
  isLast?: boolean;
}

/** A dealt card whose turn is not scheduled yet. */
type DrawnCard = Pick<Turn, "hand" | "slot" | "dealAtMs">;

const openAtMs = ({ turnAtMs, turnMs }: Turn): number => turnAtMs + turnMs;

const isPlayersThird = ({ hand, slot }: Pick<Turn, "hand" | "slot">) =>
  hand === "player" && slot === 2;

/** When the last card's squeeze must start, at the latest. */
const LATEST_SQUEEZE_MS = BACCARAT_MS.openBy - BACCARAT_MS.lastFrom;
/** Time from the end of one turn to the start of the next, if the next card is drawn in between. */
const DRAW_MS = BACCARAT_MS.reach + BACCARAT_MS.draw + BACCARAT_MS.breath;
/** Time between the turn of the player's third card and the next turn, in which viewers also read that card. */
const AFTER_THIRD_MS = Math.max(DRAW_MS, BACCARAT_MS.readThird + BACCARAT_MS.lifted);

function scheduleSqueeze(
  { round }: Coup,
  index: number,
  card: DrawnCard,
  turnAtMs: number,
  turnMs: number,
): Turn {
  const { deal, draw } = BACCARAT_MS;
  const isThird = card.slot === 2;
  const squeeze = squeezeFor(round, index);
  return { ...card, dealMs: isThird ? draw : deal.banker, turnAtMs, turnMs, squeeze };
}

/** Schedules a card known to be the last, which can use all of the remaining time from `fromMs`. */
function scheduleLast(coup: Coup, index: number, card: DrawnCard, fromMs: number): Turn {
  const { openBy: openByMs, lastFrom: minMs, lastTo: maxMs, wait: maxWaitMs } = BACCARAT_MS;
  const { waitFrom: minShare, waitTo: maxShare } = BACCARAT_MS;
  const roomMs = openByMs - fromMs;
  const turnMs = lerp(minMs, Math.min(maxMs, roomMs), cosmeticNoise(coup.round, index, 2));
  const waitMs = (roomMs - turnMs) * lerp(minShare, maxShare, cosmeticNoise(coup.round, index, 1));
  return {
    ...scheduleSqueeze(coup, index, card, fromMs + Math.min(maxWaitMs, waitMs), turnMs),
    isLast: true,
  };
}

/** The fixed schedule of the first four cards, in the order of their turns. */
export const FIRST_TURNS: readonly Turn[] = (
  [
    ["player", 1, 2],
    ["player", 0, 0],
    ["banker", 0, 1],
    ["banker", 1, 3],
  ] as const
).map(([hand, slot, index], i) => ({
  hand,
  slot,
  dealAtMs: BACCARAT_MS.dealAt[index],
  dealMs: BACCARAT_MS.deal[hand],
  turnAtMs: BACCARAT_MS.turnAt[i] ?? BACCARAT_MS.phase,
  turnMs: BACCARAT_MS.turn,
}));

function firstTurns(coup: Coup, isDealt: boolean): Turn[] {
  const { fourthAt: fromMs, fourth: fourthMs } = BACCARAT_MS;
  const dealt = isDealt
    ? FIRST_TURNS.map((turn) => ({ ...turn, dealAtMs: DEALT_BEFOREHAND_MS }))
    : FIRST_TURNS;
  const three = dealt.slice(0, 3);
  const card = { hand: "banker", slot: 1, dealAtMs: dealt[3]?.dealAtMs ?? 0 } as const;
  const player = handTotal(cardsIn(coup, "player").slice(0, 2));
  if (player >= 8) {
    return [...three, scheduleLast(coup, 4, card, fromMs)];
  }
  // If the player stands, one card can follow, otherwise two.
  const lengthMs = playerDraws(player) ? fourthMs : LATEST_SQUEEZE_MS - DRAW_MS - fromMs;
  return [...three, scheduleSqueeze(coup, 4, card, fromMs, lengthMs)];
}

/** The probability that the banker draws after the player's third card, if all values are equally likely. */
function chanceOfSixth(banker: number): number {
  const draws = VALUES.filter((value) => bankerDraws(banker, handTotal([{ value, suit: "S" }])));
  return draws.length / VALUES.length;
}

/** Schedules the player's third card. The banker then draws never, always or depending on this card. */
function fifthTurn(coup: Coup, card: DrawnCard, fromMs: number): Turn {
  const banker = handTotal(cardsIn(coup, "banker").slice(0, 2));
  const { draw: drawMs, quickThird: quickMs } = BACCARAT_MS;
  switch (chanceOfSixth(banker)) {
    case 0:
      return scheduleLast(coup, 5, card, fromMs);
    case 1:
      return { ...card, dealMs: drawMs, turnAtMs: fromMs, turnMs: quickMs };
    default:
      return scheduleSqueeze(coup, 5, card, fromMs, LATEST_SQUEEZE_MS - AFTER_THIRD_MS - fromMs);
  }
}

/** A coup's turns, in order. `isDealt`: the first four cards were dealt before the reveal. */
export function turnsFor(coup: Coup, isDealt: boolean): Turn[] {
  const turns = firstTurns(coup, isDealt);
  for (const hand of HANDS) {
    if (cardsIn(coup, hand).length > 2) {
      const openedMs = Math.max(...turns.map(openAtMs));
      const dealAtMs = openedMs + BACCARAT_MS.reach;
      const fromMs = openedMs + (turns.some(isPlayersThird) ? AFTER_THIRD_MS : DRAW_MS);
      const card = { hand, slot: 2, dealAtMs } as const;
      turns.push(
        hand === "player" ? fifthTurn(coup, card, fromMs) : scheduleLast(coup, 6, card, fromMs),
      );
    }
  }
  return turns;
}
