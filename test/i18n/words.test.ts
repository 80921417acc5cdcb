import { describe, expect, test } from "vitest";
import { bannerFor } from "../../src/i18n/game-words.ts";
import { cards, isLatin, languages, textsOf } from "./languages.ts";

/** Where Chinese and Thai name a card by its letter. */
const SAYS_CARDS = /^card\(|^games\.(dragontiger|baccarat)\.rules\./;

describe.each(languages)("the strings in %s", (_lang, words) => {
  const texts = [...textsOf(words)];

  test("no string is blank or padded", () => {
    const wrong = texts.filter(
      ([, text]) => text === "" || text !== text.trim() || /undefined|NaN|\[object/.test(text),
    );
    expect(wrong).toEqual([]);
  });

  test("every translated sentence contains the values passed to it", () => {
    const { results, marks, last, ifNext } = words.scores;
    for (const say of [words.secondsLeft, words.ageSeconds, results, marks]) {
      expect(say(11)).toContain("11");
    }
    for (const say of [last, ifNext, words.upNext]) {
      expect(say("@")).toContain("@");
    }
  });

  test("the names of cards, of sides and of roads are unique", () => {
    const sets = [
      cards.map((card) => words.card(card)),
      ...Object.values(words.games).flatMap((game) => [
        Object.values(game.sides),
        Object.keys(game.sides).map((side) => bannerFor(game, side)),
      ]),
      Object.values(words.scores.roads),
    ];
    for (const names of sets) {
      expect(names).toEqual([...new Set(names)]);
    }
  });

  test("each side of a game has its own one-character letter", () => {
    for (const { letters, sides } of Object.values(words.games)) {
      const signs = Object.values(letters ?? {});
      expect(Object.keys(letters ?? sides)).toEqual(Object.keys(sides));
      expect(signs.map((sign) => [...sign].length)).toEqual(signs.map(() => 1));
      expect(new Set(signs).size).toBe(signs.length);
    }
  });
});

describe.each(languages.filter(([lang]) => !isLatin(lang)))("translations into %s", (_, words) => {
  test("a translation leaves no English", () => {
    const latin = [...textsOf(words)]
      .filter(([key]) => key !== "lang")
      .filter(([key, text]) =>
        /[a-z]/i.test(SAYS_CARDS.test(key) ? text.replace(/\b[AJQK]\b/g, "") : text),
      );
    expect(latin).toEqual([]);
  });
});
