import { bannerFor } from "../../src/i18n/game-words.ts";
import { wordsOf } from "../../src/i18n/index.ts";
import { langs } from "../../src/i18n/langs.ts";
import type { Words } from "../../src/i18n/words.ts";
import { SUITS, VALUES } from "../../src/round/cards.ts";

export const cards = SUITS.flatMap((suit) => VALUES.map((value) => ({ suit, value })));

export const languages = langs.map((lang): [string, Words] => [lang, wordsOf(lang)]);

/** Whether a language uses the letters of English, so that letters do not reveal untranslated text. */
export const isLatin = (lang: string) => new Intl.Locale(lang).maximize().script === "Latn";

/** Numbers with different plural forms. */
const COUNTS = [0, 1, 2, 11];

/** All texts of a language, by the path of their key; functions are called with sample arguments. */
export function textsOf(words: Words): Map<string, string> {
  const texts = new Map<string, string>();
  collect(words, "", texts);
  for (const count of COUNTS) {
    texts.set(`ageSeconds(${count})`, words.ageSeconds(count));
    texts.set(`secondsLeft(${count})`, words.secondsLeft(count));
    texts.set(`scores.results(${count})`, words.scores.results(count));
    texts.set(`scores.marks(${count})`, words.scores.marks(count));
  }
  texts.set("upNext", words.upNext("9,999,999"));
  for (const card of cards) {
    texts.set(`card(${card.suit}${card.value})`, words.card(card));
  }
  for (const [slug, game] of Object.entries(words.games)) {
    texts.delete(`games.${slug}.won`);
    for (const [id, side] of Object.entries(game.sides)) {
      texts.set(`games.${slug}.won.${id}`, bannerFor(game, id) ?? "");
      texts.set(`scores.last(${slug} ${id})`, words.scores.last(side));
      texts.set(`scores.ifNext(${slug} ${id})`, words.scores.ifNext(side));
    }
  }
  return texts;
}

function collect(value: unknown, path: string, texts: Map<string, string>): void {
  if (typeof value === "string") {
    texts.set(path, value);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      collect(part, path === "" ? key : `${path}.${key}`, texts);
    }
  }
}
