import { describe, expect, test } from "vitest";
import { langs } from "../../src/i18n/langs.ts";
import type { ProofWords } from "../../src/i18n/proof-words.ts";
import { proofWords } from "../../src/i18n/proof.ts";
import { isLatin } from "./languages.ts";

/** All texts, by name. */
function textsOf({ modes, ...others }: ProofWords): Record<string, string> {
  return { ...others, ...modes };
}

const slotsOf = (words: ProofWords) =>
  Object.entries(textsOf(words)).map(([name, text]) => [name, text.match(/\{\w+\}/g) ?? []]);

describe.each(langs)("the words of a round's proof in %s", (lang) => {
  const words = proofWords[lang];

  test("name the same values as the English ones", () => {
    expect(Object.fromEntries(slotsOf(words))).toEqual(Object.fromEntries(slotsOf(proofWords.en)));
  });

  test("say something everywhere", () => {
    const wrong = Object.values(textsOf(words)).filter(
      (text) => text === "" || text !== text.trim(),
    );
    expect(wrong).toEqual([]);
  });
});

test.each(langs.filter((lang) => !isLatin(lang)))("no English is left over in %s", (lang) => {
  for (const text of Object.values(textsOf(proofWords[lang]))) {
    expect(text.replace(/\{\w+\}/g, "")).not.toMatch(/[a-z]/i);
  }
});
