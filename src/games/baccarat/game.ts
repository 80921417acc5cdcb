import { drawCards, VALUES } from "../../round/cards.ts";
import type { Card } from "../../round/cards.ts";
import { isConfirmed } from "../../round/clock.ts";
import type { Game } from "../contract.ts";
import { HALF_MINUTE } from "../timing.ts";

export type BaccaratResult = "player" | "banker" | "tie";

/** A coup of punto banco, fields as on the wire. */
export interface BaccaratOutcome {
  /** Two or three cards in the order they were dealt. */
  player_cards: Card[];
  banker_cards: Card[];
  /** 0 to 9. */
  player_total: number;
  banker_total: number;
  /** Either two-card total was 8 or 9, so nobody drew. */
  natural: boolean;
  result: BaccaratResult;
}

/** Cards drawn from the shoe for every coup, whether dealt or not, so that draws never depend on rules. */
const DRAWN = 6;

/** A card's points: ace 1, two to nine their number, ten and court cards 0. */
export function points(card: Card): number {
  const rank = VALUES.indexOf(card.value) + 1;
  return rank >= 10 ? 0 : rank;
}

/** The total of a hand: its points without the tens, 0 to 9. */
export function handTotal(cards: readonly Card[]): number {
  return cards.reduce((sum, card) => sum + points(card), 0) % 10;
}

/** Whether the player draws a third card on a two-card total, when there is no natural. */
export function playerDraws(total: number): boolean {
  return total <= 5;
}

/**
 * Whether the banker draws a third card on a two-card total, when there is no natural.
 * `playerThird` is the points of the player's third card, or null when the player stood.
 */
export function bankerDraws(total: number, playerThird: number | null): boolean {
  if (playerThird === null) {
    return total <= 5;
  }
  switch (total) {
    case 0:
    case 1:
    case 2:
      return true;
    case 3:
      return playerThird !== 8;
    case 4:
      return playerThird >= 2 && playerThird <= 7;
    case 5:
      return playerThird >= 4 && playerThird <= 7;
    case 6:
      return playerThird === 6 || playerThird === 7;
    default:
      return false;
  }
}

/** Plays a coup with the first six cards of a shoe, dealt P B P B, then third cards in order. */
export function playCoup(shoe: readonly Card[]): BaccaratOutcome {
  const [p1, b1, p2, b2, ...rest] = shoe;
  if (!p1 || !b1 || !p2 || !b2 || rest.length < 2) {
    throw new RangeError("A coup needs six cards.");
  }
  const player = [p1, p2];
  const banker = [b1, b2];
  const thirds = rest.values();
  const natural = handTotal(player) >= 8 || handTotal(banker) >= 8;
  if (!natural) {
    const bankerTotal = handTotal(banker);
    let playerThird: number | null = null;
    if (playerDraws(handTotal(player))) {
      const card = thirds.next().value as Card;
      player.push(card);
      playerThird = points(card);
    }
    if (bankerDraws(bankerTotal, playerThird)) {
      banker.push(thirds.next().value as Card);
    }
  }
  const lead = handTotal(player) - handTotal(banker);
  return {
    player_cards: player,
    banker_cards: banker,
    player_total: handTotal(player),
    banker_total: handTotal(banker),
    natural,
    result: lead === 0 ? "tie" : lead > 0 ? "player" : "banker",
  };
}

/** Whether the first two cards of a hand are a pair: of one value, whatever they count. */
function isPair([first, second]: readonly Card[]): boolean {
  return first !== undefined && first.value === second?.value;
}

/** On banners and roads alike. */
const COLOURS = { player: "blue", banker: "red", tie: "green" } as const;

/** Baccarat: punto banco with the full third-card tableau, each coup from a fresh eight-deck shoe. */
export const baccarat: Game<BaccaratOutcome> = {
  slug: "baccarat",
  code: 2,
  eventType: "baccarat_phase",
  ...HALF_MINUTE,
  board: {
    sides: [
      { id: "player", letter: "P", colour: COLOURS.player },
      { id: "banker", letter: "B", colour: COLOURS.banker },
      { id: "tie", letter: "=", colour: COLOURS.tie },
    ],
    roads: ["bead-plate", "big-road", "big-eye-boy", "small-road", "cockroach-pig"],
    winner: (outcome) => outcome.result,
    mark: (outcome) => ({
      colour: COLOURS[outcome.result],
      pairs: [
        ...(isPair(outcome.player_cards) ? [COLOURS.player] : []),
        ...(isPair(outcome.banker_cards) ? [COLOURS.banker] : []),
      ],
    }),
    summary: (outcome) => ({
      hands: [
        { side: "player", cards: outcome.player_cards, total: outcome.player_total },
        { side: "banker", cards: outcome.banker_cards, total: outcome.banker_total },
      ],
    }),
  },
  // Of all ordered draws of six cards from eight decks; pairs of 415 second cards.
  odds: [
    { id: "banker", chance: 0.458597422633 },
    { id: "player", chance: 0.446246609344 },
    { id: "tie", chance: 0.095155968024 },
    { id: "natural", chance: 0.343049097332 },
    { id: "player-pair", chance: 31 / 415 },
    { id: "banker-pair", chance: 31 / 415 },
  ],
  deal(chance) {
    return playCoup(drawCards(chance, DRAWN));
  },
  historyFields(outcome) {
    return {
      player_cards: outcome.player_cards,
      banker_cards: outcome.banker_cards,
      player_total: outcome.player_total,
      banker_total: outcome.banker_total,
      natural: outcome.natural,
      result: outcome.result,
    };
  },
  publicFields(outcome, phase) {
    return {
      player_cards: outcome?.player_cards ?? null,
      banker_cards: outcome?.banker_cards ?? null,
      player_total: outcome?.player_total ?? null,
      banker_total: outcome?.banker_total ?? null,
      natural: outcome?.natural ?? null,
      result: isConfirmed(phase) ? (outcome?.result ?? null) : null,
    };
  },
};
