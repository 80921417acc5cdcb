/** When facts are shown: not while a table is being cleared, nor in the last seconds to bet. */
const [FROM_MS, UNTIL_CLOSE_MS] = [2_500, 5_000];
/** How long each is shown, in ms. */
const EACH_MS = 5_000;

/**
 * Which of `count` facts a table shows `elapsedMs` into betting on a round; null for none. The first is
 * the round before; the others follow in turns that each round begins elsewhere. All viewers see the same.
 */
export function turnAt(
  count: number,
  { round, elapsedMs, remainMs }: { round: number; elapsedMs: number; remainMs: number },
): number | null {
  if (count === 0 || elapsedMs < FROM_MS || remainMs <= UNTIL_CLOSE_MS) {
    return null;
  }
  const slot = Math.floor((elapsedMs - FROM_MS) / EACH_MS);
  const others = count - 1;
  return slot === 0 || others === 0 ? 0 : 1 + ((round * 2 + slot) % others);
}
