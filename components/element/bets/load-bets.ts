import type { BetPlace } from "../../stage/bets/bet-place.ts";
import type { BetsLayer } from "../../stage/bets/bets-on-felt.ts";
import type { Size } from "../../stage/scene.ts";

export interface BetsModule {
  placesIn(size: Size): readonly BetPlace[];
  betLayer: BetsLayer;
}

const modules = import.meta.glob<BetsModule>("../../scenes/*/bets.ts");

/** Loads a game's betting places; null if the game has none. */
export async function loadBets(slug: string): Promise<BetsModule | null> {
  return (await modules[`../../scenes/${slug}/bets.ts`]?.()) ?? null;
}
