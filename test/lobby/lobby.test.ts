import { describe, expect, test } from "vitest";
import { games } from "../../src/games/index.ts";
import { lobbyWordsOf } from "../../src/i18n/index.ts";
import { langs } from "../../src/i18n/langs.ts";
import type { Lang } from "../../src/i18n/langs.ts";
import { badgeOf } from "../../src/lobby/badge.ts";
import { listedGames } from "../../src/lobby/listed-games.ts";
import { lobby } from "../../src/lobby/lobby.ts";
import { unlessClosed } from "../../src/table/closed-table.ts";
import type { TableView } from "../../src/table/view.ts";
import { coups, race } from "../hud/outcomes.ts";
import { labels, received, textOf, viewWith } from "../hud/table-view.ts";

const text = (tables: TableView[], lang: Lang = "en") =>
  textOf(lobby({ tables, words: lobbyWordsOf(lang) }));

/** A state of the round after those of a view. */
function inPhase(view: TableView, phase: "betting" | "revealing", remainMs = 0): TableView {
  const common = { round: 9100, daily_round: 9100, date: "2026-03-02", phase, remainMs };
  return { ...view, remainMs, state: Object.assign(common, view.game.publicFields(null, phase)) };
}

describe("a tile tells", () => {
  test("the table's name, phase, seconds, last result and road", () => {
    const view = inPhase(viewWith("baccarat", coups("BBPT")), "betting", 7_001);
    const tile = text([view]);
    expect(received(tile)).toMatch(
      /^Open Baccarat 8 Baccarat Place your bets Tie 6 – 6 .*Every round is drawn anew/,
    );
    expect(labels(tile)).toContain("8 s left to bet");
    expect(labels(tile)).toContain("Big road, 4 results, last: Tie");
  });

  test("the last podiums of a race, in words for screen readers", () => {
    const tile = text([inPhase(viewWith("bigsixball", ["123456", "234561"].map(race)), "betting")]);
    expect(received(tile)).toContain("Winner: United");
    expect(received(tile)).toContain("United City Wanderers Rovers United City");
    expect(tile).not.toContain("road");
  });

  test("that a game is down, and its last result all the same", () => {
    const view = viewWith("baccarat", coups("PB"));
    const tile = text([unlessClosed({ ...view, connection: "maintenance" })]);
    expect(tile).toContain("data-closed");
    expect(received(tile)).toContain("Maintenance");
    expect(received(tile)).toContain("Banker wins");
  });

  test("that there is no connection, with how old it is", () => {
    const view = inPhase(viewWith("baccarat", coups("PB")), "betting", 4_000);
    expect(received(text([{ ...view, connection: "offline", ageMs: 9_000 }]))).toContain(
      "No connection, 9 s old",
    );
  });

  test("that nothing was dealt yet", () => {
    expect(received(text([inPhase(viewWith("baccarat", []), "betting", 900)]))).toContain(
      "No results yet",
    );
  });

  test("nothing of a round that is being played", () => {
    const [shown, other] = ["P", "B"].map((letter) => {
      const view = viewWith("baccarat", coups("BBP"));
      const common = { round: 9100, daily_round: 9100, date: "2026-03-02", remainMs: 0 };
      const phase = "revealing" as const;
      const state = Object.assign(
        { ...common, phase },
        view.game.publicFields(coups(letter)[0], phase),
      );
      return text([{ ...view, state }]);
    });
    expect(shown).toBe(other);
  });
});

describe("a badge", () => {
  const badge = (slug: string, outcomes: readonly unknown[], lang: Lang = "en") =>
    badgeOf(viewWith(slug, outcomes, lang), lobbyWordsOf(lang));

  test.each([
    ["BPPPPP", "Player streak 5", "blue"],
    ["BBPBPBT", "Ping-pong ×4", "red"],
    ["PPBBPPBB", "Two by two ×4", "red"],
    ["BPPBPP", "One-two ×4", "red"],
  ])("names the good road of %s", (letters, words, colour) => {
    expect(badge("baccarat", coups(letters))).toEqual({ text: words, colour });
  });

  test("names the run of a team", () => {
    expect(badge("bigsixball", ["213456", "321456", "312456"].map(race))).toEqual({
      text: "City won last 2",
      colour: games.at(-1)?.board.sides[2]?.colour,
    });
  });

  test("counts on the board of the road beside it alone", () => {
    expect(badge("baccarat", coups("P".repeat(72)))?.text).toBe("Player streak 72");
    // Two of these are on the next board.
    expect(badge("baccarat", coups("P".repeat(74)))).toBeNull();
  });

  test("is not there without a pattern", () => {
    expect(badge("baccarat", coups("BPPB"))).toBeNull();
    expect(badge("bigsixball", ["123456", "654321"].map(race))).toBeNull();
  });

  test.each(langs)("has its words in %s, with the number and nothing left to fill in", (lang) => {
    for (const letters of ["PPPP", "BPBP", "BBPPBBPP", "BPPBPP"]) {
      expect(badge("baccarat", coups(letters), lang)?.text).toMatch(/^[^{}#]*4[^{}#]*$/);
    }
    expect(badge("bigsixball", ["213456", "213456"].map(race), lang)?.text).toMatch(/2/);
    expect(lobbyWordsOf(lang)).toMatchObject({ lang, open: expect.stringContaining("{game}") });
  });
});

test("games are listed in the order given, each once; all where none is known", () => {
  const slugs = (list: string) => listedGames(list).map(({ slug }) => slug);
  expect(slugs("bigsixball, baccarat")).toEqual(["bigsixball", "baccarat"]);
  expect(slugs("baccarat baccarat nosuch")).toEqual(["baccarat"]);
  expect(slugs("")).toEqual(games.map(({ slug }) => slug));
  expect(slugs("Baccarat")).toEqual(games.map(({ slug }) => slug));
});
