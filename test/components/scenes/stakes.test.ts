import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stakesOf as stakesOfCoup } from "../../../components/scenes/baccarat/stakes.ts";
import { turnsOf } from "../../../components/scenes/baccarat/turns.ts";
import { stakesOf as stakesOfDuel } from "../../../components/scenes/dragontiger/stakes.ts";
import type { Stake } from "../../../components/stage/cards/stakes-said.ts";
import { playCoup } from "../../../src/games/baccarat/rules.ts";
import type { BaccaratOutcome } from "../../../src/games/baccarat/rules.ts";
import { compareCards } from "../../../src/games/dragontiger/game.ts";
import { VALUES } from "../../../src/round/cards.ts";
import type { Card } from "../../../src/round/cards.ts";
import { outcomesOf } from "./states.ts";

/** Who is said to win with a value: exactly one side. */
function saidFor(stakes: readonly Stake[], value: Card["value"]): string {
  const found = stakes.filter(({ values }) => values.includes(value));
  expect(found).toHaveLength(1);
  return found[0]?.side ?? "";
}

describe("what is said to be at stake", () => {
  test("is what each value of the tiger's card settles, of whichever suit", () => {
    for (const value of VALUES) {
      const stakes = stakesOfDuel({ value, suit: "H" });
      for (const other of VALUES) {
        const settled = compareCards({ value, suit: "H" }, { value: other, suit: "H" });
        expect(saidFor(stakes, other)).toBe(settled);
      }
    }
  });

  test("is what each value of a coup's last card settles by the rules, whatever lies there", () => {
    let seen = 0;
    fc.assert(
      fc.property(outcomesOf<BaccaratOutcome>("baccarat"), fc.nat(99_999), (outcome, round) => {
        const coup = { round, ...outcome };
        const turn = turnsOf(coup, false).find(({ isLast }) => isLast);
        if (!turn) {
          return;
        }
        const { player_cards: player, banker_cards: banker } = outcome;
        const name = turn.hand === "player" ? "player_cards" : "banker_cards";
        const stakes = stakesOfCoup(coup, turn);
        for (const value of VALUES) {
          const card = { value, suit: "C" } as const;
          const own = outcome[name].with(turn.slot, card);
          const [one, other] = turn.hand === "player" ? [own, banker] : [player, own];
          const thirds = [...one.slice(2), ...other.slice(2)];
          const dealt = [one[0], other[0], one[1], other[1], ...thirds] as Card[];
          // Whatever came after it would change what is settled.
          const spare = { value: "9", suit: "S" } as const;
          const settled = playCoup([...dealt, spare, spare].slice(0, 6));
          expect(saidFor(stakes, value)).toBe(settled.result);
          expect(settled[name]).toHaveLength(own.length);
          expect(stakesOfCoup({ ...coup, [name]: own }, turn)).toEqual(stakes);
        }
        seen += 1;
      }),
      { numRuns: 200 },
    );
    expect(seen).toBeGreaterThan(50);
  });
});
