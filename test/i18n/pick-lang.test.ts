import { readdir } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { wordsOf } from "../../src/i18n/index.ts";
import { langs, pickLang } from "../../src/i18n/langs.ts";

test("each language has a folder named by its tag", async () => {
  const entries = await readdir(new URL("../../src/i18n/", import.meta.url), {
    withFileTypes: true,
  });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(folders.toSorted()).toEqual([...langs].toSorted());
  expect(langs[0]).toBe("en");
});

describe("the language chosen for a viewer", () => {
  test.each([
    ["en", "en"],
    ["en-GB", "en"],
    ["ko-KR", "ko"],
    ["KO-kr", "ko"],
    ["ja-JP", "ja"],
    ["zh", "zh-Hans"],
    ["zh-SG", "zh-Hans"],
    ["zh-Hans", "zh-Hans"],
    ["zh-Hans-HK", "zh-Hans"],
    ["zh-TW", "zh-Hant"],
    ["zh-HK", "zh-Hant"],
    ["zh-Hant", "zh-Hant"],
    ["zh-Hant-CN", "zh-Hant"],
    // In Latin letters, without a script, and not a tag for Intl: still Chinese.
    ["zh-Latn", "zh-Hans"],
    ["zh-Qaaa", "zh-Hans"],
    ["zh-TW-TW", "zh-Hans"],
    ["vi-VN", "vi"],
    ["th-TH", "th"],
  ])('the language tag "%s" selects %s', (tag, lang) => {
    expect(pickLang([tag])).toBe(lang);
    expect(wordsOf(tag).lang).toBe(lang);
  });

  test.each([
    ["fr-FR, ja-JP, ko", "ja"],
    ["zh-TW, ko", "zh-Hant"],
    ["fr, th-TH, zh-CN", "th"],
    ["en-US, ko", "en"],
    [", ko", "ko"],
  ])('a viewer with the preferences "%s" gets %s', (preferences, lang) => {
    const tags = preferences.split(", ");
    expect(pickLang(tags)).toBe(lang);
    expect(wordsOf(tags).lang).toBe(lang);
  });
});
