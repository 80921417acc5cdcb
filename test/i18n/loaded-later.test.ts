import { describe, expect, test } from "vitest";
import { langs } from "../../src/i18n/langs.ts";
import { loadPartWords } from "../../src/i18n/part-words.ts";
import { isLatin } from "./languages.ts";

function textsOf(words: object, path = ""): [string, string][] {
  return Object.entries(words).flatMap(([name, text]: [string, unknown]) =>
    typeof text === "string"
      ? [[`${path}${name}`, text] as [string, string]]
      : textsOf(text as object, `${path}${name}.`),
  );
}

/** The placeholders of each text. A language may have fewer plurals than English. */
const slotsOf = (words: object) =>
  textsOf(words)
    .filter(([path]) => !path.startsWith("facts.ago"))
    .map(([path, text]) => [path, (text.match(/\{\w+\}/g) ?? []).toSorted()]);

const inEnglish = await loadPartWords("en");

describe.each(langs)("strings loaded on demand in %s", (lang) => {
  test("every string is translated, with its placeholders", async () => {
    const words = await loadPartWords(lang);
    expect(words === inEnglish).toBe(lang === "en");
    expect(textsOf(words).filter(([, text]) => text === "" || text !== text.trim())).toEqual([]);
    expect(Object.fromEntries(slotsOf(words))).toEqual(Object.fromEntries(slotsOf(inEnglish)));
    const english = textsOf(words).filter(([, text]) =>
      /[a-z]/i.test(text.replace(/\{\w+\}/g, "")),
    );
    expect(isLatin(lang) ? [] : english).toEqual([]);
  });
});
