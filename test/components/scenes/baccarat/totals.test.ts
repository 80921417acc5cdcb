/*
 * The causes: totals turned up to 0.5 s after a face was read, and the banker's was hidden while the player's third card
 * was turned quickly.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scene } from "../../../../components/scenes/baccarat/scene.ts";
import { openMs, turnsOf } from "../../../../components/scenes/baccarat/turns.ts";
import type { Play } from "../../../../components/stage/scene.ts";
import { handTotal, playCoup } from "../../../../src/games/baccarat/rules.ts";
import type { BaccaratOutcome } from "../../../../src/games/baccarat/rules.ts";
import { SUITS, VALUES } from "../../../../src/round/cards.ts";
import type { Card } from "../../../../src/round/cards.ts";
import { outcomesOf, viewOf } from "../states.ts";

type View = Play<BaccaratOutcome>;

const reveal = (outcome: BaccaratOutcome, round: number): View => ({
  ...viewOf("baccarat", outcome, "revealing", round),
  revealMs: 9_000,
});

/** So far over, by its turn, a face is read; and so long after that, in ms, its total may turn. */
const [READ, SOON_MS] = [0.7, 200];

const rounds = fc.integer({ min: 1, max: 2 ** 40 });

describe("totals of a coup", () => {
  test("turn as soon as a face is read, and never before", () => {
    const outcomes = outcomesOf<BaccaratOutcome>("baccarat");
    fc.assert(
      fc.property(outcomes, rounds, (outcome, round) => {
        const view = reveal(outcome, round);
        for (const turn of turnsOf(view.state, false)) {
          const cards = turn.hand === "player" ? outcome.player_cards : outcome.banker_cards;
          const after = handTotal(cards.slice(0, turn.slot + 1));
          // The first two of the player are turned by two hands at once.
          const before = turn.slot === 0 ? null : handTotal(cards.slice(0, turn.slot));
          const moments = Array.from({ length: 62 }, (_, i) => openMs(turn) - 600 + i * 10)
            .filter((ms) => ms >= turn.turnAtMs)
            .map((ms) => ({ ms, hand: scene.pose(view, ms).hands[turn.hand] }));
          const readMs =
            moments.find(({ hand }) => hand.cards[turn.slot].turn >= READ)?.ms ?? Number.NaN;
          const totals = (isAsked: (ms: number) => boolean) =>
            new Set(moments.filter(({ ms }) => isAsked(ms)).map(({ hand }) => hand.total));
          expect(totals((ms) => ms < readMs)).toEqual(new Set([before]));
          expect(totals((ms) => ms > Math.min(readMs + SOON_MS, openMs(turn)))).toEqual(
            new Set([after]),
          );
        }
      }),
      { numRuns: 30 },
    );
  });

  test("are the same whatever is on the last card, until that is read", () => {
    const card = fc.record<Card>({
      value: fc.constantFrom(...VALUES),
      suit: fc.constantFrom(...SUITS),
    });
    const shoes = fc.array(card, { minLength: 6, maxLength: 6 });
    const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 5 });
    fc.assert(
      fc.property(shoes, card, rounds, shares, (shoe, other, round, at) => {
        const outcome = playCoup(shoe);
        // In the order of the shoe: player, banker, player, banker, thirds.
        const nth = outcome.player_cards.length + outcome.banker_cards.length - 1;
        const [view, another] = [outcome, playCoup(shoe.with(nth, other))].map((one) =>
          reveal(one, round),
        ) as [View, View];
        const last = turnsOf(view.state, false).at(-1);
        const seen = (of: View, ms: number) => {
          const { hands } = scene.pose(of, ms);
          return [hands.player, hands.banker].map(({ total, pair, burst, natural }) => ({
            total,
            pair,
            burst,
            natural,
          }));
        };
        const hidden = at
          .map((share) => share * (last ? openMs(last) : 0))
          .filter(
            (ms) => last && scene.pose(view, ms).hands[last.hand].cards[last.slot].turn < READ,
          );
        expect(hidden.map((ms) => seen(view, ms))).toEqual(hidden.map((ms) => seen(another, ms)));
      }),
    );
  });
});
