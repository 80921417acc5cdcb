import { describe, expect, test } from "vitest";
import { games } from "../../src/games/index.ts";
import { fixtures } from "../../src/hud/table/all-fixtures.ts";
import { bannerFor } from "../../src/i18n/game-words.ts";
import { wordsOf } from "../../src/i18n/index.ts";
import { langs } from "../../src/i18n/langs.ts";

describe.each(games)("the $slug game", (game) => {
  test("the game's rules allow every outcome in the previews", () => {
    const own = fixtures[game.slug] ?? [];
    expect(own.length).toBeGreaterThan(1);
    for (const { outcome } of own) {
      expect(game.historyFields(outcome)).toEqual(outcome);
      expect(game.sides.map(({ id }) => id)).toContain(game.winner(outcome));
    }
  });

  test.each(langs)("the game has all its labels in %s", (lang) => {
    const words = wordsOf(lang).games[game.slug];
    expect(words?.name).toBeTruthy();
    const sides = game.sides.map(({ id }) => id).toSorted();
    expect(Object.keys(words?.sides ?? {}).toSorted()).toEqual(sides);
    expect(sides.map((side) => words && bannerFor(words, side))).not.toContain(undefined);
    expect(words?.rules.length).toBeGreaterThan(0);
    expect(Object.keys(words?.odds ?? {}).toSorted()).toEqual(
      game.odds.map(({ id }) => id).toSorted(),
    );
  });
});
