import { cosmeticNoise } from "../../../src/round/cosmetic-noise.ts";
import { lerp } from "../../stage/easing.ts";
import { DEALT_BEFOREHAND_MS } from "../../stage/pacing.ts";
import { squeezeFor } from "../../stage/squeeze.ts";

/**
 * A reveal's times and lengths, in ms from the start of `revealing`. In `seed` mode the phase starts with the deal. In
 * `drand` mode it starts at `begins` and is shorter by that time.
 */
export const DRAGON_TIGER_MS = {
  /** Length of the phase in `seed` mode. A longer phase stretches all of these times. */
  phase: 9_000,
  /** Length of dealing one card from the shoe. */
  deal: 560,
  dealDragonAt: 400,
  /** Leaves time for the paddle to return to the shoe. */
  dealTigerAt: 1_180,
  dealt: 1_800,
  /** Start of the reveal if the cards were dealt while a beacon was awaited. */
  begins: 1_000,
  turnDragonAt: 2_080,
  turn: 700,
  /** When both cards are revealed, at the latest. */
  openBy: 8_150,
  /** How long before `openBy` both cards are revealed, at most; varies by round. */
  early: 300,
  /** Minimum and maximum length of the squeeze; it must leave time to turn the dragon's card (`cards.test.ts`). */
  squeezeFrom: 3_600,
  squeezeTo: 4_600,
} as const;

const dealTimes = (isDealt: boolean, atMs: number) => ({
  dealAtMs: isDealt ? DEALT_BEFOREHAND_MS : atMs,
  dealMs: DRAGON_TIGER_MS.deal,
});

/** When the dragon's card is dealt and turned. `isDealt`: the cards were dealt while a beacon was awaited. */
export const dragonTimes = (isDealt: boolean) => ({
  ...dealTimes(isDealt, DRAGON_TIGER_MS.dealDragonAt),
  turnAtMs: DRAGON_TIGER_MS.turnDragonAt,
  turnMs: DRAGON_TIGER_MS.turn,
});

/**
 * When the tiger's card is dealt and squeezed. It depends only on the round number, so that the pace
 * reveals neither card.
 */
export function tigerTimes(round: number, isDealt: boolean) {
  const { dealTigerAt: dealAtMs, openBy: openByMs, early: earlyMs } = DRAGON_TIGER_MS;
  const { squeezeFrom: minMs, squeezeTo: maxMs } = DRAGON_TIGER_MS;
  const turnMs = lerp(minMs, maxMs, cosmeticNoise(round, 2));
  const turnAtMs = openByMs - earlyMs * cosmeticNoise(round, 1) - turnMs;
  return { ...dealTimes(isDealt, dealAtMs), turnAtMs, turnMs, squeeze: squeezeFor(round, 1) };
}
