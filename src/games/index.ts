import type { Game } from "./contract.ts";
import * as registry from "./registry.ts";

/** Every game there is, in the order of their codes. */
export const games: readonly Game[] = Object.values(registry).toSorted((a, b) => a.code - b.code);

/** The names of all games in addresses. */
export const slugs: readonly string[] = games.map((game) => game.slug);

/** The game of a slug, exactly as spelled; undefined when there is none. */
export function findGame(slug: string): Game | undefined {
  return games.find((game) => game.slug === slug);
}
