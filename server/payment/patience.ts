/** A block comes every 3 s, and about a minute later it is solid. */
const WAITS_MS = [3_000, 6_000, 12_000, 20_000, 30_000];
const LATER_WAIT_MS = 60_000;
/** After so many looks, a quarter of an hour, hardly anybody still sits in front of the page. */
const ATTENDED_LOOKS = 20;
const SELDOM_WAIT_MS = 10 * 60_000;
/** No transaction can enter a block later than a day after it was signed. */
const PATIENCE_MS = 24 * 3_600_000;

/**
 * How long to wait before the next look, ms.
 *
 * @param looks how many there were.
 * @param chance below 1: spreads what began together by a fifth in both directions.
 * @param isUnknown whether the node said that it knows of no such transaction. Names like that can be
 *   made up by the thousand, so they are looked at ever more seldom; others each minute.
 */
export function waitMs(looks: number, chance: number, isUnknown: boolean): number {
  const laterMs = isUnknown && looks > ATTENDED_LOOKS ? SELDOM_WAIT_MS : LATER_WAIT_MS;
  const wait = WAITS_MS[looks - 1] ?? laterMs;
  return Math.round(wait * (0.8 + 0.4 * chance));
}

/** Whether a transaction that no node knows so long after it was named will never come. */
export function isHopeless(namedAtMs: number, nowMs: number): boolean {
  return nowMs - namedAtMs > PATIENCE_MS;
}
