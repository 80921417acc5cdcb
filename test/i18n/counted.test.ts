import { expect, test } from "vitest";
import { countedIn } from "../../src/i18n/counted.ts";

test("a language of one form says it of every number", () => {
  const results = countedIn("vi")("# kết quả");
  expect([0, 1, 2].map(results)).toEqual(["0 kết quả", "1 kết quả", "2 kết quả"]);
});

test("a language of several forms says the one of the number", () => {
  const results = countedIn("pl")({ one: "# wynik", few: "# wyniki", other: "# wyników" });
  expect([0, 1, 2, 5, 22].map(results)).toEqual([
    "0 wyników",
    "1 wynik",
    "2 wyniki",
    "5 wyników",
    "22 wyniki",
  ]);
});

test.each([
  ["en", "1,234 s"],
  ["id", "1.234 s"],
  ["vi", "1.234 s"],
  ["th", "1,234 s"],
  ["zh-Hant", "1,234 s"],
])("in %s a number is grouped as the language groups it", (lang, text) => {
  expect(countedIn(lang)("# s")(1_234)).toBe(text);
});
