import { profileOf } from "../../curl.ts";
import { CARD_RATIO } from "../../measures.ts";
import { pointOf } from "../../peel.ts";
import type { Size } from "../../scene.ts";
import { clamp01, easeInOut, lerp } from "../../tracks.ts";
import type { WinnersPlace, WinnersPlaces } from "../chip-way.ts";
import { spotOn, strayedWay } from "../dealing.ts";
import type { CardPose, Spot, Way } from "../dealing.ts";
import type { Sweep } from "../sweeps.ts";
import type { TrayPlace } from "../tray.ts";
import type { Aim, Grip, HandPose } from "./gestures.ts";

/** Which of the dealer's hands, as the picture shows them. */
export type Side = "left" | "right";

/** What a hand has to know of a card. */
export type CardStance = Pick<
  CardPose,
  "travel" | "turn" | "axis" | "bend" | "lift" | "stray" | "sweep"
>;

/** A table as its hands know it. CSS pixels. */
export interface Reachable {
  size: Size;
  cardPx: number;
  /** The length of a hand. */
  handPx: number;
  mouth: Spot;
  /** Where chips come from: beyond the table, if there is no room for a tray; and where they go, if there is a place. */
  tray: TrayPlace | null;
  winners: WinnersPlaces | null;
  /** The way of a card, and the hand that comes from its own side of the table to it: from above it would lie over others. */
  wayOf: (card: string, sweep: Sweep) => Way & { fromAside: Side | null };
}

interface Point {
  x: number;
  y: number;
}

/** Where a hand touches, how high over the table it is, 0 to 1, and where its arm comes from. */
export interface Touch extends Point {
  high: number;
  elbow: Point;
}

/** How far apart the shoulders of the dealer are, and how far the arms follow the hands, in shares: one that leans over to the other side leans little. */
const [SHOULDERS, FOLLOWS, FOLLOWS_OVER] = [0.17, 0.5, 0.85];

/** From the upper edge of the table to the elbow, in lengths of a hand. */
const ELBOW = 1.6;
/** From its side edge to the elbow of an arm that comes from there. */
const ASIDE = 2.2;
/** Of one that squeezes a card that stands upright, from what it holds: between the totals that stand in close-up's corners. */
const STEEP = { out: 1.6, up: 2 } as const;
/** Where the near edge is lifted, or a card lies across, that arm comes in beneath the total, and lies beside the card. */
const BENEATH = { out: 2.2, up: 0.5 } as const;

/** Where on a card a hand takes it, in shares of its width and height from its middle. */
const GRIPS: Readonly<Record<Exclude<Grip, "edge">, readonly [number, number]>> = {
  flat: [0, -0.08],
  behind: [0.46, 0.02],
};

/** How far above the lowest of them it holds them, in widths of a chip; and in the tray beneath that, in its lengths: with less of it over the table it would read as no hand. */
const [HELD_OVER, IN_TRAY] = [0.4, 0.1];
/** How far up the lifted edge it is pinched, in heights of the card. */
const [PINCHED, PINCHED_ASIDE] = [-0.5, -0.34];
/** How far outside of it the finger tips meet, in lengths of a hand: further in they lie over what appears there. */
const OUTSIDE = 0.06;
/**
 * How far within the corner of a card fingers lie upon its index, across and down, in its widths; and upon a corner that
 * has none.
 */
const [ON_INDEX, ON_CORNER] = [
  [0.12, 0.36],
  [0.08, 0.08],
] as const;
/** How far below such a card its arm comes in, in lengths of a hand; and one that comes from beyond cards on the other side. */
const [LOW, LOW_OVER] = [0.5, 0.8];

/** Where the elbow is when a hand reaches for a point from the dealer's side of the table. */
function elbowOver(
  { size, handPx }: Reachable,
  hand: Side,
  { x, y }: Point,
  follows: number = FOLLOWS,
): Point {
  const shoulder = size.width * (0.5 + (hand === "left" ? -SHOULDERS : SHOULDERS));
  // A hand that carries something off the table never gets beyond its own elbow.
  return { x: lerp(shoulder, x, follows), y: Math.min(0, y) - ELBOW * handPx };
}

/**
 * Where it is when an arm comes from its own side of the table, so far outside of that and `down` from a point, in
 * lengths of a hand.
 */
function elbowAside(
  { size, handPx }: Reachable,
  hand: Side,
  y: number,
  down = 0,
  out = ASIDE,
): Point {
  const outPx = out * handPx;
  return { x: hand === "left" ? -outPx : size.width + outPx, y: y + down * handPx };
}

/** And when it comes from above a card, with a lean to its own side. */
const steepOver = ({ handPx }: Reachable, hand: Side, { x, y }: Point): Point => ({
  x: x + (hand === "left" ? -1 : 1) * STEEP.out * handPx,
  y: y - STEEP.up * handPx,
});

/** Whether a card so turned is held from low down: it lies across, or its near edge is lifted. */
const isHeldLow = (angle: number, axis: number): boolean =>
  Math.abs(Math.sin(angle)) > 0.7 || Math.sin(axis + angle) > 0.99;

/**
 * Where a hand holds a card that it lifts, from the middle of its back in its widths: by the corner that goes ahead, or
 * that on its own side where an edge does. Where an index is it lays its fingers over that.
 */
function heldAt(hand: Side, axis: number): Point {
  const [cos, sin] = [Math.cos(axis), Math.sin(axis)];
  const isEdge = Math.abs(cos) < 0.01;
  const across = isEdge ? (hand === "left" ? -1 : 1) : Math.sign(cos);
  const down = Math.sign(sin);
  // Of a card that lies on its face, one is at the right above, the other one at the left below.
  const [inX, inY] = across * down < 0 ? ON_INDEX : ON_CORNER;
  return { x: across * (0.5 - inX), y: down * (CARD_RATIO / 2 - inY) };
}

function touchOfCard(
  table: Reachable,
  hand: Side,
  { card, grip }: Aim & { at: "card" },
  { travel, turn, axis, bend, lift, stray, sweep }: CardStance,
): Touch {
  const { cardPx } = table;
  const way = table.wayOf(card, sweep);
  // Where it is turned, a hand waits for a card that has not come yet: it does not reach over for it.
  const came = grip === "edge" ? Math.max(1, travel) : travel;
  const spot = spotOn(strayedWay(way, stray, cardPx), came);
  // What opens lies behind the finger tips, and the hand over the back: there is nothing to be seen.
  const isTip = grip === "edge" && axis !== 0;
  const isAside = way.fromAside === hand;
  let [across, down] = grip === "edge" ? [0, isAside ? PINCHED_ASIDE : PINCHED] : GRIPS[grip];
  let high = 0.35 * lift;
  if (isTip) {
    const tip = pointOf(turn, axis, CARD_RATIO, heldAt(hand, axis));
    [across, down] = [tip.x, tip.y / CARD_RATIO];
    high += 0.5 * tip.z;
  } else if (grip === "edge") {
    const { x, z } = profileOf(turn, bend, 24);
    across = (x[24] ?? 0) * (1 + 0.12 * (z[24] ?? 0));
    high += 0.5 * (z[24] ?? 0);
  }
  // In the shoe it is seen smaller, and held by its end.
  const scale = lerp(0.4, 1, clamp01(came)) * cardPx;
  const [cos, sin] = [Math.cos(spot.angle), Math.sin(spot.angle)];
  const [dx, dy] = [across * scale, down * scale * CARD_RATIO];
  const at = { x: spot.x + dx * cos - dy * sin, y: spot.y + dx * sin + dy * cos };
  const isOther = isTip && way.fromAside !== null && !isAside;
  // Beneath others it cannot come from above.
  const over =
    isOther && way.place.y > table.size.height / 2
      ? elbowAside(table, hand, at.y, LOW_OVER)
      : elbowOver(table, hand, at, isOther ? FOLLOWS_OVER : FOLLOWS);
  const aside = !isTip
    ? elbowAside(table, hand, at.y, LOW)
    : isHeldLow(spot.angle, axis)
      ? elbowAside(table, hand, at.y, -BENEATH.up, BENEATH.out)
      : steepOver(table, hand, at);
  const share = isAside ? easeInOut(came <= 1 ? clamp01(came) : 2 - came) : 0;
  const elbow = { x: lerp(over.x, aside.x, share), y: lerp(over.y, aside.y, share) };
  const [back, up] = [elbow.x - at.x, elbow.y - at.y];
  const out = grip === "edge" ? (OUTSIDE * table.handPx) / Math.hypot(back, up) : 0;
  return { x: at.x + out * back, y: at.y + out * up, high, elbow };
}

/** A hand at chips on their way from the tray, 0, to a place, 1: it goes around the table with them, from outside. */
function touchOfChips(table: Reachable, hand: Side, place: WinnersPlace, way: number): Touch {
  const share = Math.min(way, place.reach);
  const { x, y } = place.at(share);
  const aside = elbowAside(table, hand, y);
  const above = place.above(share);
  const inTray = IN_TRAY * table.handPx * clamp01(1 - 20 * share);
  return {
    x,
    y: y - HELD_OVER * place.chipPx + inTray,
    high: 0.1,
    // Straight: one that leans would lie over a card.
    elbow: { x: lerp(aside.x, x, above), y: lerp(aside.y, -ELBOW * table.handPx, above) },
  };
}

function touchOf(
  table: Reachable,
  hand: Side,
  aim: Aim,
  cards: Readonly<Record<string, CardStance>>,
): Touch | null {
  const { mouth } = table;
  const atShoe = { x: mouth.x, y: mouth.y, high: 0, elbow: elbowOver(table, hand, mouth) };
  switch (aim.at) {
    case "shoe":
      return atShoe;
    case "card": {
      const card = cards[aim.card];
      return card ? touchOfCard(table, hand, aim, card) : atShoe;
    }
    default: {
      const place = table.winners?.[aim.side];
      return place ? touchOfChips(table, hand, place, aim.way) : null;
    }
  }
}

/** The same hand beyond the edge of the table, where its arm comes from. */
function beyond(table: Reachable, { elbow, x, y }: Touch): Touch {
  const { size, handPx } = table;
  const isOver = elbow.y < 0 && elbow.x > 0 && elbow.x < size.width;
  // To a place beneath the cards it comes in level with that.
  const up = Math.min(0.4 * handPx, Math.abs(elbow.y - y));
  const out = isOver
    ? { x: lerp(x, elbow.x, 0.4), y: -0.3 * handPx }
    : { x: elbow.x < size.width / 2 ? -0.35 * handPx : size.width + 0.35 * handPx, y: y - up };
  return { ...out, high: 0.5, elbow };
}

/** Where a hand is. */
export function touchAt(
  table: Reachable,
  hand: Side,
  { from, to, way }: Pick<HandPose, "from" | "to" | "way">,
  cards: Readonly<Record<string, CardStance>>,
): Touch | null {
  const [start, end] = [from, to].map((aim) => aim && touchOf(table, hand, aim, cards));
  const one = start ?? (end && beyond(table, end));
  const other = end ?? (start && beyond(table, start));
  if (!one || !other) {
    return null;
  }
  const share = easeInOut(way);
  // From one thing to the next it is raised, by how far it has to go.
  const far = Math.hypot(other.x - one.x, other.y - one.y) / (2.5 * table.handPx);
  const raised = from === to ? 0 : Math.min(0.6, far) * Math.sin(Math.PI * share);
  const between = (axis: "x" | "y" | "high") => lerp(one[axis], other[axis], share);
  return {
    x: between("x"),
    y: between("y"),
    high: between("high") + raised,
    elbow: {
      x: lerp(one.elbow.x, other.elbow.x, share),
      y: lerp(one.elbow.y, other.elbow.y, share),
    },
  };
}
