import type { Game } from "./contract.ts";
import * as registry from "./registry.ts";

type Registry = typeof registry;

/** The slug of a game. */
export type GameSlug = keyof Registry;

/** The `type` of a game's phase messages. */
export type EventType = Registry[GameSlug]["eventType"];

/** One of the games there are, whatever its outcome. */
export type KnownGame = Game<unknown, GameSlug, EventType>;

const known: readonly KnownGame[] = Object.values(registry);

/** Every game there is, in the order of their codes. */
export const games: readonly Game[] = known.toSorted((a, b) => a.code - b.code);

/** The names of all games in addresses. */
export const slugs: readonly string[] = games.map((game) => game.slug);

/** The game of a slug, exactly as spelled; undefined when there is none. */
export function findGame(slug: string): KnownGame | undefined {
  return known.find((game) => game.slug === slug);
}
