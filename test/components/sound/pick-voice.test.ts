import { expect, test } from "vitest";
import { pickVoice } from "../../../components/sound/pick-voice.ts";

const voice = (lang: string, localService = true) => ({ lang, localService, default: false });

test.each([
  ["en", ["ko-KR", "en-GB", "en-US"], "en-US"],
  ["en", ["ko-KR", "en-GB"], "en-GB"],
  ["ko", ["en-US", "ja-JP"], undefined],
  ["zh-Hans", ["zh-TW", "zh_CN"], "zh_CN"],
  ["zh-Hans", ["zh-HK", "zh-TW"], undefined],
  ["zh-Hant", ["zh-CN", "zh-HK", "zh-TW"], "zh-TW"],
  // Old Android.
  ["id", ["in_ID"], "in_ID"],
  ["en", ["", "not a tag", "en-US"], "en-US"],
  ["en", [], undefined],
])("%s is read, of %j, by %s", (lang, langs, picked) => {
  const voices = langs.map((tag) => voice(tag));
  expect(pickVoice(voices, lang)?.lang).toBe(picked);
});

test("a voice on the machine goes before one that has to be fetched", () => {
  const voices = [voice("en-US", false), voice("en-US", true)];
  expect(pickVoice(voices, "en")).toBe(voices[1]);
});
