import type { GameWords, Words } from "./words.ts";

/** A game that a language has no words for yet goes by its slug. */
const nameless = (slug: string): GameWords => ({
  name: slug,
  sides: {},
  won: {},
  playing: "",
  rules: [],
  odds: {},
  lettering: {},
});

/** The words of a game with the calls that every table writes on its cloth: `open` and `closed`. */
export function gameWords(words: Words, slug: string): GameWords {
  const own = words.games[slug] ?? nameless(slug);
  const { betting: open, revealing: closed } = words.phases;
  return { ...own, lettering: { open, closed, ...own.lettering } };
}
