import { expect, test } from "vitest";
import { createTable } from "../../../components/kit/index.ts";
import { embedAddress } from "../../../components/kit/table-options.ts";

const RIGHT = {
  baseUrl: "https://games.example.com",
  game: "baccarat",
  key: "tbs_live_x",
} as const;

test.each([
  [{}, '"baseUrl" must be a full address such as "https://games.example.com", and is missing.'],
  [{ ...RIGHT, baseUrl: "games.example.com" }, 'not "games.example.com".'],
  [{ ...RIGHT, baseUrl: "javascript:alert(1)" }, '"baseUrl" must be'],
  [
    { ...RIGHT, game: "Baccarat" },
    '"game" must be the slug of a game, as in the address of its page, not "Baccarat".',
  ],
  [{ ...RIGHT, game: "../account" }, '"game" must be the slug'],
  [{ ...RIGHT, key: "" }, '"key" must be your API key.'],
  [{ ...RIGHT, lang: "korean!" }, '"lang" must be a language tag'],
  [{ ...RIGHT, theme: "pink" }, '"theme" must be one of "dark", "light", "contrast", not "pink".'],
  [{ ...RIGHT, accent: "red" }, '"accent" must be a hex colour'],
  [{ ...RIGHT, muted: "no" }, '"muted" must be true or false'],
  [{ ...RIGHT, language: "ko" }, 'there is no option "language".'],
  [{ ...RIGHT, constructor: "ko" }, 'there is no option "constructor".'],
  [null, "the options must be an object."],
])("invalid options %j are refused with a message", (options, words) => {
  expect(() => createTable("#place", options as never)).toThrow(TypeError);
  expect(() => createTable("#place", options as never)).toThrow(words);
});

test("the frame's address holds the key and the options that differ from the defaults", () => {
  expect(embedAddress(RIGHT)).toBe("https://games.example.com/embed/baccarat/?key=tbs_live_x");
  expect(
    embedAddress({
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
  expect(embedAddress({ ...RIGHT, lang: null, accent: null, muted: true })).toBe(
    embedAddress(RIGHT),
  );
});
