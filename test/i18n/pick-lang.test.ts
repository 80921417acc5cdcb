import { readdir } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { wordsOf } from "../../src/i18n/index.ts";
import { langs, nameOfLang, pickLang } from "../../src/i18n/langs.ts";

test("each language has the folder of its tag, and no folder is left out", async () => {
  const entries = await readdir(new URL("../../src/i18n/", import.meta.url), {
    withFileTypes: true,
  });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(folders.toSorted()).toEqual([...langs].toSorted());
  expect(langs[0]).toBe("en");
});

test.each([
  ["en", "English"],
  ["ko", "한국어"],
  ["zh-Hans", "简体中文"],
  ["ja", "日本語"],
] as const)("%s calls itself %s", (lang, name) => {
  expect(nameOfLang(lang)).toBe(name);
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
  ])("the preferences %j is the first that we have, %j", (tags, lang) => {
    expect(pickLang(tags)).toBe(lang);
    expect(wordsOf(tags).lang).toBe(lang);
  });

  test("no wish at all is none, and its words are English", () => {
    expect(pickLang([])).toBeNull();
    expect(wordsOf([]).lang).toBe("en");
  });
});
