/** One game's words in one language. */
export interface GameStrings {
  name: string;
  /** The sides' names, by id. */
  sides: Readonly<Record<string, string>>;
  /** Characters that replace the sides' own letters on beads and places, by side id. */
  letters?: Readonly<Record<string, string>>;
  /** The banner for each winner, by side id: "Dragon wins", "Tie"; or one text for all: "Winner: {side}". */
  won: Readonly<Record<string, string>> | string;
  /** The phase while a round is played: "Dealing", "Racing". */
  playing: string;
  /** The phase during a finish replay; left out for games without one. */
  replayed?: string;
  /** The rules, in paragraphs of a sentence or two. */
  rules: readonly string[];
  /** The odds' names, by id. */
  odds: Readonly<Record<string, string>>;
  /** Strings on the table, such as `photo`; `places` has all places, separated by spaces. */
  lettering?: Readonly<Record<string, string>>;
}

/** The banner for a winner; undefined if a language does not have it yet. */
export function bannerFor({ won, sides }: GameStrings, side: string): string | undefined {
  return typeof won === "string" ? won.replace("{side}", sides[side] ?? side) : won[side];
}

/** The words for a scene. The lettering includes `open` and `closed`, the calls that open and close bets. */
export interface GameWords extends GameStrings {
  /** BCP 47 tag of the language. */
  lang: string;
  lettering: Readonly<Record<string, string>>;
}

/** The part of a table's words that `gameWords` needs. */
interface TableWords {
  lang: string;
  games: Readonly<Record<string, GameStrings>>;
  phases: Readonly<Record<"betting" | "revealing", string>>;
}

/** Placeholder words for a game that a language does not have yet. */
const nameless = (slug: string): GameStrings => ({
  name: slug,
  sides: {},
  won: {},
  playing: "",
  rules: [],
  odds: {},
});

const cache = new WeakMap<TableWords, Map<string, GameWords>>();

/**
 * A game's words, with the `open` and `closed` calls. Returns the same object each time, because the stage rebuilds its
 * drawing when the object changes.
 */
export function gameWords(words: TableWords, slug: string): GameWords {
  const ofGames = cache.get(words) ?? new Map<string, GameWords>();
  cache.set(words, ofGames);
  const known = ofGames.get(slug);
  if (known !== undefined) {
    return known;
  }
  const ofGame = words.games[slug] ?? nameless(slug);
  const { betting: open, revealing: closed } = words.phases;
  const all = { lang: words.lang, ...ofGame, lettering: { open, closed, ...ofGame.lettering } };
  ofGames.set(slug, all);
  return all;
}
