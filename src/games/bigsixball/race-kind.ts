import { cosmeticNoise } from "../../round/cosmetic-noise.ts";

export const RACE_KINDS = ["photo", "runaway", "comeback", "battle"] as const;
export type RaceKind = (typeof RACE_KINDS)[number];

/**
 * A round's race kind. It follows from the round and its ranking, so it is the same for every viewer.
 *
 * @param ranks each team's rank, in the order of the team list.
 */
export function pickRaceKind(round: number, ranks: readonly number[]): RaceKind {
  return RACE_KINDS[Math.floor(cosmeticNoise(round, ...ranks, 5) * RACE_KINDS.length)] ?? "battle";
}
