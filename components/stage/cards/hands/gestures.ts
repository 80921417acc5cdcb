import { easeOut, progress } from "../../tracks.ts";
import type { ShapeName } from "./shapes.ts";

/**
 * How a hand takes a card: `flat` upon it; by the `edge` that is lifted as it turns; or from
 * `behind`, to sweep it away.
 */
export type Grip = "flat" | "edge" | "behind";

/** Whom the dealer pays: a side, or in a tie who has bet on that. */
export type Paid = "left" | "right" | "tie";

/**
 * What a hand is at: the mouth of the shoe, a card by its name on the table, the tray of chips, or where it lays those
 * for a winner, which have gone so far on their way, 0 to 1.
 */
export type Aim =
  | { at: "shoe" }
  | { at: "card"; card: string; grip: Grip }
  | { at: "tray"; side: Paid }
  | { at: "winner"; side: Paid; pushed: number };

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

/**
 * When a hand takes chips out of the tray, lays them down, shoves them on to the winner's place and lets go, and when
 * they have come to rest there: in ms of phase `result`. It does not reach over before the first look at the winner.
 */
export const PAY_MS = {
  takeAt: 560,
  takenAt: 860,
  laidAt: 1_460,
  pushAt: 1_620,
  letGoAt: 1_840,
  slidAt: 2_220,
} as const;

/** Which hand pays a side: the one from across, whose arm lies on the loser's half of the table. */
export const payingHand = (side: Paid): "left" | "right" => (side === "right" ? "left" : "right");

/** The hand that pays a side with chips from the tray, so far into phase `result`; `lateMs` later than usual. */
export function paying(side: Paid, elapsedMs: number, lateMs = 0): Deeds {
  const { takeAt, takenAt, laidAt, pushAt, letGoAt, slidAt } = PAY_MS;
  const pushed = easeOut(progress(elapsedMs - lateMs, pushAt, slidAt - pushAt));
  const deeds: Deed[] = [
    {
      fromMs: takeAt + lateMs,
      untilMs: takenAt + lateMs,
      aim: { at: "tray", side },
      shape: "pinch",
    },
    {
      fromMs: laidAt + lateMs,
      untilMs: letGoAt + lateMs,
      aim: { at: "winner", side, pushed },
      shape: "pinch",
    },
  ];
  return { ...NONE, [payingHand(side)]: deeds };
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
