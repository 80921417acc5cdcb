import { whim } from "../../../src/round/whim.ts";
import { IDLE_FROM_MS, idleUntilMs } from "../idle/restless.ts";
import type { Span } from "../pacing.ts";
import type { Play } from "../scene.ts";
import { arc, easeInOut, progress } from "../tracks.ts";
import type { Side } from "./hands/reach.ts";

/** Where a hand is, from where it rests, in its own lengths; at the shoe by a share, and how high, 0 to 1. */
export interface Rest {
  /** Away from the other hand. */
  across: number;
  down: number;
  shoe: number;
  high: number;
}

/** Something that hands do while bets are taken. */
interface Gesture {
  /** Whole seconds: between gestures a picture at rest is looked at once in each. */
  lengthMs: 1_000 | 2_000;
  hands: readonly Side[];
  at(share: number): Partial<Rest>;
}

/** From here on gestures are made, in ms: the hands have rested for a while. */
const FROM_MS = IDLE_FROM_MS + 1_000;
/** Out of rest in the first part of a gesture, and back in the last. */
const during = (share: number): number =>
  easeInOut(progress(share, 0, 0.28)) - easeInOut(progress(share, 0.72, 0.28));

/** Out over the cloth, and back: to lie there for a moment, or to brush it to and fro. */
const out = (hands: readonly Side[], lengthMs: Gesture["lengthMs"], brush = 0): Gesture => ({
  lengthMs,
  hands,
  at(share) {
    const far = during(share);
    return { across: far * (0.6 + brush * Math.sin(5 * Math.PI * share)), down: 0.3 * far };
  },
});

const GESTURES: readonly Gesture[] = [
  out(["left"], 2_000, 0.4),
  out(["right"], 2_000, 0.4),
  out(["left"], 1_000),
  out(["right"], 1_000),
  // Both are shown to be empty.
  out(["left", "right"], 2_000),
  // It squares the shoe.
  {
    lengthMs: 2_000,
    hands: ["right"],
    at: (share) => ({ shoe: during(share), high: 0.5 * arc((2 * share) % 1) }),
  },
];

/** All gestures in an order that a round has for itself. */
function shuffled(round: number): readonly Gesture[] {
  const chance = (gesture: Gesture) => whim(round, GESTURES.indexOf(gesture), 90);
  return GESTURES.toSorted((one, other) => chance(one) - chance(other));
}

/** The gestures of a round, one after another, and when they are made, in ms of phase `betting`. */
function gesturesOf(view: Play): (Gesture & Span)[] {
  const { round } = view.state;
  const untilMs = idleUntilMs(view);
  const made: (Gesture & Span)[] = [];
  let fromMs = FROM_MS;
  for (const gesture of shuffled(round)) {
    const toMs = fromMs + gesture.lengthMs;
    // One that is too long is left out: a later one may fit.
    if (toMs <= untilMs) {
      made.push({ ...gesture, fromMs, toMs });
      // Then they rest for as long.
      fromMs = toMs + gesture.lengthMs;
    }
  }
  return made;
}

/** The gesture that is made at a moment. */
export function gestureAt(view: Play, ms: number): (Gesture & Span) | undefined {
  return gesturesOf(view).find(({ fromMs, toMs }) => ms >= fromMs && ms < toMs);
}
