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

/**
 * Where a hand is, from where it rests, in its own lengths: folded over the other one, or by a share opened; at the
 * shoe by a share, and how high, 0 to 1.
 */
interface Rest {
  open: number;
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

/** As bets open both hands come in, open, and are folded before a table without motion stands; in ms. */
const OPENING_MS = { comeAt: 120, come: 380, foldAt: 520, fold: 460 } as const;
/** As bets close both go apart over the cloth, and away; in ms. */
const CLOSING_MS = { part: 330, goAt: 190, go: 270 } as const;
/** How far apart that is, in lengths of a hand. */
const PARTED = 0.85;
/** How far a hand that rests shifts, across and down, in its own lengths. */
const [SHIFT, SLIP] = [0.02, 0.025];
/** Hands smaller than this, in CSS pixels, are out of place. */
const LEAST_PX = 44;

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

/** Out of rest in the first part of a gesture, and back in the last. */
const during = (share: number, part = 0.3): number =>
  easeInOut(progress(share, 0, part)) - easeInOut(progress(share, 1 - part, part));

const GESTURES: readonly Gesture[] = [
  // It squares the shoe: lies on its lid, and presses twice.
  {
    lengthMs: 2_000,
    hands: ["right"],
    at: (share) => ({
      shoe: during(share, 0.32),
      open: during(share, 0.2),
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
      open: during(share),
      across: -0.3 * arc(share) + 0.16 * during(share) * Math.sin(6 * Math.PI * share),
      down: 0.18 * arc(share),
    }),
  },
  // Both are shown to be empty.
  {
    lengthMs: 1_900,
    hands: ["left", "right"],
    at: (share) => ({ open: during(share, 0.34), high: 0.5 * arc(share) }),
  },
  // Fingers tap three times.
  {
    lengthMs: 1_500,
    hands: ["right"],
    at: (share) => ({
      open: 0.45 * during(share, 0.25),
      high: 0.3 * during(share, 0.25) * Math.abs(Math.sin(3 * Math.PI * progress(share, 0.2, 0.6))),
    }),
  },
  // It runs along the chips in the tray.
  {
    lengthMs: 2_000,
    hands: ["right"],
    at: (share) => ({
      open: 0.7 * during(share, 0.22),
      across: -0.55 * during(share, 0.22) * (0.5 - 0.5 * Math.cos(4 * Math.PI * share)),
      down: -0.1 * during(share, 0.22),
    }),
  },
];

/** The gesture of a round, and when it is made; null where there is no time for one. */
function gestureOf(view: Play): (Gesture & Span) | null {
  const { round } = view.state;
  const earliestMs = IDLE_FROM_MS + SECOND_MS;
  const roomMs = idleUntilMs(view) - earliestMs - GESTURE_MS;
  const gesture = GESTURES[Math.floor(whim(round, 90) * GESTURES.length)];
  if (!gesture || roomMs < 0) {
    return null;
  }
  const fromMs = earliestMs + Math.floor((whim(round, 91) * roomMs) / SECOND_MS) * SECOND_MS;
  return { ...gesture, fromMs, toMs: fromMs + GESTURE_MS };
}

/** How far hands are on the table, 0 to 1, and how far opened or apart. */
interface Resting {
  seen: number;
  open: number;
  parted: number;
}

const AWAY: Resting = { seen: 0, open: 1, parted: 0 };

/** So long after bets have closed. */
function closing(ms: number): Resting {
  const { part, goAt, go } = CLOSING_MS;
  const parted = easeInOut(progress(ms, 0, part));
  return { seen: 1 - easeInOut(progress(ms, goAt, go)), open: Math.min(1, 2 * parted), parted };
}

/** How hands lie on the table at a moment: not where they have something to do. */
function restingAt(view: Play, ms: number): Resting {
  const { closesAtMs = Number.POSITIVE_INFINITY, hands = true } = view;
  const { left, right } = shoeDeeds(view);
  if (!hands || leftMs(left, right) > 0) {
    return AWAY;
  }
  const { comeAt, come, foldAt, fold } = OPENING_MS;
  switch (view.state.phase) {
    case "betting":
      return ms > closesAtMs
        ? closing(ms - closesAtMs)
        : {
            seen: easeInOut(progress(ms, comeAt, come)),
            open: 1 - easeInOut(progress(ms, foldAt, fold)),
            parted: 0,
          };
    case "revealing":
      return waitsForBeacon(view) ? AWAY : closing(ms);
    default:
      return AWAY;
  }
}

function idleAt(view: Play, ms: number): IdlePose {
  const { round, phase } = view.state;
  const { seen, open, parted } = restingAt(view, ms);
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
      ...deed,
      open: isOut ? 1 : Math.max(open, deed.open ?? 0),
      high: isOut ? 0 : Math.max(deed.high ?? 0, 0.3 * arc(parted)),
      across: (isOut ? 0 : SHIFT * restless(round, id, at) + PARTED * parted) + (deed.across ?? 0),
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
  layoutOf(size: Size): { cardWidth: number; shoe: Spot; shoePx: number };
  /** How much free cloth there is on the dealer's side, in CSS pixels; 0 where hands would hide something. */
  freePx(size: Size): number;
}

/** Where hands are folded, in their lengths: how far each is from the middle, and how far down. */
const FOLDED = { apart: 0.12, down: 0.15 } as const;
/** And where they lie open. */
const OPENED = { apart: 0.4, down: 0.24 } as const;
/** Where the arms of folded and of open hands come from, in lengths of a hand: to the side of them, and above the table. */
const [ELBOW_FOLDED, ELBOW_OPEN] = [
  { aside: 1.3, up: 0.24 },
  { aside: 0.25, up: 1.6 },
] as const;
/** Hands that rest lie further off than those that deal, and are as wide as this when they are folded. */
const [FURTHER, WIDE] = [0.84, 1.32] as const;
/** From so far opened on fingers are stretched. */
const STRETCHED = 0.3;

/** The dealer's hands and the dust in the light while bets are taken. */
export function tableIdle<
  Outcome,
  Pose,
  Parts extends Drawing<Pose> & { readonly table: Group; readonly ground: Group },
>({ hand, layoutOf, freePx }: IdleGame): Extras<Outcome, Pose, Parts, IdlePose> {
  return {
    pose: idleAt,
    stirs(view, ms) {
      const gesture = gestureOf(view);
      return (
        gesture !== null &&
        ms >= gesture.fromMs &&
        ms < gesture.toMs &&
        restingAt(view, ms).seen > 0
      );
    },
    build(kit, _, { table, ground }) {
      const dust = new Dust(kit);
      const hands = {
        left: new Hand(kit, "left", ["rest", "flat"]),
        right: new Hand(kit, "right", ["rest", "flat"]),
      };
      const both = kit.group();
      both.add(hands.left.node, hands.right.node);
      both.place({ x: 0, y: 0, depth: DEPTH.hands });
      table.add(both);
      ground.add(...dust.nodes);
      let size: Size = { width: 1, height: 1 };
      let handPx = 0;
      let isPainted = false;
      const touchOf = (side: Side, rest: Rest, seen: number) => {
        const { open, across, down, shoe, high } = rest;
        const out = side === "left" ? -1 : 1;
        const at = layoutOf(size);
        const mouth = mouthOf(at.shoePx, at.shoe);
        const between = (from: number, to: number) => lerp(from, to, open) * handPx;
        const folded = {
          x: size.width / 2 + out * (between(FOLDED.apart, OPENED.apart) + across * handPx),
          // From beyond the rail.
          y: between(FOLDED.down, OPENED.down) + (down - 0.75 * (1 - seen)) * handPx,
        };
        const isNear = at.shoePx >= SMALL_PX ? shoe : 0;
        const [x, y] = [lerp(folded.x, mouth.x, isNear), lerp(folded.y, mouth.y, isNear)];
        const elbow = {
          x: x + out * between(ELBOW_FOLDED.aside, ELBOW_OPEN.aside) * (1 - isNear),
          y: -between(ELBOW_FOLDED.up, ELBOW_OPEN.up),
        };
        return { x, y, high, elbow };
      };
      const show = (side: Side, rest: Rest, seen: number | null) =>
        hands[side].show(
          seen === null ? null : touchOf(side, rest, seen),
          rest.open > STRETCHED ? "flat" : "rest",
        );
      return {
        resize(box) {
          size = box;
          handPx = Math.min(layoutOf(box).cardWidth * hand * FURTHER, freePx(box) / WIDE);
          isPainted = false;
          dust.fit(box);
        },
        show({ round, seen, seconds, left, right }) {
          const isShown = seen > 0 && handPx >= LEAST_PX && kit.look.isOrnate;
          if (isShown && !isPainted) {
            isPainted = true;
            hands.left.fit(handPx, size);
            hands.right.fit(handPx, size);
          }
          show("left", left, isShown ? seen : null);
          show("right", right, isShown ? seen : null);
          dust.show(kit.look.isOrnate ? seen : 0, seconds, round);
        },
      };
    },
  };
}
