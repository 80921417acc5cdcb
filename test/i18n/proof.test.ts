import { describe, expect, test } from "vitest";
import { langs } from "../../src/i18n/langs.ts";
import { loadProofWords } from "../../src/i18n/proof.ts";
import type { ProofWords } from "../../src/i18n/words.ts";
import { isLatin } from "./languages.ts";

const languages = await Promise.all(
  langs.map(async (lang): Promise<[string, ProofWords]> => [lang, await loadProofWords(lang)]),
);
const english = await loadProofWords("en");

/** All texts, by name. */
function textsOf({ modes, ...others }: ProofWords): Record<string, string> {
  return { ...others, ...modes };
}

const slotsOf = (words: ProofWords) =>
  Object.entries(textsOf(words)).map(([name, text]) => [name, text.match(/\{\w+\}/g) ?? []]);

describe.each(languages)("the words of a round's proof in %s", (lang, words) => {
  test("are its own", () => {
    expect(words === english).toBe(lang === "en");
  });

  test("name the same values as the English ones", () => {
    expect(Object.fromEntries(slotsOf(words))).toEqual(Object.fromEntries(slotsOf(english)));
  });

  test("say something everywhere", () => {
    const wrong = Object.values(textsOf(words)).filter(
      (text) => text === "" || text !== text.trim(),
    );
    expect(wrong).toEqual([]);
  });
});

test.each(languages.filter(([lang]) => !isLatin(lang)))(
  "no English is left over in %s",
  (_, words) => {
    for (const text of Object.values(textsOf(words))) {
      expect(text.replace(/\{\w+\}/g, "")).not.toMatch(/[a-z]/i);
    }
  },
);
