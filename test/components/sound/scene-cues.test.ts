import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sceneCues } from "../../../components/sound/cues.ts";
import type { Cue } from "../../../components/sound/cues.ts";
import type { Play } from "../../../components/stage/scene.ts";
import { playCoup } from "../../../src/games/baccarat/rules.ts";
import { compareCards } from "../../../src/games/dragontiger/game.ts";
import type { Card } from "../../../src/round/cards.ts";
import { anyCard as card, viewOf } from "../scenes/states.ts";
import { audibleScene } from "./soundtrack-in-test.ts";

const REVEAL_MS = 9_000;
const six = fc.array(card, { minLength: 6, maxLength: 6 });
const rounds = fc.integer({ min: 1, max: 2 ** 40 });

const reveal = (slug: string, outcome: unknown, round: number): Play => ({
  ...(viewOf(slug, outcome, "revealing", round) as Play),
  revealMs: REVEAL_MS,
});

const cuesOf = (slug: string, outcome: unknown, round: number): Cue[] =>
  sceneCues(audibleScene(slug), reveal(slug, outcome, round), 0, REVEAL_MS);

describe("sound before the deciding moment", () => {
  test("all rounds of Dragon Tiger are dealt and turned with the same sounds", () => {
    const duels = fc
      .tuple(card, card)
      .map(([dragon, tiger]) => ({ dragon, tiger, result: compareCards(dragon, tiger) }));
    fc.assert(
      fc.property(rounds, duels, duels, (round, one, other) => {
        expect(cuesOf("dragontiger", one, round)).toEqual(cuesOf("dragontiger", other, round));
      }),
      { numRuns: 9 },
    );
  });

  test("all baccarat coups sound the same until a card that differs is turned over", () => {
    fc.assert(
      fc.property(rounds, six, six, fc.nat(5), (round, cards, others, same) => {
        // In the order they are turned; the first are the same.
        const mixed = cards.map((own, i) => (i < same ? own : (others[i] ?? own)));
        const coups = [cards, mixed].map(([p1, p2, b1, b2, ...thirds]) =>
          playCoup([p1, b1, p2, b2, ...thirds] as Card[]),
        );
        const [scene, views] = [
          audibleScene("baccarat"),
          coups.map((coup) => reveal("baccarat", coup, round)),
        ];
        const openAt = (view: Play, ms: number) =>
          JSON.stringify(scene.pose(view, ms), (_, value: { turn?: number } | null) =>
            value?.turn === undefined || value.turn === 1 ? value : null,
          );
        const toldMs = Array.from({ length: REVEAL_MS / 20 }, (_, i) => i * 20).find(
          (ms) => new Set(views.map((view) => openAt(view, ms))).size > 1,
        );
        const [here, there] = views.map((view) =>
          sceneCues(scene, view, 0, REVEAL_MS).filter(
            ({ atMs }) => atMs < (toldMs ?? Infinity) - 20,
          ),
        );
        expect(here).toEqual(there);
      }),
      { numRuns: 14 },
    );
  });
});
