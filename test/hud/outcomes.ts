import type { BaccaratOutcome } from "../../src/games/baccarat/rules.ts";
import { handTotal } from "../../src/games/baccarat/rules.ts";
import type { Card } from "../../src/round/cards.ts";

const hands: Readonly<Record<string, readonly [string, string]>> = {
  B: ["KH 2S", "9D 7C"],
  P: ["9S 9H", "3D 4C"],
  T: ["6S KD", "2H 4D"],
};

/** Coups from letters: B banker wins, P player wins (with a pair), T a tie. */
export function coups(letters: string): BaccaratOutcome[] {
  return [...letters].map((letter) => {
    const [player, banker] = (hands[letter] ?? ["", ""]).map(cards) as [Card[], Card[]];
    const totals = [handTotal(player), handTotal(banker)] as const;
    return {
      player_cards: player,
      banker_cards: banker,
      player_total: totals[0],
      banker_total: totals[1],
      natural: totals.some((total) => total >= 8),
      result: letter === "B" ? "banker" : letter === "P" ? "player" : "tie",
    };
  });
}

/** Cards from text such as `KS 9H`. */
export function cards(text: string): Card[] {
  return text
    .split(" ")
    .map((card) => ({ value: card.slice(0, -1), suit: card.slice(-1) }) as Card);
}

const TEAMS = ["rovers", "united", "city", "wanderers", "athletic", "rangers"];

/** A race won by the teams with these numbers, from first to sixth place. */
export function race(order: string): object {
  const result_map = Object.fromEntries(
    TEAMS.map((team, index) => [team, order.indexOf(String(index + 1)) + 1]),
  );
  return { result_map, team_order: [0, 1, 2, 3, 4, 5] };
}
