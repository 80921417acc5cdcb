import { SettleError } from "./error.ts";

/** A card of an entry: rank 1 (ace) to 13 (king), and its suit. */
export interface PlayedCard {
  readonly rank: number;
  readonly suit: string;
}

const VALUES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SUITS = ["S", "H", "D", "C"];

/** Fields of an entry. Throws `wrong-game` when one is not there at all, `unfinished` when one is null. */
export function requireFields(
  entry: Readonly<Record<string, unknown>>,
  names: readonly string[],
): void {
  for (const name of names) {
    if (!Object.hasOwn(entry, name)) {
      throw new SettleError(
        "wrong-game",
        `The entry has no field "${name}": it is of another game.`,
      );
    }
  }
  for (const name of names) {
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

/** For an entry that cannot be of a round that was played: pay nothing by it. */
export function contradiction(what: string): SettleError {
  return new SettleError("bad-entry", `The entry cannot be right: ${what}.`);
}
