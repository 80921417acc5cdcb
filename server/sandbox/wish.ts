import type { Game, NamedOutcomes } from "../../src/games/contract.ts";
import { InvalidInput } from "../access/errors.ts";

/**
 * An outcome that is asked for: the side that wins, a named outcome, the first places in their order
 * (`rovers,city`), or fields of the history entry.
 */
export type Wish = string | Readonly<Record<string, unknown>>;

/** Whether a round's outcome is the one that is asked for. */
export type IsGranted = (outcome: unknown, round: number) => boolean;

/** The names that a game has of its own. A game that has none is asked for by its sides and fields. */
async function namedOutcomesOf({ slug }: Game): Promise<NamedOutcomes> {
  try {
    const module = (await import(`../../src/games/${slug}/named-outcomes.ts`)) as {
      namedOutcomes: NamedOutcomes;
    };
    return module.namedOutcomes;
  } catch {
    return {};
  }
}

/**
 * Reads a wish.
 *
 * @throws InvalidInput when no round of the game could be meant, in words that say what can be asked for.
 */
export async function readWish(game: Game, wish: Wish): Promise<IsGranted> {
  if (typeof wish !== "string") {
    return readFields(game, wish);
  }
  const named = await namedOutcomesOf(game);
  const { sides, hasPlaces } = game.board;
  const isNamed = named[wish];
  if (isNamed !== undefined) {
    return isNamed;
  }
  if (sides.some(({ id }) => id === wish)) {
    return (outcome) => game.board.winner(outcome) === wish;
  }
  const places = wish.split(",").map((place) => place.trim());
  const areSides = places.every((place) => sides.some(({ id }) => id === place));
  if (hasPlaces && areSides && new Set(places).size === places.length) {
    return (outcome) => {
      const summary = game.board.summary(outcome);
      return "ranking" in summary && places.every((place, i) => summary.ranking[i] === place);
    };
  }
  const known = [...sides.map(({ id }) => id), ...Object.keys(named)].join(", ");
  const ranking = hasPlaces ? ", or the first places in their order, with commas between" : "";
  throw new InvalidInput(
    `${game.slug} has no outcome ${JSON.stringify(wish)}. Ask for one of: ${known}${ranking}; or for fields of a history entry as JSON.`,
  );
}

function readFields(game: Game, fields: Readonly<Record<string, unknown>>): IsGranted {
  const known = Object.keys(game.publicFields(null, "betting") as object);
  const strange = Object.keys(fields).filter((name) => !known.includes(name));
  if (strange.length > 0 || Object.keys(fields).length === 0) {
    throw new InvalidInput(
      `An entry of ${game.slug} has the fields ${known.join(", ")}${strange.length > 0 ? `, and not ${strange.join(", ")}` : ""}.`,
    );
  }
  return (outcome) => isWithin(fields, game.historyFields(outcome));
}

/** Whether everything in `part` is in `whole`, as it is there. */
function isWithin(part: unknown, whole: unknown): boolean {
  if (typeof part !== "object" || part === null) {
    return part === whole;
  }
  return (
    typeof whole === "object" &&
    whole !== null &&
    (!Array.isArray(part) || (Array.isArray(whole) && part.length === whole.length)) &&
    Object.entries(part).every(([name, value]) =>
      isWithin(value, (whole as Record<string, unknown>)[name]),
    )
  );
}
