import { TIERS } from "./tier.ts";
import type { Tier } from "./tier.ts";

/*
 * Decides the tier of detail by the time from one frame to the next while a table moves. A pure function of what
 * was measured so far: the stage asks it once a frame.
 *
 * A single late frame says nothing: memory may have been tidied up. A long gap says nothing either: the tab was
 * in the background. Only a machine that is late again and again for seconds is slow.
 */

/** What was measured so far. */
export interface Measured {
  readonly tier: Tier;
  /** Whether more detail may be tried once more: it is tried once, so that a table never goes to and fro. */
  readonly mayRise: boolean;
  /** Frames looked at in this stretch, and those of them that were late. */
  readonly frames: number;
  readonly late: number;
  /** Stretches in a row that were slow, and that were smooth. */
  readonly slow: number;
  readonly smooth: number;
}

/** Fewer than 45 frames a second look late. */
const LATE_MS = 22;
/** Whatever takes longer than this is no frame: the page was hidden, asleep, or stopped. */
const GAP_MS = 250;
/** Frames are judged by so many at once. */
const STRETCH = 45;
/** A stretch with this share of late frames is slow, and one with less than that smooth. */
const [SLOW, SMOOTH] = [0.4, 0.1];
/** So many slow stretches in a row take detail away: 3 s or more. */
const FALLS_AFTER = 2;
/** So many smooth ones in a row bring it back: half a minute in which the table moves, as in three reveals. */
const RISES_AFTER = 40;

/** Nothing was measured yet. */
export function unmeasured(tier: Tier): Measured {
  return { tier, mayRise: true, frames: 0, late: 0, slow: 0, smooth: 0 };
}

/** What is known after one more frame, which came so long after the one before it. */
export function measure(known: Measured, gapMs: number): Measured {
  if (gapMs > GAP_MS) {
    return known;
  }
  const frames = known.frames + 1;
  const late = known.late + (gapMs > LATE_MS ? 1 : 0);
  return frames < STRETCH ? { ...known, frames, late } : judge(known, late / frames);
}

/** What is known after a whole stretch, of which a share was late. */
function judge(known: Measured, late: number): Measured {
  const slow = late >= SLOW ? known.slow + 1 : 0;
  const smooth = late <= SMOOTH ? known.smooth + 1 : 0;
  const { tier, mayRise } = known;
  const [better, worse] = [TIERS[tier - 1], TIERS[tier + 1]];
  if (slow >= FALLS_AFTER && worse !== undefined) {
    return { ...unmeasured(worse), mayRise };
  }
  if (smooth >= RISES_AFTER && mayRise && better !== undefined) {
    return { ...unmeasured(better), mayRise: false };
  }
  return { tier, mayRise, frames: 0, late: 0, slow, smooth };
}
