import { arc, lerp, progress } from "../../tracks.ts";
import type { ShapeName } from "./shapes.ts";

/**
 * How a hand takes a card: `flat` upon it; by the `edge` that is lifted as it turns; by the edge that stays;
 * or from `behind`, to sweep it away.
 */
export type Grip = "flat" | "edge" | "stay" | "behind";

/** What a hand is at: the mouth of the shoe, a card by its name on the table, or what is won on a side. */
export type Aim =
  | { at: "shoe" }
  | { at: "card"; card: string; grip: Grip }
  | { at: "chips"; side: "left" | "right"; pushed: number };

/** What a hand does for a while. */
export interface Deed {
  fromMs: number;
  untilMs: number;
  aim: Aim;
  shape: ShapeName;
}

/** Where a hand is: on its way from one aim to another; null is beyond the edge of the table. */
export interface HandPose {
  from: Aim | null;
  to: Aim | null;
  /** 0 to 1. */
  way: number;
  shape: ShapeName;
}

/** How long a hand takes to come in before a deed, and to leave after one, in ms. */
const [COME_MS, LEAVE_MS] = [300, 400];

/** A hand on a card that is dealt, turned or swept. */
export function onCard(card: string, grip: Grip, fromMs: number, untilMs: number): Deed {
  const shape = grip === "edge" ? "pinch" : grip === "behind" ? "side" : "flat";
  return { fromMs, untilMs, aim: { at: "card", card, grip }, shape };
}

/** A hand at the shoe. */
export const atShoe = (fromMs: number, untilMs: number): Deed => ({
  fromMs,
  untilMs,
  aim: { at: "shoe" },
  shape: "flat",
});

/** What either hand of the dealer does in a phase. */
export interface Deeds {
  left: readonly Deed[];
  right: readonly Deed[];
}

/** Nothing is to be done. */
export const NONE: Deeds = { left: [], right: [] };

/** When chips are pushed off in phase `result`, in ms, and in how many strokes. */
const [PUSHED_FROM, PUSHED_UNTIL, STROKES] = [500, 2_300, 3];

/** The hand that pushes the chips of the loser, on a side, towards the winner, so far into phase `result`. */
export function pushingChips(side: "left" | "right", elapsedMs: number): Deeds {
  const share = progress(elapsedMs, PUSHED_FROM, PUSHED_UNTIL - PUSHED_FROM);
  const pushed = arc((share * STROKES) % 1) * lerp(0.7, 1, share);
  const deed: Deed = {
    fromMs: PUSHED_FROM,
    untilMs: PUSHED_UNTIL,
    aim: { at: "chips", side, pushed },
    shape: "push",
  };
  return { ...NONE, [side]: [deed] };
}

/** What a hand does at a moment; null while it is not seen. `deeds` follow each other. */
export function handAt(deeds: readonly Deed[], elapsedMs: number): HandPose | null {
  const nth = deeds.findLastIndex(({ fromMs }) => fromMs <= elapsedMs);
  const [now, next] = [deeds[nth], deeds[nth + 1]];
  if (now && elapsedMs < now.untilMs) {
    return { from: now.aim, to: now.aim, way: 1, shape: now.shape };
  }
  if (now && next && next.fromMs - now.untilMs < COME_MS + LEAVE_MS) {
    const way = progress(elapsedMs, now.untilMs, next.fromMs - now.untilMs);
    return { from: now.aim, to: next.aim, way, shape: way < 0.5 ? now.shape : next.shape };
  }
  if (now && elapsedMs < now.untilMs + LEAVE_MS) {
    const way = progress(elapsedMs, now.untilMs, LEAVE_MS);
    return { from: now.aim, to: null, way, shape: now.shape };
  }
  if (next && elapsedMs > next.fromMs - COME_MS) {
    const way = progress(elapsedMs, next.fromMs - COME_MS, COME_MS);
    return { from: null, to: next.aim, way, shape: next.shape };
  }
  return null;
}

/** When the last hand of these has left, in ms. */
export const leftMs = (...hands: readonly (readonly Deed[])[]): number =>
  Math.max(0, ...hands.flat().map(({ untilMs }) => untilMs + LEAVE_MS));
