import { describe, expect, test } from "vitest";
import { wordsOf } from "../../src/i18n/index.ts";
import { langs, pickLang } from "../../src/i18n/langs.ts";

test("the languages are listed by their tags", () => {
  expect(langs).toEqual(["en", "ko", "zh-Hans", "ja"]);
});

describe("the language for", () => {
  test.each([
    ["en", "en"],
    ["en-GB", "en"],
    ["ko", "ko"],
    ["ko-KR", "ko"],
    ["KO-kr", "ko"],
    ["ja", "ja"],
    ["ja-JP", "ja"],
    ["zh", "zh-Hans"],
    ["zh-CN", "zh-Hans"],
    ["zh-SG", "zh-Hans"],
    ["zh-Hans", "zh-Hans"],
    ["zh-hans-cn", "zh-Hans"],
    ["ZH-HANS", "zh-Hans"],
    ["zh-TW", "zh-Hans"],
    ["zh-HK", "zh-Hans"],
    ["zh-Hant", "zh-Hans"],
    ["zh-Hant-TW", "zh-Hans"],
  ])("the tag %j is %j", (tag, lang) => {
    expect(pickLang([tag])).toBe(lang);
    expect(wordsOf(tag).lang).toBe(lang);
  });

  test.each([
    "",
    "*",
    "fr",
    "tlh",
    "k",
    "kor",
    "zh_hans",
    "ko_KR",
    "ko-",
    "-ko",
    'ko"',
    "__proto__",
  ])("%j is none, and its words are English", (tag) => {
    expect(pickLang([tag])).toBeNull();
    expect(wordsOf(tag).lang).toBe("en");
  });

  test.each([
    [["fr-FR", "ja-JP", "ko"], "ja"],
    [["zh-TW", "ko"], "zh-Hans"],
    [["en-US", "ko"], "en"],
    [["", "ko"], "ko"],
  ])("the wishes %j is the first that is spoken, %j", (tags, lang) => {
    expect(pickLang(tags)).toBe(lang);
    expect(wordsOf(tags).lang).toBe(lang);
  });

  test("no wish at all is none, and its words are English", () => {
    expect(pickLang([])).toBeNull();
    expect(wordsOf([]).lang).toBe("en");
  });
});
