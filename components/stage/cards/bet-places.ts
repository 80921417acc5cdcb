import { stepBelow } from "../bets/place.ts";
import type { ChipPlace } from "../bets/place.ts";
import type { Size } from "../scene.ts";
import type { ChipWay, Point } from "./chip-way.ts";
import { betBox } from "./paint/bets.ts";
import type { BetArc, BetSide } from "./paint/bets.ts";
import { chipsFrom } from "./paint/measures.ts";

/** The least that a finger hits, in CSS pixels. */
const PRESSED_PX = 30;

const pressed = (box: ChipPlace["box"]): ChipPlace["box"] => ({
  ...box,
  width: Math.max(PRESSED_PX, box.width),
  height: Math.max(PRESSED_PX, box.height),
});

/** Height of the type beside a chip, by its width; it is read from so many CSS pixels. */
const typeOf = (chipPx: number): number => Math.max(9, Math.min(22, chipPx * 0.5));

/** Where lost chips go: to the dealer, who stands beyond the middle of the upper rim. */
const awayFrom = (x: number, chipPx: number) => ({ x, y: chipPx * 1.1 });

/**
 * Where bets lie on a side of the band, below what has such a foot: everybody's on its outer end, and the player's own next to them or, where
 * the band is lettered, before it.
 */
export function placeOnBand(
  market: string,
  arc: BetArc,
  side: BetSide,
  chipPx: number,
  foot: number,
): ChipPlace {
  const typePx = typeOf(chipPx);
  const at = (fromEnd: number, below = 0) => {
    const angle = arc.half - fromEnd / arc.radius;
    return {
      x: arc.x + side * (arc.radius + below) * Math.sin(angle),
      y: arc.y + (arc.radius + below) * Math.cos(angle),
    };
  };
  const inwards = side < 0 ? ("left" as const) : ("right" as const);
  const long = (1 - arc.house) * arc.half * arc.radius;
  const isLettered = arc.typePx > 0;
  const before = isLettered ? arc.thick / 2 + chipPx * 0.5 : 0;
  const total = isLettered ? chipsFrom(arc) : chipPx * 0.6;
  const own = total + chipPx * (isLettered ? 0.35 : 1.15);
  const beside = own + chipPx * 0.6;
  const box = pressed(betBox(arc, side));
  const top = box.y - box.height / 2;
  const beneath = Math.max(arc.thick / 2, chipPx * 0.43) + typePx * 0.65;
  return {
    market,
    teams: [],
    box,
    chipPx,
    step: Math.min(
      stepBelow(chipPx, at(total).y, Math.max(top, foot)),
      stepBelow(chipPx, at(own, before).y, Math.max(top, foot), foot),
    ),
    typePx,
    total: at(total),
    own: at(own, before),
    share: isLettered
      ? { ...at(long + typePx * 0.5), anchor: inwards }
      : { ...at((long + beside) / 2), anchor: "middle" },
    stake: isLettered
      ? { ...at(beside + chipPx * 0.15, before), anchor: inwards }
      : { ...at(own, beneath), anchor: "middle" },
    away: awayFrom(arc.x, chipPx),
  };
}

/**
 * Where bets lie in the lozenge of the tie: at its left and right, on both sides of its name. A low one has no
 * room for the share: that is beneath it or, where other words are, beneath its chips.
 */
export function placeOfTie(
  middle: { x: number; y: number },
  lozenge: Size,
  chipPx: number,
  nameTypePx: number,
  { isClearBelow = true, foot = Number.NEGATIVE_INFINITY } = {},
): ChipPlace {
  const { x, y } = middle;
  const { width, height } = lozenge;
  const small = Math.min(chipPx, height * 0.5, width * 0.23);
  const typePx = typeOf(small);
  const aside = Math.max(small * 0.55, width * 0.5 - small * 0.6);
  const inside = nameTypePx * 0.6 + typePx * 0.8;
  const outside = height / 2 + typePx * 0.9;
  const beneath = y + small * 0.5 + typePx * 0.65;
  const box = pressed({ x, y, width, height });
  const isHigh = height * 0.5 > inside + typePx * 1.2;
  return {
    market: "tie",
    teams: [],
    box,
    chipPx: small,
    step: stepBelow(small, y, box.y - box.height / 2, foot),
    typePx,
    total: { x: x - aside, y },
    own: { x: x + aside, y },
    share:
      isHigh || isClearBelow
        ? { x, y: y + (isHigh ? inside : outside), anchor: "middle" }
        : { x: x - aside, y: beneath, anchor: "middle" },
    stake: { x: x + aside, y: beneath, anchor: "middle" },
    away: awayFrom(x, small),
  };
}

/** The same place, whose lost bets go into the tray on their way from between both piles by either hand. */
export function takenByHand(
  place: ChipPlace,
  wayFrom: (middle: Point, side: -1 | 1) => ChipWay,
): ChipPlace {
  const { total, own } = place;
  const middle = { x: (total.x + own.x) / 2, y: (total.y + own.y) / 2 };
  return { ...place, ways: { left: wayFrom(middle, -1), right: wayFrom(middle, 1) } };
}
