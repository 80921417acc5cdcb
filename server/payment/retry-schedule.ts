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

/**
 * Whether a transaction that the node does not know will never come: a day went by on the chain as well
 * since it was named, and not only here. A node that is behind does not know yet.
 *
 * @param solidMs when the node's newest final block was made, epoch ms; null: it did not say.
 */
export function isHopeless(namedAtMs: number, nowMs: number, solidMs: number | null): boolean {
  return solidMs !== null && Math.min(nowMs, solidMs) - namedAtMs > PATIENCE_MS;
}
