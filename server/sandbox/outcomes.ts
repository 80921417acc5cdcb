import { dealRound } from "../../src/fairness/publish.ts";
import { dayOfRound } from "../../src/fairness/utc-day.ts";
import type { Game, NamedOutcomes } from "../../src/games/contract.ts";
import { deriveDaySecret, seedsOfDay } from "../../src/round/derive.ts";
import { DAY_MS } from "../../src/round/phases.ts";
import { InvalidInput } from "../access/invalid-input.ts";

export type Matches = (outcome: unknown, round: number) => boolean;

const MAX_AHEAD_MS = 31 * DAY_MS;
/** How Node and the sandbox package report that a game has no named outcomes. */
const NO_SUCH_FILE =
  /^(Cannot find module|Unknown variable dynamic import:) \S*\/named-outcomes\.ts\b/;

/**
 * Parses an outcome: the winning side, a name such as `suited-tie`, the first places (`rovers,city`), or fields of
 * the history entry.
 *
 * @throws InvalidInput with the possible outcomes if the game has no such outcome.
 */
export async function readOutcome(game: Game, wanted: unknown): Promise<Matches> {
  if (typeof wanted === "object" && wanted !== null) {
    return readFields(game, wanted);
  }
  const name = String(wanted ?? "");
  const named = await loadNamedOutcomes(game);
  const { sides, hasPlaces } = game;
  const matches = named[name];
  if (matches !== undefined) {
    return matches;
  }
  const ids = sides.map(({ id }) => id);
  if (ids.includes(name)) {
    return (outcome) => game.winner(outcome) === name;
  }
  const places = name.split(",").map((place) => place.trim());
  const areSides = places.every((place) => ids.includes(place));
  if (hasPlaces && areSides && new Set(places).size === places.length) {
    return (outcome) => {
      const summary = game.summary(outcome);
      return "ranking" in summary && places.every((place, i) => summary.ranking[i] === place);
    };
  }
  const known = [...ids, ...Object.keys(named)].join(", ");
  const ranking = hasPlaces ? ", or the first places in order, separated by commas" : "";
  throw new InvalidInput(
    `${game.slug} has no outcome ${JSON.stringify(name)}. Use one of: ${known}${ranking}; or fields of an entry in results as JSON.`,
  );
}

/**
 * The first round, starting with `from`, whose outcome matches.
 *
 * @param secret 32 bytes.
 * @throws InvalidInput if there is none within a month.
 */
export function findRound(secret: Uint8Array, game: Game, from: number, matches: Matches): number {
  const { code, intervalMs } = game;
  const end = from + MAX_AHEAD_MS / intervalMs;
  let day = -1;
  let seedOf: (round: number) => Uint8Array = () => secret;
  for (let round = from; round < end; round++) {
    const dayOfThis = dayOfRound(round, intervalMs);
    if (dayOfThis !== day) {
      day = dayOfThis;
      seedOf = seedsOfDay(deriveDaySecret(secret, code, day), code);
    }
    if (matches(dealRound(game, round, seedOf(round), null), round)) {
      return round;
    }
  }
  throw new InvalidInput(`No round of ${game.slug} within a month has that outcome.`);
}

/** A game's named outcomes; none if it has no such file. */
async function loadNamedOutcomes({ slug }: Game): Promise<NamedOutcomes> {
  try {
    const module = await import(`../../src/games/${slug}/named-outcomes.ts`);
    return module.namedOutcomes;
  } catch (error) {
    if (error instanceof Error && NO_SUCH_FILE.test(error.message)) {
      return {};
    }
    throw error;
  }
}

function readFields(game: Game, fields: object): Matches {
  const known = Object.keys(game.publicFields(null, "betting") as object);
  const names = Object.keys(fields);
  if (names.length === 0 || names.some((name) => !known.includes(name))) {
    throw new InvalidInput(`An outcome of ${game.slug} has the fields ${known.join(", ")}.`);
  }
  return (outcome) => includes(game.historyFields(outcome), fields);
}

function includes(whole: unknown, part: unknown): boolean {
  if (typeof part !== "object" || part === null) {
    return part === whole;
  }
  return (
    typeof whole === "object" &&
    whole !== null &&
    (!Array.isArray(part) || (Array.isArray(whole) && part.length === whole.length)) &&
    Object.entries(part).every(([name, value]) =>
      includes((whole as Record<string, unknown>)[name], value),
    )
  );
}
