/** What one game is called, and its sides (keys are the side ids of its board). */
export interface GameTexts {
  name: string;
  sides: Readonly<Record<string, string>>;
  /** What beads and places say in place of a side's own letter, by side id: one sign each. */
  letters?: Readonly<Record<string, string>>;
  /** What the banner says when a side has won, by side id: "Dragon wins", "Winner: City", "Tie". */
  won: Readonly<Record<string, string>>;
  /** What goes on while a round is played, after bets are closed: "Dealing", "Racing". */
  playing: string;
  /** What goes on while its end is seen once more, before the winner is named; left out where that never is. */
  replayed?: string;
  /** How it is played, a sentence or two each. */
  rules: readonly string[];
  /** What the odds are called, by their id. */
  odds: Readonly<Record<string, string>>;
  /** What the scene writes on the table, such as `photo`; `places` are all places, with spaces between. */
  lettering?: Readonly<Record<string, string>>;
}

/** What a scene is given of them, with `open` and `closed` among its lettering: the calls that open and close bets. */
export interface GameWords extends GameTexts {
  /** BCP 47 tag of the language. */
  lang: string;
  lettering: Readonly<Record<string, string>>;
}

/** What `gameWords` needs of the words of a table. */
interface TableWords {
  lang: string;
  games: Readonly<Record<string, GameTexts>>;
  phases: Readonly<Record<"betting" | "revealing", string>>;
}

/** A game that a language has no words for yet goes by its slug. */
const nameless = (slug: string): GameTexts => ({
  name: slug,
  sides: {},
  won: {},
  playing: "",
  rules: [],
  odds: {},
});

const made = new WeakMap<TableWords, Map<string, GameWords>>();

/**
 * The words of a game with the calls that every table writes on its cloth: `open` and `closed`. The same
 * object each time, since the stage builds its drawing anew when the words are others.
 */
export function gameWords(words: TableWords, slug: string): GameWords {
  const ofGames = made.get(words) ?? new Map<string, GameWords>();
  made.set(words, ofGames);
  const known = ofGames.get(slug);
  if (known !== undefined) {
    return known;
  }
  const own = words.games[slug] ?? nameless(slug);
  const { betting: open, revealing: closed } = words.phases;
  const all = { lang: words.lang, ...own, lettering: { open, closed, ...own.lettering } };
  ofGames.set(slug, all);
  return all;
}
