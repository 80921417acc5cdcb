import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import { BACCARAT_MS } from "../../../components/scenes/baccarat/times.ts";
import { turnsFor } from "../../../components/scenes/baccarat/turns.ts";
import { scene as dragontiger } from "../../../components/scenes/dragontiger/scene.ts";
import {
  DRAGON_TIGER_MS,
  dragonTimes,
  tigerTimes,
} from "../../../components/scenes/dragontiger/times.ts";
import type { Play, Scene } from "../../../components/stage/scene.ts";
import type { CardPlan } from "../../../components/stage/table/card-poses.ts";
import type { CardTablePose } from "../../../components/stage/table/table-scene.ts";
import { handTotal, playCoup } from "../../../src/games/baccarat/rules.ts";
import type { BaccaratOutcome } from "../../../src/games/baccarat/rules.ts";
import { compareCards } from "../../../src/games/dragontiger/game.ts";
import type { DragonTigerOutcome } from "../../../src/games/dragontiger/game.ts";
import { VALUES } from "../../../src/round/cards.ts";
import type { Card } from "../../../src/round/cards.ts";
import { anyCard as card, lengthsOf, modes, outcomesOf, viewOf } from "./states.ts";

const rounds = fc.integer({ min: 1, max: 2 ** 40 });
/** A reveal's frames at 20 per second, in ms. */
const FRAMES = Array.from({ length: 180 }, (_, i) => i * 50);
/** The fraction of a card's turn from which its face is readable. */
const READ = 0.7;

/** The visible part of a pose: a card that is not turned far enough could be any card. */
const visiblePart = ({ cards, ...rest }: CardTablePose) => ({
  ...rest,
  cards: cards.map((c) => (c.turn < READ && c.axis === null ? { ...c, card: null } : c)),
});

/** A pose without faces and without values ruled out by visible pips: the pace, which must reveal nothing. */
const pace = (pose: CardTablePose) => ({
  ...visiblePart(pose),
  cards: pose.cards.map((card) => ({ ...card, card: null })),
  winningValues: pose.winningValues.map(({ side }) => side),
});

describe("cards that are being turned", () => {
  test("nothing reveals the tiger's card before its face is readable", () => {
    fc.assert(
      fc.property(card, card, card, rounds, modes, (dragon, one, other, round, mode) => {
        const [view, another] = [one, other].map((tiger): Play<DragonTigerOutcome> => {
          const outcome = { dragon, tiger, result: compareCards(dragon, tiger) };
          const base = viewOf("dragontiger", outcome, "revealing", round);
          return { ...base, ...lengthsOf("dragontiger", mode) };
        }) as [Play<DragonTigerOutcome>, Play<DragonTigerOutcome>];
        expect(FRAMES.map((ms) => pace(dragontiger.pose(view, ms)))).toEqual(
          FRAMES.map((ms) => pace(dragontiger.pose(another, ms))),
        );
      }),
      { numRuns: 20 },
    );
  });

  test("a coup's pace does not reveal a card before its face is readable", () => {
    const shoes = fc.array(card, { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(shoes, fc.nat(5), card, rounds, (shoe, index, other, round) => {
        const [one, two] = [shoe, shoe.with(index, other)].map((dealt) =>
          viewOf("baccarat", playCoup(dealt), "revealing", round),
        ) as [Play<BaccaratOutcome>, Play<BaccaratOutcome>];
        for (const ms of FRAMES) {
          const [a, b] = [baccarat.pose(one, ms), baccarat.pose(two, ms)];
          const faces = [a, b].map((pose) =>
            JSON.stringify(
              pose.cards.filter(({ turn }) => turn >= READ).map(({ name, card }) => [name, card]),
            ),
          );
          if (faces[0] !== faces[1]) {
            break;
          }
          expect(pace(a)).toEqual(pace(b));
        }
      }),
      { numRuns: 60 },
    );
  });

  test("a hand's total counts its face-up cards", () => {
    fc.assert(
      fc.property(outcomesOf<BaccaratOutcome>("baccarat"), rounds, (outcome, round) => {
        const view = viewOf("baccarat", outcome, "revealing", round);
        for (const ms of FRAMES) {
          const { cards, totals } = baccarat.pose(view, ms);
          for (const side of ["player", "banker"]) {
            const open = cards.filter((card) => card.side === side && card.turn >= 0.8);
            const total = handTotal(open.flatMap((card) => card.card ?? []));
            expect(totals[side]).toBe(open.length > 0 ? total : undefined);
          }
        }
        const { player_total: player, banker_total: banker } = outcome;
        expect(baccarat.pose(view, BACCARAT_MS.phase - 100).totals).toEqual({ player, banker });
      }),
      { numRuns: 20 },
    );
  });
});

// Cause: a longer squeeze began before the dragon's card was turned, and no test failed.
describe("the time for a squeeze", () => {
  type Timed = Pick<CardPlan, "turnAtMs" | "turnMs" | "squeeze">;
  const openMs = ({ turnAtMs, turnMs }: Timed) => turnAtMs + turnMs;
  /** Whether each squeeze begins after the earlier cards are turned, and ends in time. */
  const fits = (turns: readonly Timed[], openByMs: number) =>
    turns.every((card, i) => {
      const fromMs = Math.max(...turns.slice(0, i).map(openMs));
      return !card.squeeze || (card.turnAtMs >= fromMs && openMs(card) <= openByMs + 1e-6);
    });

  test("the tiger's squeeze begins once the dragon's card is turned", () => {
    fc.assert(
      fc.property(rounds, (round) => {
        const turns = [dragonTimes(false), tigerTimes(round, false)];
        expect(fits(turns, DRAGON_TIGER_MS.openBy)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test("each Baccarat squeeze begins once the earlier cards are turned", () => {
    fc.assert(
      fc.property(outcomesOf<BaccaratOutcome>("baccarat"), rounds, (outcome, round) => {
        const { state } = viewOf("baccarat", outcome, "revealing", round);
        expect(fits(turnsFor(state, false), BACCARAT_MS.openBy)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("the winners named next to a squeezed card", () => {
  /** The side that wins with each value, of which there must be exactly one. */
  const named = ({ winningValues }: CardTablePose) =>
    VALUES.map((value) => {
      const sides = winningValues.filter(({ values }) => values.includes(value));
      expect(sides).toHaveLength(1);
      return sides[0]?.side;
    });
  const firstDecision = <Outcome>(
    scene: Pick<Scene<Outcome, CardTablePose>, "pose">,
    view: Play<Outcome>,
  ) => FRAMES.map((ms) => scene.pose(view, ms)).find((pose) => pose.winningValues.length > 0);

  test("each possible value of the tiger's card is labelled with its winner", () => {
    for (const value of VALUES) {
      const dragon: Card = { value, suit: "H" };
      const tiger: Card = { value: "8", suit: "S" };
      const outcome = { dragon, tiger, result: compareCards(dragon, tiger) };
      const pose = firstDecision(
        dragontiger,
        viewOf<DragonTigerOutcome>("dragontiger", outcome, "revealing"),
      );
      expect(pose && named(pose)).toEqual(
        VALUES.map((other) => compareCards(dragon, { value: other, suit: "H" })),
      );
    }
  });

  test("each possible value of a coup's last card is labelled with its winner", () => {
    const shoes = fc.array(card, { minLength: 6, maxLength: 6 });
    let checked = 0;
    fc.assert(
      fc.property(shoes, rounds, (shoe, round) => {
        const outcome = playCoup(shoe);
        const pose = firstDecision(
          baccarat,
          viewOf<BaccaratOutcome>("baccarat", outcome, "revealing", round),
        );
        // A card that another can follow settles nothing.
        if (!pose) {
          return;
        }
        // The order of the shoe: player, banker, player, banker, thirds.
        const thirds = ["player2", "banker2"].filter((name) =>
          pose.cards.some((card) => card.name === name),
        );
        const index = ["player0", "banker0", "player1", "banker1", ...thirds].indexOf(
          pose.close ?? "",
        );
        expect(named(pose)).toEqual(
          VALUES.map((value) => playCoup(shoe.with(index, { value, suit: "C" })).result),
        );
        checked += 1;
      }),
      { numRuns: 80 },
    );
    expect(checked).toBeGreaterThan(20);
  });
});

describe.each([
  ["baccarat", baccarat, 4],
  ["dragontiger", dragontiger, 2],
] as const)(
  "a %s table",
  (slug, scene: Pick<Scene<never, CardTablePose>, "pose" | "movesAgain">, dealt) => {
    // Cause: for a player without bets, chips arrived on the winning spot, next to the player's own place.
    test("the winner is paid for show only on a table that takes no bets", () => {
      fc.assert(
        fc.property(outcomesOf<object>(slug), (outcome) => {
          const view = viewOf(slug, outcome, "result") as Play<never>;
          const paid = (bets: Partial<Play<never>>) => scene.pose({ ...view, ...bets }, 3_000).paid;
          expect(paid({})).not.toBeNull();
          expect(paid({ takesPresses: true })).toBeNull();
          expect(paid({ bets: { spots: [], settledMs: null } })).toBeNull();
        }),
        { numRuns: 5 },
      );
    });

    test("cards are dealt face down while a beacon is awaited", () => {
      fc.assert(
        fc.property(outcomesOf<object>(slug), (outcome) => {
          const view = {
            ...viewOf(slug, outcome, "betting"),
            ...lengthsOf(slug, "drand"),
          } as Play<never>;
          const { fromMs, toMs } = scene.movesAgain?.(view) ?? { fromMs: 0, toMs: 0 };
          expect(fromMs).toBe(view.closesAtMs);
          expect(scene.pose(view, fromMs).cards).toEqual([]);
          const lying = scene.pose(view, toMs).cards;
          expect(lying.map(({ card: face, travel, turn }) => [face, travel, turn])).toEqual(
            Array.from({ length: dealt }, () => [null, 1, 0]),
          );
          expect(scene.pose(view, 60_000).cards).toEqual(lying);
        }),
        { numRuns: 5 },
      );
    });
  },
);
