import { describe, expect, test } from "vitest";
import { langs } from "../../src/i18n/langs.ts";
import type { RoundProofWords } from "../../src/i18n/proof-words.ts";
import { roundProofWords } from "../../src/i18n/proof.ts";

/** All texts, by name. */
function textsOf({ modes, ...others }: RoundProofWords): Record<string, string> {
  return { ...others, ...modes };
}

const slotsOf = (words: RoundProofWords) =>
  Object.entries(textsOf(words)).map(([name, text]) => [name, text.match(/\{\w+\}/g) ?? []]);

describe.each(langs)("the words of a round's proof in %s", (lang) => {
  const words = roundProofWords[lang];

  test("name the same values as the English ones", () => {
    expect(Object.fromEntries(slotsOf(words))).toEqual(
      Object.fromEntries(slotsOf(roundProofWords.en)),
    );
  });

  test("say something everywhere", () => {
    const wrong = Object.values(textsOf(words)).filter(
      (text) => text === "" || text !== text.trim(),
    );
    expect(wrong).toEqual([]);
  });
});

test.each(langs.filter((lang) => lang !== "en"))("no English is left over in %s", (lang) => {
  for (const text of Object.values(textsOf(roundProofWords[lang]))) {
    expect(text.replace(/\{\w+\}/g, "")).not.toMatch(/[a-z]/i);
  }
});
