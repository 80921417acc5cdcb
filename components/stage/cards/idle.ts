import type { Extras } from "../extras.ts";
import { Dust } from "../idle/dust.ts";
import { restless } from "../idle/restless.ts";
import type { Group } from "../kit.ts";
import type { Drawing, Play, Size } from "../scene.ts";
import { arc, easeInOut, lerp, progress } from "../tracks.ts";
import type { Spot } from "./dealing.ts";
import { DEPTH } from "./depths.ts";
import { leftMs } from "./hands/gestures.ts";
import { Hand } from "./hands/hand.ts";
import type { Side } from "./hands/reach.ts";
import { gestureAt } from "./idle-gestures.ts";
import type { Rest } from "./idle-gestures.ts";
import { shoeDeeds } from "./shoe-change.ts";
import { mouthOf, SMALL_PX } from "./shoe.ts";

/** What a dealer does while bets are taken. */
interface IdlePose {
  round: number;
  /** How far the hands lie on the table, 0 to 1; for how long they have, in seconds. */
  seen: number;
  seconds: number;
  left: Rest;
  right: Rest;
}

/** As bets open both hands come in, and lie there before a table without motion stands; in ms. */
const OPENING_MS = { comeAt: 120, come: 720 } as const;
/**
 * In the last second of bets both go apart over the cloth, and away; in ms before they close. As they do, the hands that
 * deal come in: no more than two are ever seen.
 */
const CLOSING_MS = { from: 900, part: 560, goAt: 360, go: 480 } as const;
/** How far apart that is, in lengths of a hand. */
const PARTED = 0.85;
/** How far a hand that rests shifts, across and down, in its own lengths. */
const [SHIFT, SLIP] = [0.02, 0.025];
/** Hands smaller than this, in CSS pixels, are out of place. */
const LEAST_PX = 44;

/** How far hands are on the table, and how far apart, 0 to 1. */
interface Resting {
  seen: number;
  parted: number;
}

const AWAY: Resting = { seen: 0, parted: 0 };

/** So long before bets close. */
function closing(leftMs: number): Resting {
  const { from, part, goAt, go } = CLOSING_MS;
  const ms = from - leftMs;
  const parted = easeInOut(progress(ms, 0, part));
  return { seen: 1 - easeInOut(progress(ms, goAt, go)), parted };
}

/** How hands lie on the table at a moment: not where they have something to do. */
function restingAt(view: Play, ms: number): Resting {
  const { closesAtMs = Number.POSITIVE_INFINITY, hands = true } = view;
  const { left, right } = shoeDeeds(view);
  const beforeMs = closesAtMs - ms;
  const isBetting = view.state.phase === "betting" && beforeMs > 0;
  if (!hands || !isBetting || leftMs(left, right) > 0) {
    return AWAY;
  }
  const { comeAt, come } = OPENING_MS;
  return beforeMs < CLOSING_MS.from
    ? closing(beforeMs)
    : { seen: easeInOut(progress(ms, comeAt, come)), parted: 0 };
}

function idleAt(view: Play, ms: number): IdlePose {
  const { round } = view.state;
  const { seen, parted } = restingAt(view, ms);
  const gesture = gestureAt(view, ms);
  const restOf = (hand: Side, id: number): Rest => {
    const isOut = seen <= 0;
    const deed =
      !isOut && gesture?.hands.includes(hand)
        ? gesture.at(progress(ms, gesture.fromMs, gesture.lengthMs))
        : {};
    return {
      shoe: 0,
      ...deed,
      high: Math.max(deed.high ?? 0, 0.3 * arc(parted)),
      across: (isOut ? 0 : SHIFT * restless(round, id, ms) + PARTED * parted) + (deed.across ?? 0),
      down: (isOut ? 0 : SLIP * restless(round, id + 2, ms)) + (deed.down ?? 0),
    };
  };
  const seconds = seen > 0 ? ms / 1000 : 0;
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

/** Where hands rest, in their lengths: how far each is from the middle, and its finger tips from the edge. */
const RESTING = { apart: 0.36, down: 0.46 } as const;
/** Where their arms come from, in lengths of a hand: to the side of them, and above the table. */
const ELBOW = { aside: 0.25, up: 1.6 } as const;
/** Hands that rest lie further off than those that deal, and are as wide as this side by side. */
const [FURTHER, WIDE] = [0.84, 1.32] as const;

/** The dealer's hands and the dust in the light while bets are taken. */
export function tableIdle<
  Outcome,
  Pose,
  Parts extends Drawing<Pose> & {
    readonly table: Group;
    readonly ground: Group;
  },
>({ hand, layoutOf, freePx }: IdleGame): Extras<Outcome, Pose, Parts, IdlePose> {
  return {
    pose: idleAt,
    stirs(view, ms) {
      const { seen, parted } = restingAt(view, ms);
      return seen > 0 && (parted > 0 || gestureAt(view, ms) !== undefined);
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
      const touchOf = (side: Side, { across, down, high, shoe }: Rest, seen: number) => {
        const out = side === "left" ? -1 : 1;
        const at = layoutOf(size);
        const mouth = mouthOf(at.shoePx, at.shoe);
        const isNear = at.shoePx >= SMALL_PX ? shoe : 0;
        const x = lerp(size.width / 2 + out * (RESTING.apart + across) * handPx, mouth.x, isNear);
        // From beyond the rail.
        const y = lerp((RESTING.down + down - (1 - seen)) * handPx, mouth.y, isNear);
        const aside = out * ELBOW.aside * (1 - isNear);
        return { x, y, high, elbow: { x: x + aside * handPx, y: -ELBOW.up * handPx } };
      };
      const show = (side: Side, rest: Rest, seen: number | null) =>
        hands[side].show(seen === null ? null : touchOf(side, rest, seen), "flat");
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
