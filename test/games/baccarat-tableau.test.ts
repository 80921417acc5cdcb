import { describe, expect, test } from "vitest";
import { bankerDraws, playCoup, playerDraws } from "../../src/games/baccarat/rules.ts";
import type { Card, CardValue } from "../../src/round/cards.ts";

/* The third-card rules of punto banco as casinos print them, independent of the code. D draws, S stands. */

const PLAYER_RULE = [
  [0, "draws"],
  [1, "draws"],
  [2, "draws"],
  [3, "draws"],
  [4, "draws"],
  [5, "draws"],
  [6, "stands"],
  [7, "stands"],
] as const;

const BANKER_RULE = [
  // The player's third card:  0 1 2 3 4 5 6 7 8 9, and - when the player stood.
  { total: 0, rule: /*      */ "D D D D D D D D D D D" },
  { total: 1, rule: /*      */ "D D D D D D D D D D D" },
  { total: 2, rule: /*      */ "D D D D D D D D D D D" },
  { total: 3, rule: /*      */ "D D D D D D D D S D D" },
  { total: 4, rule: /*      */ "S S D D D D D D S S D" },
  { total: 5, rule: /*      */ "S S S S D D D D S S D" },
  { total: 6, rule: /*      */ "S S S S S S D D S S S" },
  { total: 7, rule: /*      */ "S S S S S S S S S S S" },
];

const PLAYER_THIRDS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, null] as const;

const bankerCases = BANKER_RULE.flatMap(({ total, rule }) =>
  rule.split(" ").map((letter, column) => {
    const playerThird = PLAYER_THIRDS[column] ?? null;
    const third = playerThird === null ? "stands" : `draws a card worth ${playerThird}`;
    return { total, playerThird, third, does: letter === "D" ? "draws" : "stands" };
  }),
);

function worth(points: number): Card {
  const values: CardValue[] = ["K", "A", "2", "3", "4", "5", "6", "7", "8", "9"];
  return { suit: "S", value: values[points] as CardValue };
}

/** A coup with these two-card totals, and further cards worth these points. */
function coup(player: number, banker: number, fifth: number, sixth: number) {
  return playCoup([worth(player), worth(banker), worth(0), worth(0), worth(fifth), worth(sixth)]);
}

test.each(PLAYER_RULE)("by the tableau, the player on %i %s", (total, rule) => {
  expect(playerDraws(total)).toBe(rule === "draws");
  // Any banker total that is not a natural.
  for (let banker = 0; banker <= 7; banker++) {
    expect(coup(total, banker, 1, 1).player_cards).toHaveLength(rule === "draws" ? 3 : 2);
  }
});

test.each(bankerCases)(
  "by the tableau, the banker on $total $does when the player $third",
  ({ total, playerThird, does }) => {
    const draws = does === "draws";
    expect(bankerDraws(total, playerThird)).toBe(draws);
    // The banker's rule depends only on the player's third card, never on the player's total.
    const playerTotals = playerThird === null ? [6, 7] : [0, 1, 2, 3, 4, 5];
    for (const player of playerTotals) {
      const { banker_cards } = coup(player, total, playerThird ?? 1, 1);
      expect(banker_cards).toHaveLength(draws ? 3 : 2);
    }
  },
);

describe("a coup with a natural", () => {
  const totals = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  const pairs = totals.flatMap((player) => totals.map((banker) => ({ player, banker })));
  const isNatural = ({ player, banker }: { player: number; banker: number }) =>
    player === 8 || player === 9 || banker === 8 || banker === 9;

  test.each(pairs.filter(isNatural))(
    "a natural of $player to $banker ends the coup after four cards",
    (pair) => {
      const { natural, player_cards, banker_cards, result } = coup(pair.player, pair.banker, 1, 1);
      expect({ natural, cards: player_cards.length + banker_cards.length }).toEqual({
        natural: true,
        cards: 4,
      });
      expect(result).toBe(winner(pair.player, pair.banker));
    },
  );
});

function winner(player: number, banker: number): string {
  if (player === banker) {
    return "tie";
  }
  return player > banker ? "player" : "banker";
}
