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

const made = new WeakMap<Words, Map<string, GameWords>>();

/**
 * The words of a game with the calls that every table writes on its cloth: `open` and `closed`. The same
 * object each time, since the stage builds its drawing anew when the words are others.
 */
export function gameWords(words: Words, slug: string): GameWords {
  const ofGames = made.get(words) ?? new Map<string, GameWords>();
  made.set(words, ofGames);
  const known = ofGames.get(slug);
  if (known !== undefined) {
    return known;
  }
  const own = words.games[slug] ?? nameless(slug);
  const { betting: open, revealing: closed } = words.phases;
  const all = {
    lang: words.lang,
    ...own,
    lettering: { open, closed, ...own.lettering },
  };
  ofGames.set(slug, all);
  return all;
}
