import { betsBelow, stacksOn } from "../../stage/cards/bet-arc.ts";
import type { ChipPlaces } from "../../stage/cards/bet-arc.ts";
import type { Spot } from "../../stage/cards/dealing.ts";
import { chipsFrom } from "../../stage/cards/paint/bets.ts";
import type { BetArc } from "../../stage/cards/paint/bets.ts";
import { CARD_RATIO, clearHeight, COUNT_RING, rimInset } from "../../stage/measures.ts";
import type { CountPlace } from "../../stage/measures.ts";
import type { Size } from "../../stage/scene.ts";

/** Where one hand of up to three cards lies. */
interface HandLayout {
  spots: readonly [Spot, Spot, Spot];
  name: { x: number; y: number };
  total: { x: number; y: number };
}

/** Where two hands lie in a box. CSS pixels throughout. */
export interface TwoHandsLayout {
  cardWidth: number;
  typePx: number;
  badgePx: number;
  /** Width of a chip, and where what a hand has won is stacked. */
  chipPx: number;
  chips: ChipPlaces;
  left: HandLayout;
  right: HandLayout;
  tie: { x: number; y: number };
  /** The place around the name of the tie. */
  tieBox: Size;
  bets: BetArc;
  shoe: Spot;
  /** Width of the shoe; a small one is left out. */
  shoePx: number;
  off: Spot;
  count: CountPlace;
}

/** Boxes higher than this share of their width have third cards beneath the pairs. */
const TALL_FROM = 0.74;

/** The band of bets is lettered, and has room for that. CSS pixels. */
const THICKEST = 28;

/** Width of a chip, in widths of a card. */
const CHIP = 0.38;

/** TiePlace a pair and the third card beside it, in widths of a card. */
const APART = 0.05;

/** Pairs side by side with third cards outside them; in a tall box third cards lie beneath. */
export function twoHandsLayout({ width, height }: Size): TwoHandsLayout {
  const clear = clearHeight(height);
  return height > width * TALL_FROM
    ? beneath({ width, height }, clear)
    : beside({ width, height }, clear);
}

/** TiePlace the foot of the pairs and the rim of the table, and no wider than what is free there. */
function countBelow({ width, height }: Size, foot: number, free: number): CountPlace {
  // Clear of the piping of the rail.
  const rim = height - 1.5 * rimInset(height);
  const ring = Math.min((rim - foot) * 0.86, free * 0.92);
  return { x: width / 2, y: (foot + rim) / 2, px: ring / COUNT_RING };
}

/** Where swept cards go. */
const offTable = (w: number): Spot => ({ x: -w * 1.2, y: -w, angle: -0.9 });

function beside({ width, height }: Size, clear: number): TwoHandsLayout {
  const typePx = Math.max(10, Math.min(24, height * 0.056, width * 0.05));
  const badgePx = 2 * Math.round(Math.max(26, Math.min(76, clear * 0.21)) / 2);
  const air = Math.max(3, clear * 0.026);
  const high = (clear - typePx * 1.3 - badgePx - 4 * air) / CARD_RATIO;
  const w = 2 * Math.floor(Math.min(width / 2 / 3.95, high) / 2);
  const h = w * CARD_RATIO;
  const gap = Math.max(3, Math.round(w * 0.06));
  const space = Math.max(0, clear - typePx * 1.3 - h - badgePx) / 4;
  const nameY = space + typePx * 0.65;
  const y = Math.round(nameY + typePx * 0.65 + space + h / 2);
  const totalY = y + h / 2 + space * 1.1 + badgePx / 2;
  const rest = width / 2 - (3.4 * w + gap + APART * w);
  // The two hands stand further apart than the cards of one.
  const inner = Math.max(gap * 1.2, rest * 0.5);
  const hand = (side: -1 | 1): HandLayout => {
    // From the middle of the table outwards.
    const x = (outwards: number) => width / 2 + side * (inner + outwards);
    const [near, far] = [x(w / 2), x(w * 1.5 + gap)];
    const [left, right] = side < 0 ? [far, near] : [near, far];
    const third = {
      x: x(2 * w + gap + h / 2 + APART * w),
      y: y + (h - w) / 2,
      angle: (side * Math.PI) / 2,
    };
    const pairX = x(w + gap / 2);
    return {
      spots: [{ x: left, y, angle: 0 }, { x: right, y, angle: 0 }, third],
      name: { x: pairX, y: nameY },
      total: { x: pairX, y: totalY },
    };
  };
  const right = hand(1);
  const over = right.spots[2].y - w / 2;
  const shoePx = Math.min(h * 1.3, (over - 4) * 1.95);
  const totalX = inner + w + gap / 2;
  const apart = 2 * totalX - badgePx * 1.2;
  const bets = betsBelow(
    { width, height },
    [
      { off: totalX + badgePx / 2, foot: totalY + badgePx * 0.55 },
      { off: width, foot: right.spots[2].y + w / 2 },
    ],
    THICKEST,
    false,
  );
  const chipPx = w * CHIP;
  return {
    cardWidth: w,
    typePx,
    badgePx,
    chipPx,
    chips: stacksOn(bets, chipPx, chipsFrom(bets)),
    left: hand(-1),
    right,
    tie: { x: width / 2, y: totalY },
    tieBox: { width: apart * 0.9, height: Math.min(badgePx, apart * 0.45) },
    bets,
    // Above the place of the banker's third card; the corner of the box cuts its back off.
    shoe: { x: width - shoePx * 0.3, y: over - 4 - shoePx * 0.31, angle: 0.4 },
    shoePx,
    off: offTable(w),
    count: countBelow({ width, height }, y + h / 2, 2 * (inner + w + gap / 2) - badgePx),
  };
}

function beneath({ width, height }: Size, clear: number): TwoHandsLayout {
  const typePx = Math.max(10, Math.min(22, height * 0.045, width * 0.04));
  const w = 2 * Math.floor(Math.min(width * 0.21, (clear - typePx * 2.2 - 18) / 2.52) / 2);
  const h = w * CARD_RATIO;
  const gap = Math.max(3, Math.round(w * 0.06));
  // Beside the third card, on the side of the middle, there is just room for the total.
  const badgePx = 2 * Math.round((w * 0.52) / 2);
  const space = Math.max(0, clear - typePx * 1.3 - h - gap * 2 - w) / 3;
  const nameY = space * 1.2 + typePx * 0.65;
  const y = Math.round(nameY + typePx * 0.65 + Math.min(space, 26) * 0.6 + h / 2);
  const underY = y + h / 2 + gap * 2 + w / 2;
  const spare = width / 2 - 2 * w - gap;
  // Clear of the rim, where there is room for that.
  const inner = Math.max(gap, Math.min(spare / 2, spare - 2 * rimInset(height)));
  const hand = (side: -1 | 1): HandLayout => {
    const x = (outwards: number) => width / 2 + side * (inner + outwards);
    const [near, far] = [x(w / 2), x(w * 1.5 + gap)];
    const [left, right] = side < 0 ? [far, near] : [near, far];
    return {
      spots: [
        { x: left, y, angle: 0 },
        { x: right, y, angle: 0 },
        { x: x(2 * w + gap - h / 2), y: underY, angle: (side * Math.PI) / 2 },
      ],
      name: { x: x(w + gap / 2), y: nameY },
      total: { x: x((2 * w + gap - h) / 2 - gap * 0.4), y: underY },
    };
  };
  const bets = betsBelow({ width, height }, [{ off: width, foot: underY + w / 2 }], 20, true);
  const chipPx = w * 0.25;
  return {
    cardWidth: w,
    typePx,
    badgePx,
    chipPx,
    chips: stacksOn(bets, chipPx, chipPx * 0.5),
    left: hand(-1),
    right: hand(1),
    tie: { x: width / 2, y: nameY },
    // TiePlace the names of the hands.
    tieBox: { width: 2 * (inner + w + gap / 2) - typePx * 6.6, height: typePx * 2 },
    bets,
    // No room for one: cards come from the edge.
    shoe: { x: width - w * 0.3, y: -w * 0.3, angle: 0.5 },
    shoePx: 0,
    off: offTable(w),
    // The totals, which are not there yet, leave it their room.
    count: countBelow({ width, height }, y + h / 2, 2 * (inner + 2 * w + gap - h)),
  };
}
