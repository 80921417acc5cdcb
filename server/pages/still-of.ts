import type { Game } from "../../src/games/contract.ts";
import type { Still } from "../../src/games/contract.ts";

const stills = new Map<string, Promise<Still | null>>();

/** The still of a game, loaded with its first page; null for a game without one, whose page waits for the canvas. */
export function stillOf({ slug }: Game): Promise<Still | null> {
  const known = stills.get(slug) ?? load(slug);
  stills.set(slug, known);
  return known;
}

async function load(slug: string): Promise<Still | null> {
  try {
    const module = (await import(`../../src/games/${slug}/still.ts`)) as { still: Still };
    return module.still;
  } catch {
    return null;
  }
}
