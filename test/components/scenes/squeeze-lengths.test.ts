/*
 * The cause: reveals were timed for 8 s and stretched to their phase, and four last cards of ten were squeezed for less
 * than 3 s; the sixth one for 1.4 s. All times here are real ones, as a viewer's clock has them.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import { scene as dragontiger } from "../../../components/scenes/dragontiger/scene.ts";
import type { CardPose } from "../../../components/stage/cards/dealing.ts";
import { handTotal, playCoup } from "../../../src/games/baccarat/rules.ts";
import type { BaccaratOutcome } from "../../../src/games/baccarat/rules.ts";
import type { DragonTigerOutcome } from "../../../src/games/dragontiger/game.ts";
import { SUITS, VALUES } from "../../../src/round/cards.ts";
import type { Card } from "../../../src/round/cards.ts";
import { times } from "../../support/effort.ts";
import { lengthsOf, outcomesOf, viewOf } from "./states.ts";

const MODES = ["seed", "drand"] as const;
const rounds = fc.integer({ min: 1, max: 2 ** 40 });

/** The first moment of a reveal at which a card has come so far, to 1 ms: it never goes back. */
function since(revealMs: number, isSo: (ms: number) => boolean): number {
  let [before, after] = [0, revealMs];
  while (after - before > 1) {
    const ms = Math.floor((before + after) / 2);
    [before, after] = isSo(ms) ? [before, ms] : [ms, after];
  }
  return after;
}

/** When a card is turned, and whether that is a squeeze: it hides its index for a while. */
function turnOf(revealMs: number, cardAt: (ms: number) => CardPose) {
  const fromMs = since(revealMs, (ms) => cardAt(ms).turn > 0);
  const openMs = since(revealMs, (ms) => cardAt(ms).turn === 1);
  return { fromMs, openMs, lengthMs: openMs - fromMs, isSqueezed: cardAt(fromMs).secret };
}

/** How a turn is to be: how long, in ms, and whether its card is squeezed. */
interface Rule {
  leastMs: number;
  mostMs: number;
  isSqueezed: boolean;
}
const SURE: Rule = { leastMs: 3_000, mostMs: 4_000, isSqueezed: true };
/** It may be the last, and two more may follow, or one that needs 3 s. */
const MAYBE: Rule = { leastMs: 950, mostMs: 1_300, isSqueezed: true };
const QUICK: Rule = { leastMs: 400, mostMs: 600, isSqueezed: false };

/** The turns from the fourth on by what lies open before each, and what kind of coup that is. */
function rulesOf({ player_cards: player, banker_cards: banker }: BaccaratOutcome) {
  const [first, second] = [handTotal(player.slice(0, 2)), handTotal(banker.slice(0, 2))];
  const fourth = { hand: "banker", slot: 1, rule: first >= 6 ? SURE : MAYBE } as const;
  const fifth = { hand: "player", slot: 2 } as const;
  const last = { hand: "banker", slot: 2, rule: SURE } as const;
  const count = player.length + banker.length;
  if (count === 4) {
    const kind = first >= 8 ? "player's natural" : second >= 8 ? "banker's natural" : "both stand";
    return { kind: `4: ${kind}`, turns: [fourth] };
  }
  if (player.length === 2) {
    return { kind: "5: the banker's", turns: [fourth, last] };
  }
  const rule = second === 7 ? SURE : second <= 2 ? QUICK : MAYBE;
  const turns = [fourth, { ...fifth, rule }, ...(count === 6 ? [last] : [])];
  const known = rule === MAYBE ? "which nobody could know" : "as was known";
  return { kind: `${count}: the ${count === 5 ? "player's" : "banker's"}, ${known}`, turns };
}

const KINDS = [
  "4: player's natural",
  "4: banker's natural",
  "4: both stand",
  "5: the banker's",
  "5: the player's, as was known",
  "5: the player's, which nobody could know",
  "6: the banker's, as was known",
  "6: the banker's, which nobody could know",
];

describe.each(MODES)("in mode %s", (mode) => {
  test("a coup's turn takes 3 to 4 s where it is known to be the last, or one card may follow a player who stands; others that may be the last take 0.95 to 1.3 s", () => {
    const seen = new Map(KINDS.map((kind) => [kind, 0]));
    const lengths = lengthsOf("baccarat", mode);
    const card: fc.Arbitrary<Card> = fc.record({
      value: fc.constantFrom(...VALUES),
      suit: fc.constantFrom(...SUITS),
    });
    const coups = fc.array(card, { minLength: 6, maxLength: 6 }).map(playCoup);
    fc.assert(
      fc.property(rounds, coups, (round, coup) => {
        const view = { ...viewOf("baccarat", coup, "revealing", round), ...lengths };
        const { kind, turns } = rulesOf(coup);
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
        for (const { hand, slot, rule } of turns) {
          const cardAt = (ms: number) => baccarat.pose(view, ms).hands[hand].cards[slot];
          const { lengthMs, openMs, isSqueezed } = turnOf(lengths.revealMs, cardAt);
          // Both ends were found to 1 ms.
          expect(lengthMs).toBeGreaterThanOrEqual(rule.leastMs - 1);
          expect(lengthMs).toBeLessThanOrEqual(rule.mostMs + 1);
          expect(isSqueezed).toBe(rule.isSqueezed);
          expect(openMs).toBeLessThanOrEqual(lengths.revealMs - 600);
        }
      }),
      { numRuns: times(300, 2_000) },
    );
    expect([...seen].filter(([, count]) => count === 0)).toEqual([]);
    expect(seen.size).toBe(KINDS.length);
  });

  test("the tiger's turn takes 3 to 4 s, another length in each round", () => {
    const { revealMs, ...lengths } = lengthsOf("dragontiger", mode);
    const outcomes = fc.sample(outcomesOf<DragonTigerOutcome>("dragontiger"), 60);
    const turns = outcomes.map((outcome, i) => {
      const view = {
        ...viewOf("dragontiger", outcome, "revealing", i + 1),
        ...lengths,
        revealMs,
      };
      return turnOf(revealMs, (ms) => dragontiger.pose(view, ms).cards.tiger);
    });
    const lengthsMs = turns.map(({ lengthMs }) => lengthMs);
    expect(Math.min(...lengthsMs)).toBeGreaterThanOrEqual(3_000 - 1);
    expect(Math.max(...lengthsMs)).toBeLessThanOrEqual(4_000 + 1);
    expect(new Set(lengthsMs).size).toBeGreaterThan(40);
    expect(turns.every(({ openMs }) => openMs <= revealMs - 600)).toBe(true);
    expect(turns.every(({ isSqueezed }) => isSqueezed)).toBe(true);
  });
});
