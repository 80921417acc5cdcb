import { whim } from "../../../src/round/whim.ts";
import type { Play } from "../scene.ts";
import { TABLE_MS } from "../times.ts";
import { easeInOut, lerp, progress } from "../tracks.ts";

/*
 * What goes on at a table while bets are taken, beside them: small, slow, and said to nobody. It depends on the
 * round's number and the time alone, so that every viewer sees the same and no two rounds are alike. As bets open
 * there is nothing of it yet: a table without motion stands there.
 */

/** When it begins: once the words that open the bets are gone. */
export const IDLE_FROM_MS = TABLE_MS.opening;

/** When nothing new begins any more, in ms of phase `betting`: the last seconds are counted then. */
export function idleUntilMs({ closesAtMs = 0 }: Play): number {
  return closesAtMs - TABLE_MS.last;
}

/** How long it stays the same before it moves, and how long that takes, in ms. */
const [EVERY_MS, MOVE_MS] = [3_000, 500];

/** A value from -1 to 1 that rests, and now and then moves on to another one; `id` tells those of a round apart. */
export function restless(round: number, id: number, ms: number): number {
  const late = Math.floor(3 * whim(round, id, 80)) * 1_000;
  const nth = Math.floor((ms + late) / EVERY_MS);
  const since = ms + late - nth * EVERY_MS;
  const at = (step: number) => 2 * whim(round, id, step, 81) - 1;
  return lerp(at(nth - 1), at(nth), easeInOut(progress(since, 0, MOVE_MS)));
}
