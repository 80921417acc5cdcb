import { easeInOut, progress } from "../../stage/tracks.ts";
import type { Hand, Slot } from "./coup.ts";
import { BACCARAT_MS } from "./times.ts";
import { openMs, seenUntilMs } from "./turns.ts";
import type { Turn } from "./turns.ts";

/** How dark the table is around a card that is squeezed. */
const DIMMED = 0.58;

/** Light that narrows around a card, and goes from one to the next. */
export interface Dimming {
  from: { hand: Hand; slot: Slot };
  to: { hand: Hand; slot: Slot };
  /** How far it is on that way, and how dark the rest of the table is, both 0 to 1. */
  way: number;
  depth: number;
}

/**
 * Light narrows around the last of the first four cards, goes to each third card as it is drawn, and opens
 * once no other is.
 */
export function dimmingAt(turns: readonly Turn[], elapsedMs: number): Dimming | null {
  const [before, ...squeezed] = turns.slice(2);
  const eased = (fromMs: number) => easeInOut(progress(elapsedMs, fromMs, BACCARAT_MS.dimming));
  const open = squeezed.filter((turn) => elapsedMs >= openMs(turn));
  const from = open.at(-1) ?? squeezed[0];
  const to = squeezed[open.length] ?? from;
  if (!before || !from || !to) {
    return null;
  }
  const share =
    eased(openMs(before)) * (to === from && open.length > 0 ? 1 - eased(openMs(from)) : 1);
  return share > 0
    ? {
        from: { hand: from.hand, slot: from.slot },
        to: { hand: to.hand, slot: to.slot },
        way: to === from ? 0 : eased(seenUntilMs(from)),
        depth: DIMMED * share,
      }
    : null;
}
