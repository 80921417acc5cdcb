/*
 * The cause: the last card fell, and nothing was written until the result came 0.6 to 2 s later. Now the banner's words
 * stand as its face is open, and not a moment before.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { filmedUntilMs as coupUntilMs } from "../../../components/scenes/baccarat/camera.ts";
import { ending as coupEnding } from "../../../components/scenes/baccarat/extras.ts";
import { scene as baccarat } from "../../../components/scenes/baccarat/scene.ts";
import { filmedUntilMs as duelUntilMs } from "../../../components/scenes/dragontiger/camera.ts";
import { ending as duelEnding } from "../../../components/scenes/dragontiger/extras.ts";
import { scene as dragontiger } from "../../../components/scenes/dragontiger/scene.ts";
import { tableVerdict, verdictAt, verdictIn } from "../../../components/stage/cards/verdict.ts";
import type { Play, Scene } from "../../../components/stage/scene.ts";
import { playCoup } from "../../../src/games/baccarat/rules.ts";
import type { BaccaratOutcome } from "../../../src/games/baccarat/rules.ts";
import type { Game } from "../../../src/games/contract.ts";
import { compareCards } from "../../../src/games/dragontiger/game.ts";
import type { DragonTigerOutcome } from "../../../src/games/dragontiger/game.ts";
import { findGame } from "../../../src/games/index.ts";
import { winnerInWords } from "../../../src/hud/side.ts";
import { gameWords } from "../../../src/i18n/game-words.ts";
import { wordsOf } from "../../../src/i18n/index.ts";
import { langs } from "../../../src/i18n/langs.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import { SUITS, VALUES } from "../../../src/round/cards.ts";
import type { Card } from "../../../src/round/cards.ts";
import { BOXES } from "./boxes.ts";
import { recordingKit } from "./recording-kit.ts";
import { lengthsOf, modes, viewOf } from "./states.ts";

type Ending = Parameters<typeof verdictAt<unknown>>[2];

const games = [
  {
    slug: "baccarat",
    ending: coupEnding as unknown as Ending,
    scene: baccarat,
    untilMs: coupUntilMs as (view: Play) => number,
  },
  {
    slug: "dragontiger",
    ending: duelEnding as unknown as Ending,
    scene: dragontiger,
    untilMs: duelUntilMs as (view: Play) => number,
  },
];
/** So long after the last card lies open, in ms, it is there in full. */
const THERE_MS = 160;

const reveal = (slug: string, outcome: unknown, mode: "seed" | "drand" = "seed", round = 4_711) =>
  ({ ...viewOf(slug, outcome, "revealing", round), ...lengthsOf(slug, mode) }) as Play;

describe.each(games)("at the end of a game of $slug", ({ slug, ending, scene: any, untilMs }) => {
  const scene = any as unknown as Scene<unknown, unknown>;
  const game = findGame(slug) as Game;
  const all = fixtures[slug]?.map(({ outcome }) => outcome) ?? [];

  test("the words of the banner stand as the last card lies open, in every language", () => {
    for (const outcome of all) {
      for (const lang of langs) {
        const words = wordsOf(lang);
        const view = { ...reveal(slug, outcome), words: gameWords(words, slug) };
        const verdict = verdictAt(view, ending.openMs(view) + THERE_MS, ending);
        const summary = game.board.summary(outcome);
        const isSuited = game.board.mark(outcome)?.suited === true;
        const won = words.games[slug]?.won ?? {};
        const hands = "hands" in summary ? summary.hands : [];
        expect(verdict).toEqual({
          text: [
            // What is rare of a tie is for the banner to say.
            isSuited ? won["tie"] : winnerInWords({ game, words }, outcome),
            hands.map(({ total, cards }) => total ?? cards[0]?.value).join(" – "),
          ].join(" | "),
          shown: 1,
        });
      }
    }
  });

  test("they are there before the result, and go as its banner lies over them", () => {
    for (const outcome of all) {
      const view = reveal(slug, outcome);
      expect(view.revealMs).toBeGreaterThan(ending.openMs(view) + THERE_MS);
      const result = viewOf(slug, outcome, "result") as Play;
      expect(verdictAt(result, 0, ending)?.shown).toBe(1);
      expect(verdictAt(result, 300, ending)).toBeNull();
      for (const phase of ["betting", "waiting"] as const) {
        expect(verdictAt(viewOf(slug, outcome, phase) as Play, 9_000, ending)).toBeNull();
      }
    }
  });

  test("a table that is looked at late shows the same, and has come to rest by then", () => {
    for (const outcome of all) {
      const view = reveal(slug, outcome);
      const restMs = untilMs(view);
      expect(restMs).toBeGreaterThanOrEqual(ending.openMs(view) + THERE_MS);
      expect(verdictAt(view, 60_000, ending)).toEqual(verdictAt(view, restMs, ending));
      const result = viewOf(slug, outcome, "result") as Play;
      expect(scene.restsAfterMs(result)).toBeGreaterThanOrEqual(300);
    }
  });

  test.each(BOXES)(
    "they lie in the banner's place in $width x $height, in every language",
    (size) => {
      const { x, y } = verdictIn(size);
      for (const outcome of all) {
        for (const lang of langs) {
          const view = { ...reveal(slug, outcome), words: gameWords(wordsOf(lang), slug) };
          const { kit, parts } = recordingKit();
          const extras = tableVerdict<unknown, unknown, never>(ending);
          const built = extras.build(kit, view, { root: kit.group() } as never);
          built.resize(size);
          built.show(verdictAt(view, ending.openMs(view) + THERE_MS, ending));
          const pill = parts.find(({ kind }) => kind === "picture");
          const label = parts.find(({ kind }) => kind === "label");
          expect(pill?.at).toMatchObject({ x, y, alpha: 1 });
          expect(pill?.size.width).toBeLessThanOrEqual(size.width * 0.96);
          expect(y + (pill?.size.height ?? 0) / 2).toBeLessThanOrEqual(size.height);
          expect(label?.textLook?.sizePx).toBeGreaterThanOrEqual(10);
        }
      }
    },
  );
});

describe("nothing is told before it is seen", () => {
  const cards = fc.record<Card>({
    value: fc.constantFrom(...VALUES),
    suit: fc.constantFrom(...SUITS),
  });
  const rounds = fc.integer({ min: 1, max: 2 ** 40 });
  const shares = fc.array(fc.double({ min: 0, max: 0.9999, noNaN: true }), { minLength: 5 });

  test("of a duel, until the tiger's card is open", () => {
    fc.assert(
      fc.property(cards, cards, rounds, modes, shares, (dragon, tiger, round, mode, at) => {
        const outcome = { dragon, tiger, result: compareCards(dragon, tiger) };
        const view = reveal("dragontiger", outcome, mode, round) as Play<DragonTigerOutcome>;
        const openMs = duelEnding.openMs(view);
        // By the round alone: whatever is on the card.
        const another = { ...view, state: { ...view.state, tiger: dragon } };
        expect(duelEnding.openMs(another)).toBe(openMs);
        const told = [...at.map((share) => share * openMs), openMs].flatMap((ms) =>
          [view, another].map((each) => verdictAt(each, ms, duelEnding)),
        );
        expect(new Set(told)).toEqual(new Set([null]));
        // It is the card's own face that opens then.
        expect(dragontiger.pose(view, openMs - 1).cards.tiger.turn).toBeLessThan(1);
        expect(dragontiger.pose(view, openMs + 1).cards.tiger.turn).toBe(1);
      }),
    );
  });

  test("of a coup, until its last card is open: totals and words are the same whatever is on it", () => {
    const shoes = fc.array(cards, { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(shoes, cards, rounds, modes, shares, (shoe, other, round, mode, at) => {
        const told = (outcome: BaccaratOutcome, ms: number) => {
          const view = reveal("baccarat", outcome, mode, round) as Play<BaccaratOutcome>;
          const { player, banker } = baccarat.pose(view, ms).hands;
          const verdict = verdictAt(view, ms, coupEnding);
          return { totals: [player.total, banker.total], verdict };
        };
        const outcome = playCoup(shoe);
        // In the order of the shoe: player, banker, player, banker, thirds. Others may follow another card.
        const last = outcome.player_cards.length + outcome.banker_cards.length - 1;
        const another = playCoup(shoe.with(last, other));
        const view = reveal("baccarat", outcome, mode, round) as Play<BaccaratOutcome>;
        const openMs = coupEnding.openMs(view);
        for (const share of at) {
          expect(told(outcome, share * openMs)).toEqual(told(another, share * openMs));
          expect(told(outcome, share * openMs).verdict).toBeNull();
        }
        const { player_total, banker_total } = outcome;
        expect(told(outcome, openMs + 1).totals).toEqual([player_total, banker_total]);
        expect(told(outcome, openMs + THERE_MS).verdict).toMatchObject({ shown: 1 });
      }),
    );
  });
});
