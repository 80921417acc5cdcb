import type { Sweep } from "../../stage/cards/sweeps.ts";
import type { Hand, Slot } from "./coup.ts";

/*
 * A hand sweeps the cards of its side one into the next: it begins with the one that lies furthest from where they go,
 * and each of the others lies until it comes by.
 */

/** How far a hand has come on its way when it comes by the next card: of its own side's off the table, across all of it, or up between both. */
const [NEAR, ACROSS] = [0.225, 0.14] as const;

/** The slots of a side in the order in which they are swept: all go to the left, or up between both sides. */
function orderOf(hand: Hand, count: number, sweep: Sweep): readonly Slot[] {
  if (hand === "banker") {
    return count > 2 ? [2, 1, 0] : [1, 0];
  }
  if (sweep !== 2) {
    return count > 2 ? [1, 0, 2] : [1, 0];
  }
  return count > 2 ? [2, 0, 1] : [0, 1];
}

/** The card that a hand takes first. */
export const firstSwept = (hand: Hand, count: number, sweep: Sweep): Slot =>
  orderOf(hand, count, sweep)[0] ?? 0;

/** How far the first card has come, 0 to 1, when this one is taken along. */
export function sweptFrom(hand: Hand, slot: Slot, count: number, sweep: Sweep): number {
  const step = hand === "banker" && sweep !== 2 ? ACROSS : NEAR;
  return step * Math.max(0, orderOf(hand, count, sweep).indexOf(slot));
}
