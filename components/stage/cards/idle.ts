import { whim } from "../../../src/round/whim.ts";
import type { Extras } from "../extras.ts";
import { Dust } from "../idle/dust.ts";
import { IDLE_FROM_MS, idleUntilMs, restless } from "../idle/restless.ts";
import type { Group } from "../kit.ts";
import { waitsForBeacon } from "../pacing.ts";
import type { Span } from "../pacing.ts";
import type { Drawing, Play, Size } from "../scene.ts";
import { arc, easeInOut, lerp, progress } from "../tracks.ts";
import type { Spot } from "./dealing.ts";
import { DEPTH } from "./depths.ts";
import { leftMs } from "./hands/gestures.ts";
import { Hand } from "./hands/hand.ts";
import type { Side } from "./hands/reach.ts";
import { shoeDeeds } from "./shoe-change.ts";
import { mouthOf, SMALL_PX } from "./shoe.ts";

/** Where a hand is, from where it rests, in its own lengths; at the shoe by a share, and how high, 0 to 1. */
interface Rest {
  across: number;
  down: number;
  shoe: number;
  high: number;
}

/** What a dealer does while bets are taken. */
interface IdlePose {
  round: number;
  /** How far the hands lie on the table, 0 to 1; for how long they have, in seconds. */
  seen: number;
  seconds: number;
  left: Rest;
  right: Rest;
}

/** How long hands take to come to rest, and to leave as bets close, in ms. */
const [COME_MS, GO_MS] = [900, 380];
/** How far a hand that rests shifts, across and down, in its own lengths. */
const [SHIFT, SLIP] = [0.03, 0.04];
/** Hands smaller than this, in CSS pixels, are out of place. */
const LEAST_PX = 60;

/** Whatever moves begins and ends with a second: between them a picture at rest is looked at once in each. */
const SECOND_MS = 1_000;
/** So long a gesture takes at the most, in ms. */
const GESTURE_MS = 2 * SECOND_MS;

/** What one hand does once in a round. */
interface Gesture {
  lengthMs: number;
  hands: readonly Side[];
  at(share: number): Partial<Rest>;
}

const GESTURES: readonly Gesture[] = [
  // It squares the shoe: lies on its lid, and presses twice.
  {
    lengthMs: 2_000,
    hands: ["right"],
    at: (share) => ({
      shoe: easeInOut(progress(share, 0, 0.32)) - easeInOut(progress(share, 0.68, 0.32)),
      high:
        arc(progress(share, 0, 0.32)) * 0.5 +
        arc(progress(share, 0.42, 0.1)) * 0.2 +
        arc(progress(share, 0.68, 0.32)) * 0.5,
    }),
  },
  // It brushes the cloth.
  {
    lengthMs: 1_900,
    hands: ["left"],
    at: (share) => ({
      across: -0.62 * arc(share),
      down: 0.34 * arc(share) * (1 + 0.4 * Math.sin(4 * Math.PI * share)),
    }),
  },
  // Both are shown to be empty.
  {
    lengthMs: 1_700,
    hands: ["left", "right"],
    at: (share) => ({ across: 0.3 * arc(share), down: -0.12 * arc(share), high: 0.6 * arc(share) }),
  },
  // Fingers tap three times.
  {
    lengthMs: 1_200,
    hands: ["right"],
    at: (share) => ({ high: 0.35 * arc((share * 3) % 1), down: -0.03 * arc((share * 3) % 1) }),
  },
];

/** The gesture of a round, and when it is made; null for a round without one. */
function gestureOf(view: Play): (Gesture & Span) | null {
  const { round } = view.state;
  const earliestMs = IDLE_FROM_MS + 2 * SECOND_MS;
  const roomMs = idleUntilMs(view) - earliestMs - GESTURE_MS;
  // In every other round: each takes a machine without a GPU a tenth of a second.
  const gesture = GESTURES[Math.floor(whim(round, 90) * 2 * GESTURES.length)];
  if (!gesture || roomMs < 0) {
    return null;
  }
  const fromMs = earliestMs + Math.floor((whim(round, 91) * roomMs) / SECOND_MS) * SECOND_MS;
  return { ...gesture, fromMs, toMs: fromMs + GESTURE_MS };
}

/** How far hands lie on the table at a moment: not where they have something to do. */
function restingAt(view: Play, ms: number): number {
  const { closesAtMs = Number.POSITIVE_INFINITY, hands = true } = view;
  const { left, right } = shoeDeeds(view);
  if (!hands || leftMs(left, right) > 0) {
    return 0;
  }
  switch (view.state.phase) {
    case "betting":
      return (
        easeInOut(progress(ms, IDLE_FROM_MS, COME_MS)) *
        (1 - easeInOut(progress(ms, closesAtMs, GO_MS)))
      );
    case "revealing":
      return waitsForBeacon(view) ? 0 : 1 - easeInOut(progress(ms, 0, GO_MS));
    default:
      return 0;
  }
}

function idleAt(view: Play, ms: number): IdlePose {
  const { round, phase } = view.state;
  const seen = restingAt(view, ms);
  const { closesAtMs = ms } = view;
  // They lie as they did when bets closed.
  const at = phase === "betting" ? Math.min(ms, closesAtMs) : closesAtMs;
  const gesture = gestureOf(view);
  const restOf = (hand: Side, id: number): Rest => {
    const isOut = seen <= 0;
    const deed =
      !isOut && gesture?.hands.includes(hand) && at >= gesture.fromMs && at < gesture.toMs
        ? gesture.at(progress(at, gesture.fromMs, gesture.lengthMs))
        : {};
    return {
      shoe: 0,
      high: 0,
      ...deed,
      across: (isOut ? 0 : SHIFT * restless(round, id, at)) + (deed.across ?? 0),
      down: (isOut ? 0 : SLIP * restless(round, id + 2, at)) + (deed.down ?? 0),
    };
  };
  const seconds = seen > 0 ? at / 1000 : 0;
  return { round, seen, seconds, left: restOf("left", 1), right: restOf("right", 2) };
}

/** A card game as a dealer knows it who waits. */
interface IdleGame {
  /** The length of a hand, in widths of a card. */
  readonly hand: number;
  /** How far from the middle of the table a hand rests, in its own lengths, and how far down from its upper edge. */
  readonly apart: number;
  readonly down: number;
  layoutOf(size: Size): { cardWidth: number; shoe: Spot; shoePx: number };
}

/** The dealer's hands and the dust in the light while bets are taken. */
export function tableIdle<
  Outcome,
  Pose,
  Parts extends Drawing<Pose> & { readonly table: Group; readonly ground: Group },
>({ hand, apart, down, layoutOf }: IdleGame): Extras<Outcome, Pose, Parts, IdlePose> {
  return {
    pose: idleAt,
    stirs(view, ms) {
      const gesture = gestureOf(view);
      const comes = { fromMs: IDLE_FROM_MS, toMs: IDLE_FROM_MS + SECOND_MS };
      const isMoving = [comes, gesture].some((span) => span && ms >= span.fromMs && ms < span.toMs);
      return isMoving && restingAt(view, ms) > 0;
    },
    build(kit, _, { table, ground }) {
      const dust = new Dust(kit);
      const hands = {
        left: new Hand(kit, "left", ["flat"]),
        right: new Hand(kit, "right", ["flat"]),
      };
      const both = kit.group();
      both.add(hands.left.node, hands.right.node);
      both.place({ x: 0, y: 0, depth: DEPTH.hands });
      table.add(both);
      ground.add(...dust.nodes);
      let size: Size = { width: 1, height: 1 };
      let handPx = 0;
      let isPainted = false;
      const touchOf = (side: Side, { across, down: lower, shoe, high }: Rest, seen: number) => {
        const out = side === "left" ? -1 : 1;
        const at = layoutOf(size);
        const mouth = mouthOf(at.shoePx, at.shoe);
        const shoulder = size.width / 2 + out * size.width * 0.12;
        const rest = {
          x: size.width / 2 + out * (apart + across) * handPx,
          // From beyond the rail.
          y: (down + lower - 0.55 * (1 - seen)) * handPx,
        };
        const isNear = at.shoePx >= SMALL_PX ? shoe : 0;
        const [x, y] = [lerp(rest.x, mouth.x, isNear), lerp(rest.y, mouth.y, isNear)];
        return { x, y, high, elbow: { x: lerp(shoulder, x, 0.5), y: -1.6 * handPx } };
      };
      return {
        resize(box) {
          size = box;
          handPx = layoutOf(box).cardWidth * hand;
          isPainted = false;
          dust.fit(box);
        },
        show({ round, seen, seconds, left, right }) {
          // In a tall box cards lie where hands would.
          const hasRoom = handPx >= LEAST_PX && size.width > size.height;
          const isShown = seen > 0 && hasRoom && kit.look.isOrnate;
          if (isShown && !isPainted) {
            isPainted = true;
            hands.left.fit(handPx, size);
            hands.right.fit(handPx, size);
          }
          hands.left.show(isShown ? touchOf("left", left, seen) : null, "flat");
          hands.right.show(isShown ? touchOf("right", right, seen) : null, "flat");
          dust.show(kit.look.isOrnate ? seen : 0, seconds, round);
        },
      };
    },
  };
}
