import { describe, expect, test } from "vitest";
import { BetsBook } from "../../../../components/element/bets/bets-book.ts";
import { findGame } from "../../../../src/games/index.ts";
import type { TableView } from "../../../../src/hud/table/view.ts";
import { words } from "../../../../src/i18n/en/parts.ts";
import { words as table } from "../../../../src/i18n/en/table.ts";
import type { RoundState } from "../../../../src/wire/responses.ts";

type Amounts = Readonly<Record<string, number | undefined>>;

const spotsOf = (amounts: Amounts) =>
  Object.entries(amounts).map(([market, own]) => ({
    market,
    teams: [],
    ...(own === undefined ? {} : { own }),
  }));

/** The text next to each spot once a round's result is visible; gold if the player is ahead. */
function textsOf(slug: string, staked: Amounts, won: Amounts | null) {
  const book = new BetsBook();
  book.take({ round: 7, spots: spotsOf(staked) }, null);
  book.settle(won && { round: 7, spots: spotsOf(won) }, null);
  const game = findGame(slug);
  const state = { round: 7, phase: "result" } as RoundState;
  const view = { state, words: table, game, times: game, results: [], elapsedMs: 9_000 };
  const { spots = [] } = book.betsFor(view as unknown as TableView, words.bets) ?? {};
  const written = spots.filter(({ result }) => result !== "");
  return {
    texts: Object.fromEntries(written.map(({ name, result }) => [name, result])),
    gold: written.filter(({ isGain }) => isGain).map(({ name }) => name),
  };
}

describe.each(["baccarat", "dragontiger", "bigsixball"])(
  "the player's own results at a %s table",
  (slug) => {
    test.each<[string, Amounts, Amounts | null, Record<string, string>, string[]]>([
      ["a win as the net gain", { a: 20 }, { a: 180 }, { a: "+160" }, ["a"]],
      [
        "a win on one of two spots as its total",
        { a: 100, b: 20 },
        { a: 200 },
        { a: "+80" },
        ["a"],
      ],
      ["a loss", { a: 100 }, {}, { a: "No win" }, []],
      [
        "a loss of several stakes once, at the largest stake",
        { a: 5, b: 9 },
        {},
        { b: "No win" },
        [],
      ],
      [
        "a win in a losing round, with the net loss",
        { a: 100, b: 50 },
        { b: 100 },
        { b: "Net −50" },
        [],
      ],
      ["two pushes", { a: 50, b: 7 }, { a: 50, b: 7 }, { a: "57 back" }, []],
      ["a push next to a loss", { a: 50, b: 30 }, { a: 50 }, { a: "Net −30" }, []],
      ["fractions that add up to zero", { a: 0.1, b: 0.2 }, { a: 0.3 }, { a: "Net ±0" }, []],
      ["a payment on an unknown stake", { a: undefined }, { a: 180 }, { a: "180" }, ["a"]],
      [
        "nothing for a win with an unknown payment, next to a loss",
        { a: 9, b: 9 },
        { a: undefined },
        {},
        [],
      ],
      ["nothing for stakes with unknown winners", { a: 100 }, null, {}, []],
      [
        "nothing for other players' wins to a player who has not bet",
        { a: 0 },
        { a: undefined },
        {},
        [],
      ],
    ])("the table announces %s", (_, staked, won, texts, gold) => {
      expect(textsOf(slug, staked, won)).toEqual({ texts, gold });
    });
  },
);
