import { PAY_MS } from "../../bets/payment.ts";
import type { Paid } from "../../bets/payment.ts";
import { easeInOut, progress } from "../../tracks.ts";
import type { ShapeName } from "./shapes.ts";

/**
 * How a hand takes a card: `flat` upon it; by the `edge` that is lifted as it turns; or from
 * `behind`, to sweep it away.
 */
export type Grip = "flat" | "edge" | "behind";

/**
 * What a hand is at: the mouth of the shoe, a card by its name on the table, or chips so far on their way from the tray,
 * 0, to the place of a side, 1.
 */
export type Aim =
  | { at: "shoe" }
  | { at: "card"; card: string; grip: Grip }
  | { at: "chips"; side: Paid; way: number };

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
export const COME_MS = 300;
const LEAVE_MS = PAY_MS.leave;

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

/** The same, so much later. */
const delayed = (deeds: readonly Deed[], ms: number): Deed[] =>
  deeds.map((deed) => ({ ...deed, fromMs: deed.fromMs + ms, untilMs: deed.untilMs + ms }));

/** What is done first, and from a moment on what is timed from there. */
export const followed = (first: Deeds, then: Deeds, fromMs: number): Deeds => ({
  left: [...first.left, ...delayed(then.left, fromMs)],
  right: [...first.right, ...delayed(then.right, fromMs)],
});

/** Which hand goes with chips to a side, or from there: its own, around the table. */
export const handOf = (side: Paid): "left" | "right" => (side === "left" ? "left" : "right");

/** A hand at chips that are so far on their way between the tray, 0, and the place of a side, 1. */
export const atChips = (side: Paid, way: number, fromMs: number, untilMs: number): Deed => ({
  fromMs,
  untilMs,
  aim: { at: "chips", side, way },
  shape: "pinch",
});

/** How far chips for a winner are on their way, so far into phase `result`. */
export const carriedAt = (elapsedMs: number): number =>
  easeInOut(progress(elapsedMs, PAY_MS.takenAt, PAY_MS.laidAt - PAY_MS.takenAt));

/** The hand that pays a side with chips from the tray, so far into phase `result`; `lateMs` later than usual. */
export function paying(side: Paid, elapsedMs: number, lateMs = 0): Deeds {
  const { takeAt, letGoAt } = PAY_MS;
  const deed = atChips(side, carriedAt(elapsedMs - lateMs), takeAt + lateMs, letGoAt + lateMs);
  return { ...NONE, [handOf(side)]: [deed] };
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
