import type { Game } from "./contract.ts";
import * as registry from "./registry.ts";

type Registry = typeof registry;

export type GameSlug = keyof Registry;

/** The `type` of a game's phase messages. */
export type EventType = Registry[GameSlug]["eventType"];

export type KnownGame = Game<unknown, GameSlug, EventType>;

const known: readonly KnownGame[] = Object.values(registry);

/** All games, in the order of their codes. */
export const games: readonly Game[] = known.toSorted((a, b) => a.code - b.code);

export const slugs: readonly string[] = games.map((game) => game.slug);

/** The game with a slug, which is case-sensitive; undefined if there is none. */
export function findGame(slug: string): KnownGame | undefined {
  return known.find((game) => game.slug === slug);
}
