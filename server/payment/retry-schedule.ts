/** A block comes every 3 s, and about a minute later it is solid. */
const DELAYS_MS = [3_000, 6_000, 12_000, 20_000, 30_000];
const LATER_DELAY_MS = 60_000;
/** After so many looks, a quarter of an hour, hardly anybody still has the page open. */
const ATTENDED_LOOKS = 20;
const UNATTENDED_DELAY_MS = 10 * 60_000;
/** No transaction can enter a block later than a day after it was signed. */
const TIMEOUT_MS = 24 * 3_600_000;

/**
 * The delay before the next look-up of a claim, ms.
 *
 * @param looks how many look-ups there were.
 * @param random 0 to below 1: jitter of a fifth in both directions.
 * @param isUnknown whether the node knows no such transaction. Anybody can make up hashes by the
 *   thousand, so these are looked up less and less often; others every minute.
 */
export function nextLookDelayMs(looks: number, random: number, isUnknown: boolean): number {
  const laterMs = isUnknown && looks > ATTENDED_LOOKS ? UNATTENDED_DELAY_MS : LATER_DELAY_MS;
  const delayMs = DELAYS_MS[looks - 1] ?? laterMs;
  return Math.round(delayMs * (0.8 + 0.4 * random));
}

/**
 * Whether a transaction that the node does not know will never come: a day has passed since it was
 * claimed, on the chain as well as here. A node that is behind may not know it yet.
 *
 * @param solidMs when the node's newest solid block was made, epoch ms; null: not known.
 */
export function hasTimedOut(namedAtMs: number, nowMs: number, solidMs: number | null): boolean {
  return solidMs !== null && Math.min(nowMs, solidMs) - namedAtMs > TIMEOUT_MS;
}
