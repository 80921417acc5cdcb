import { SettleError } from "./error.ts";

/** A card in an entry: rank 1 (ace) to 13 (king), and its suit. */
export interface PlayedCard {
  readonly rank: number;
  readonly suit: string;
}

const VALUES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SUITS = ["S", "H", "D", "C"];

/** The fields that determine the outcome of a round, by game. */
const FIELDS = {
  dragontiger: ["dragon", "tiger", "result"],
  baccarat: ["player_cards", "banker_cards", "player_total", "banker_total", "natural", "result"],
  bigsixball: ["result_map"],
} as const;

type Entry = Readonly<Record<string, unknown>>;

/**
 * Throws unless an entry has a game's fields: `wrong-game` if it has another game's fields, `bad-entry` if a field is
 * missing, `unfinished` if a field is null.
 */
export function requireFields(entry: Entry, game: keyof typeof FIELDS): void {
  const has = (name: string) => Object.hasOwn(entry, name);
  const missing = FIELDS[game].find((name) => !has(name));
  if (missing !== undefined) {
    const other = Object.entries(FIELDS).find(([, names]) => names.every(has));
    throw other === undefined
      ? contradiction(`it has no "${missing}" field`)
      : new SettleError("wrong-game", `The entry is for ${other[0]}, but the bet is on ${game}.`);
  }
  for (const name of FIELDS[game]) {
    if (entry[name] === null) {
      throw new SettleError("unfinished", `"${name}" is still null: wait until the round is over.`);
    }
  }
}

/** Reads a card as on the wire, `{"suit": "S", "value": "A"}`. */
export function readCard(card: unknown): PlayedCard {
  const { suit, value } = Object(card) as { suit?: unknown; value?: unknown };
  const rank = VALUES.indexOf(value as string) + 1;
  if (rank === 0 || !SUITS.includes(suit as string)) {
    throw contradiction("a card does not exist");
  }
  return { rank, suit: suit as string };
}

/** Creates the error for an entry that contradicts itself, so that no bet is paid from it. */
export function contradiction(what: string): SettleError {
  return new SettleError("bad-entry", `The entry cannot be right: ${what}.`);
}
