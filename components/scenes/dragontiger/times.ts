import { whim } from "../../../src/round/whim.ts";
import { LONG_AGO_MS } from "../../stage/pacing.ts";
import { squeezeOf } from "../../stage/squeeze.ts";
import { lerp } from "../../stage/tracks.ts";

/**
 * Lengths of the parts of a reveal, in ms of phase `revealing` or of their own start: real ones, in both modes. It
 * begins with the deal in mode `seed`, and at `begins` in mode `drand`, whose phase is shorter by as much.
 */
export const DRAGON_TIGER_MS = {
  /** The phase of mode `seed`, which all of this is timed for; in a longer one it takes its time. */
  phase: 9_000,
  /** Each card's way from the shoe to its place; the palette goes back there before the second. By when both lie there. */
  deal: 560,
  dealDragonAt: 400,
  dealTigerAt: 1_180,
  dealt: 1_800,
  /** Where they lie there already, while a beacon was awaited, the reveal begins here. */
  begins: 1_000,
  turnDragonAt: 2_080,
  turn: 700,
  /** Both cards are open at this moment, or earlier by up to the second number, depending on the round. */
  openBy: 8_150,
  early: 300,
  /** How long the tiger's card is squeezed: by the round. */
  squeezeFrom: 3_600,
  squeezeTo: 4_600,
} as const;

const dealt = (isDealt: boolean, atMs: number) => ({
  dealAtMs: isDealt ? LONG_AGO_MS : atMs,
  dealMs: DRAGON_TIGER_MS.deal,
});

/** When the dragon's card is dealt and turned. `isDealt`: before the reveal, while a beacon was awaited. */
export const dragonTimes = (isDealt: boolean) => ({
  ...dealt(isDealt, DRAGON_TIGER_MS.dealDragonAt),
  turnAtMs: DRAGON_TIGER_MS.turnDragonAt,
  turnMs: DRAGON_TIGER_MS.turn,
});

/**
 * When the tiger’s card is dealt and squeezed: by the number of the round alone, so that the pace reveals
 * neither card.
 */
export function tigerTimes(round: number, isDealt: boolean) {
  const { dealTigerAt, openBy, early, squeezeFrom, squeezeTo } = DRAGON_TIGER_MS;
  const turnMs = lerp(squeezeFrom, squeezeTo, whim(round, 2));
  const turnAtMs = openBy - early * whim(round, 1) - turnMs;
  return { ...dealt(isDealt, dealTigerAt), turnAtMs, turnMs, squeeze: squeezeOf(round, 1) };
}
