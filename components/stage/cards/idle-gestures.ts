import { whim } from "../../../src/round/whim.ts";
import { IDLE_FROM_MS, idleUntilMs } from "../idle/restless.ts";
import type { Span } from "../pacing.ts";
import type { Play } from "../scene.ts";
import { arc, easeInOut, progress } from "../tracks.ts";
import type { Side } from "./hands/reach.ts";

/**
 * Where a hand is, from where it rests, in its own lengths: folded over the other one, or by a share opened; at the
 * shoe by a share, and how high, 0 to 1.
 */
export interface Rest {
  open: number;
  /** Away from the other hand. */
  across: number;
  down: number;
  shoe: number;
  high: number;
  /** How far it has pushed the shoe straight, 0 to 1. */
  nudge: number;
}

/** Something that hands do while bets are taken. */
interface Gesture {
  /** Whole seconds: between gestures a picture at rest is looked at once in each. */
  lengthMs: 1_000 | 2_000;
  hands: readonly Side[];
  at(share: number): Partial<Rest>;
}

/** From here on gestures are made, in ms: the hands have been folded for a while. */
const FROM_MS = IDLE_FROM_MS + 1_000;
const SECOND_MS = 1_000;
/** Now and then hands rest for two seconds between gestures rather than for one. */
const LINGERS = 0.35;

/** Out of rest in the first part of a gesture, and back in the last. */
const during = (share: number): number =>
  easeInOut(progress(share, 0, 0.28)) - easeInOut(progress(share, 0.72, 0.28));

/** Out over the cloth: one hand is laid there and goes back, or brushes it to and fro. */
const out = (hand: Side, lengthMs: Gesture["lengthMs"], brush: number): Gesture => ({
  lengthMs,
  hands: [hand],
  at(share) {
    const open = during(share);
    return { open, across: open * (0.6 + brush * Math.sin(5 * Math.PI * share)), down: 0.5 * open };
  },
});

/** What is done far out on the table. */
const WIDE: readonly Gesture[] = [
  // It squares the shoe.
  {
    lengthMs: 2_000,
    hands: ["right"],
    at: (share) => ({
      shoe: during(share),
      open: during(share),
      nudge: arc(progress(share, 0.38, 0.3)),
      high: arc(progress(share, 0, 0.32)) * 0.5 + arc(progress(share, 0.68, 0.32)) * 0.5,
    }),
  },
  out("left", 2_000, 0.4),
  out("right", 2_000, 0.4),
  out("left", 1_000, 0),
  out("right", 1_000, 0),
  // Both are shown to be empty, far apart over the cloth.
  {
    lengthMs: 2_000,
    hands: ["left", "right"],
    at(share) {
      const open = during(share);
      return { open, across: 0.6 * open, down: 0.42 * open, high: 0.5 * arc(share) };
    },
  },
];

/** What is done where the hands rest. */
const NEAR: readonly Gesture[] = [
  // Fingers tap on the cloth.
  {
    lengthMs: 1_000,
    hands: ["right"],
    at(share) {
      const open = during(share);
      return { open, down: 0.3 * open, high: 0.5 * open * Math.abs(Math.sin(2 * Math.PI * share)) };
    },
  },
  // It runs along the chips in the tray.
  {
    lengthMs: 2_000,
    hands: ["right"],
    at(share) {
      const open = during(share);
      return {
        open,
        across: (0.55 * open * (Math.cos(4 * Math.PI * share) - 1)) / 2,
        down: -0.1 * open,
      };
    },
  },
];

/** Some gestures in an order that a round has for itself. */
function shuffled(gestures: readonly Gesture[], round: number): readonly Gesture[] {
  return gestures
    .map((gesture, i) => ({ gesture, at: whim(round, i, gestures.length, 90) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ gesture }) => gesture);
}

/** Gestures in the order of a round, none of them twice: far out, then near, and so on. */
function orderIn(round: number): readonly Gesture[] {
  const near = shuffled(NEAR, round);
  return shuffled(WIDE, round).flatMap((wide, i) => [wide, ...near.slice(i, i + 1)]);
}

/** The gestures of a round, one after another, and when they are made, in ms of phase `betting`. */
export function gesturesOf(view: Play): (Gesture & Span)[] {
  const { round } = view.state;
  const untilMs = idleUntilMs(view);
  const made: (Gesture & Span)[] = [];
  let fromMs = FROM_MS;
  for (const [nth, gesture] of orderIn(round).entries()) {
    const toMs = fromMs + gesture.lengthMs;
    // One that is too long is left out: a later one may fit.
    if (toMs <= untilMs) {
      made.push({ ...gesture, fromMs, toMs });
      fromMs = toMs + SECOND_MS * (whim(round, nth, 91) < LINGERS ? 2 : 1);
    }
  }
  return made;
}

/** The gesture that is made at a moment. */
export function gestureAt(view: Play, ms: number): (Gesture & Span) | undefined {
  return gesturesOf(view).find(({ fromMs, toMs }) => ms >= fromMs && ms < toMs);
}
