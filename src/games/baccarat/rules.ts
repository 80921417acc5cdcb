import { VALUES } from "../../round/cards.ts";
import type { Card } from "../../round/cards.ts";

/** A coup of punto banco, fields as on the wire. */
export interface BaccaratOutcome {
  /**
   * The player's hand: two or three cards in the order they were dealt.
   * @minItems 2
   * @maxItems 3
   */
  player_cards: Card[];
  /**
   * The banker's hand, likewise.
   * @minItems 2
   * @maxItems 3
   */
  banker_cards: Card[];
  /**
   * The player's total, 0 to 9.
   * @minimum 0
   * @maximum 9
   */
  player_total: number;
  /**
   * The banker's total, 0 to 9.
   * @minimum 0
   * @maximum 9
   */
  banker_total: number;
  /** Either two-card total was 8 or 9, so neither hand drew. */
  natural: boolean;
  /** The winner. */
  result: "player" | "banker" | "tie";
}

/** A card's points: ace 1, two to nine their number, ten and court cards 0. */
export function points(card: Card): number {
  const rank = VALUES.indexOf(card.value) + 1;
  return rank >= 10 ? 0 : rank;
}

/** A hand's total: its points modulo 10. */
export function handTotal(cards: readonly Card[]): number {
  return cards.reduce((sum, card) => sum + points(card), 0) % 10;
}

export function isPair([first, second]: readonly Card[]): boolean {
  return first?.value === second?.value;
}

/** Whether the player draws a third card on a two-card total, if there is no natural. */
export function playerDraws(total: number): boolean {
  return total <= 5;
}

/**
 * Whether the banker draws a third card on a two-card total, if there is no natural.
 * `playerThird` is the points of the player's third card, or null if the player stood.
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
