import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scene } from "../../../../components/scenes/baccarat/scene.ts";
import { handTotal } from "../../../../src/games/baccarat/rules.ts";
import type { BaccaratOutcome } from "../../../../src/games/baccarat/rules.ts";
import { outcomesOf, viewOf } from "../states.ts";

const outcomes = outcomesOf<BaccaratOutcome>("baccarat");
const revealing = (outcome: BaccaratOutcome, ms: number) =>
  scene.pose(viewOf("baccarat", outcome, "revealing", 1), ms);

describe("the drawing of baccarat", () => {
  test("counts only the cards that show all of their face, as the rules count them", () => {
    fc.assert(
      fc.property(outcomes, fc.integer({ min: 0, max: 9_000 }), (outcome, ms) => {
        const { hands } = revealing(outcome, ms);
        for (const [hand, cards] of [
          [hands.player, outcome.player_cards],
          [hands.banker, outcome.banker_cards],
        ] as const) {
          const open = cards.filter((_, i) => (hand.cards[i]?.turn ?? 0) >= 0.8);
          expect(hand.total).toBe(open.length > 0 ? handTotal(open) : null);
        }
      }),
    );
  });

  test("ends at the totals of the state", () => {
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const { hands } = revealing(outcome, 8_500);
        expect(hands.player.total).toBe(outcome.player_total);
        expect(hands.banker.total).toBe(outcome.banker_total);
      }),
    );
  });

  test("deals player, banker, player, banker, then the third cards in order", () => {
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const dealt: string[] = [];
        for (let ms = 0; ms <= 8_500; ms += 10) {
          const { hands } = revealing(outcome, ms);
          for (const [id, hand] of Object.entries(hands)) {
            for (const [i, card] of hand.cards.entries()) {
              if (card.travel > 0 && !dealt.includes(`${id} ${i}`)) {
                dealt.push(`${id} ${i}`);
              }
            }
          }
        }
        const thirds = [
          ...(outcome.player_cards.length > 2 ? ["player 2"] : []),
          ...(outcome.banker_cards.length > 2 ? ["banker 2"] : []),
        ];
        expect(dealt).toEqual(["player 0", "banker 0", "player 1", "banker 1", ...thirds]);
      }),
      { numRuns: 10 },
    );
  });

  test("names a natural only for hands of 8 or 9, and not before they are seen", () => {
    fc.assert(
      fc.property(outcomes, fc.integer({ min: 0, max: 9_000 }), (outcome, ms) => {
        const { hands } = revealing(outcome, ms);
        for (const id of ["player", "banker"] as const) {
          const { total, cards, natural, burst } = hands[id];
          const seen = outcome.natural && (total ?? 0) >= 8 && cards[1].turn === 1;
          expect(natural + burst > 0 && !seen).toBe(false);
        }
      }),
    );
  });
});
