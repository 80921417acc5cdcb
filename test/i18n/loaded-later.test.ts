import { describe, expect, test } from "vitest";
import { loadFactsWords } from "../../src/i18n/facts.ts";
import { langs } from "../../src/i18n/langs.ts";
import { loadProofWords } from "../../src/i18n/proof.ts";
import { loadReplayWords } from "../../src/i18n/replay.ts";
import { isLatin } from "./languages.ts";

/** The words that are loaded with a part of a table. */
const parts = {
  "a replay": loadReplayWords,
  "the facts": loadFactsWords,
  "a proof": loadProofWords,
} as const;

/** All texts of some words, by their path. */
function textsOf(words: object, path = ""): [string, string][] {
  return Object.entries(words).flatMap(([name, text]: [string, unknown]) =>
    typeof text === "string"
      ? [[`${path}${name}`, text] as [string, string]]
      : textsOf(text as object, `${path}${name}.`),
  );
}

/** The values that each text names. A language may have fewer plurals than English. */
const slotsOf = (words: object) =>
  textsOf(words)
    .filter(([path]) => !path.startsWith("ago"))
    .map(([path, text]) => [path, (text.match(/\{\w+\}/g) ?? []).toSorted()]);

const languages = (
  await Promise.all(
    Object.entries(parts).flatMap(([part, load]) =>
      langs.map(async (lang) => ({
        part,
        lang,
        words: await load(lang),
        english: await load("en"),
      })),
    ),
  )
).map((each) => [each.part, each.lang, each] as const);

describe.each(languages)("the words of %s in %s", (_, lang, { words, english }) => {
  test("are its own, say something everywhere, and name the same values as the English ones", () => {
    expect(words === english).toBe(lang === "en");
    expect(textsOf(words).filter(([, text]) => text === "" || text !== text.trim())).toEqual([]);
    expect(slotsOf(words)).toEqual(slotsOf(english));
  });
});

test.each(languages.filter(([, lang]) => !isLatin(lang)))(
  "no English is left over in the words of %s in %s",
  (_, __, { words }) => {
    for (const [, text] of textsOf(words)) {
      expect(text.replace(/\{\w+\}/g, "")).not.toMatch(/[a-z]/i);
    }
  },
);
