import type { BetPlace } from "../../stage/bets/place.ts";
import type { AnyExtras } from "../../stage/extras.ts";
import type { Size } from "../../stage/scene.ts";

/** Where a game's table has bets, and what draws them there. */
export interface BetsModule {
  placesIn(size: Size): readonly BetPlace[];
  extras: AnyExtras;
}

/** By game, each a chunk of its own. */
const modules = import.meta.glob<BetsModule>("../../scenes/*/bets.ts");

/** The places for bets of a game; null for one that has none. */
export async function loadBets(slug: string): Promise<BetsModule | null> {
  return (await modules[`../../scenes/${slug}/bets.ts`]?.()) ?? null;
}
