import { expect, test } from "vitest";
import { createTable } from "../../../components/kit/index.ts";
import { embedUrl } from "../../../components/kit/table-options.ts";

const RIGHT = {
  baseUrl: "https://games.example.com",
  game: "baccarat",
  key: "tbs_live_x",
} as const;

test.each([
  [
    "a game in capitals",
    { ...RIGHT, game: "Baccarat" },
    `"game" must be a game's slug, as in its page URL, not "Baccarat".`,
  ],
  ["a missing key", { ...RIGHT, key: undefined }, '"key" must be your API key, but is missing.'],
  ["a title that JSON lacks", { ...RIGHT, title: 5n }, '"title" must be a string, not 5.'],
  ["an unknown language", { ...RIGHT, lang: "korean!" }, '"lang" must be a language tag'],
  [
    "an unknown theme",
    { ...RIGHT, theme: "pink" },
    '"theme" must be one of "dark", "light", "contrast", not "pink".',
  ],
  ["a named colour", { ...RIGHT, accent: "red" }, '"accent" must be a hex colour'],
  ["text instead of true or false", { ...RIGHT, muted: "no" }, '"muted" must be true or false'],
  ["a misspelt option", { ...RIGHT, language: "ko" }, 'there is no option "language".'],
  [
    "an option named like a built-in property, such as constructor",
    { ...RIGHT, constructor: "ko" },
    'there is no option "constructor".',
  ],
  ["no options at all", null, "the options must be an object."],
])("createTable rejects %s", (_, options, words) => {
  expect(() => createTable("#place", options as never)).toThrow(TypeError);
  expect(() => createTable("#place", options as never)).toThrow(words);
});

test("the frame's URL contains only the options that differ from the defaults", () => {
  expect(embedUrl(RIGHT)).toBe("https://games.example.com/embed/baccarat/?key=tbs_live_x");
  expect(
    embedUrl({
      ...RIGHT,
      baseUrl: "https://games.example.com/live/",
      lang: "ko",
      theme: "light",
      accent: "#f06",
      muted: false,
    }),
  ).toBe(
    "https://games.example.com/live/embed/baccarat/?key=tbs_live_x&lang=ko&theme=light&accent=f06&muted=0",
  );
  expect(embedUrl({ ...RIGHT, lang: null, accent: null, muted: true })).toBe(embedUrl(RIGHT));
});
