import { betsBelow, stacksOn } from "../../stage/cards/bet-arc.ts";
import type { ChipPlaces } from "../../stage/cards/bet-arc.ts";
import type { Spot } from "../../stage/cards/dealing.ts";
import type { BetArc } from "../../stage/cards/paint/bets.ts";
import { CHIP_RATIO, CHIP_STEP, chipsFrom } from "../../stage/cards/paint/measures.ts";
import type { Sweep } from "../../stage/cards/sweeps.ts";
import { sweptSpots } from "../../stage/cards/swept-spots.ts";
import { CARD_RATIO, clearHeight, COUNT_RING, limitIn, rimInset } from "../../stage/measures.ts";
import type { CountPlace } from "../../stage/measures.ts";
import { leanAt } from "../../stage/paint/table-outline.ts";
import type { Size } from "../../stage/scene.ts";

/** Where one hand of up to three cards lies. */
interface HandLayout {
  spots: readonly [Spot, Spot, Spot];
  /** All of its cards. */
  area: Size & { x: number; y: number };
  name: { x: number; y: number };
  total: { x: number; y: number };
}

/** Where two hands lie in a box. CSS pixels throughout. */
export interface TwoHandsLayout {
  /** Whether third cards lie beneath the pairs, with totals and the tie between them. */
  isTall: boolean;
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
  /** Where swept cards go. */
  off: Record<Sweep, Spot>;
  count: CountPlace;
}

/** How wide the name of a side is about, in heights of its type. */
export const NAME_WIDE = 5.8;

/** Boxes higher than this share of their width have third cards beneath the pairs. */
const TALL_FROM = 0.74;

/** In smaller boxes, in CSS pixels, faces are small: third cards lie upright, and there is room for larger ones. */
const ACROSS_FROM = { width: 610, height: 215 } as const;

/** How far a hand is from the middle of the table at the most, in widths of a card. */
const INNER_MOST = 1;

/** The widest place of the tie, by its height. */
const TIE_MOST = 4.5;

/** The band of bets is lettered, and has room for that. CSS pixels. */
const THICKEST = 28;

/** Width of a chip, in widths of a card, and the most of it by how thick the band of bets is. */
const CHIP = 0.38;
const CHIP_ON_BAND = 1.45;

/** How far a full pile reaches up from the middle of its lowest chip, in widths of a chip. */
const PILE_HIGH = 3 * CHIP_STEP + CHIP_RATIO / 2;

/** How much of the places of both pairs the number of the last seconds may cover, in widths of a card. */
const COUNT_OVER = 0.5;

/** Between a pair and the third card beside it, in widths of a card, as that lies. */
const APART = { across: 0.05, upright: 0.1 } as const;

/** Pairs side by side with third cards across outside them; in a tall box they lie upright beneath. */
export function twoHandsLayout({ width, height }: Size): TwoHandsLayout {
  const clear = clearHeight(height);
  return height > width * TALL_FROM
    ? beneath({ width, height }, clear)
    : beside({ width, height }, clear);
}

/** Between the foot of the pairs and that of what is free there, and no wider than that is. */
function countBelow({ width }: Size, top: number, foot: number, free: number): CountPlace {
  const ring = Math.min((foot - top) * 0.86, free * 0.92);
  return { x: width / 2, y: (top + foot) / 2, px: ring / COUNT_RING };
}

/** A spot on a table of a size. */
const lying = (size: Size, x: number, y: number, angle = 0): Spot => ({
  x,
  y,
  angle,
  lean: leanAt(size, x),
});

function beside({ width, height }: Size, clear: number): TwoHandsLayout {
  const typePx = Math.max(10, Math.min(limitIn(height, 24, 0.045), height * 0.056, width * 0.05));
  const badgePx =
    2 * Math.round(Math.max(26, Math.min(limitIn(height, 76, 0.125), clear * 0.21)) / 2);
  const air = Math.max(3, clear * 0.026);
  const high = (clear - typePx * 1.3 - badgePx - 4 * air) / CARD_RATIO;
  const isUpright = width < ACROSS_FROM.width || height < ACROSS_FROM.height;
  const w = 2 * Math.floor(Math.min(width / 2 / (isUpright ? 3.55 : 3.95), high) / 2);
  const h = w * CARD_RATIO;
  // How far a third card reaches from its middle to the side, and up and down.
  const [aside, along] = isUpright ? [w / 2, h / 2] : [h / 2, w / 2];
  const apart = APART[isUpright ? "upright" : "across"] * w;
  const gap = Math.max(3, Math.round(w * 0.06));
  const space = Math.max(0, clear - typePx * 1.3 - h - badgePx) / 4;
  const nameY = space + typePx * 0.65;
  const y = Math.round(nameY + typePx * 0.65 + space + h / 2);
  const totalY = y + h / 2 + space * 1.1 + badgePx / 2;
  const rest = width / 2 - (2 * w + gap + apart + 2 * aside);
  // The two hands stand further apart than the cards of one.
  const inner = Math.max(gap * 1.2, Math.min(rest * 0.5, w * INNER_MOST));
  const hand = (side: -1 | 1): HandLayout => {
    // From the middle of the table outwards.
    const x = (outwards: number) => width / 2 + side * (inner + outwards);
    const [near, far] = [x(w / 2), x(w * 1.5 + gap)];
    const [left, right] = side < 0 ? [far, near] : [near, far];
    const third = lying(
      { width, height },
      x(2 * w + gap + apart + aside),
      // The feet of all cards lie on one line.
      y + h / 2 - along,
      isUpright ? 0 : (side * Math.PI) / 2,
    );
    const pairX = x(w + gap / 2);
    const across = 2 * w + gap + apart + 2 * aside;
    return {
      spots: [lying({ width, height }, left, y), lying({ width, height }, right, y), third],
      area: { x: x(across / 2), y, width: across, height: h },
      name: { x: pairX, y: nameY },
      total: { x: pairX, y: totalY },
    };
  };
  const right = hand(1);
  const over = right.spots[2].y - along;
  const shoePx = Math.min(h * 1.3, (over - 4) * 1.95);
  const totalX = inner + w + gap / 2;
  const between = 2 * totalX - badgePx * 1.2;
  const tieHeight = Math.min(badgePx, between * 0.45);
  const free = Math.min(y - nameY - typePx * 0.6, totalY - tieHeight / 2 - y);
  const ring = Math.min(2 * inner + w * COUNT_OVER, 1.8 * free);
  const thickest = limitIn(height, THICKEST, 0.055);
  const widestPx = Math.min(w * CHIP, thickest * CHIP_ON_BAND);
  const bets = betsBelow(
    { width, height },
    [
      { off: totalX + badgePx / 2, foot: totalY + badgePx * 0.55 },
      // What is piled up on the band does not reach up to the third card.
      { off: width, foot: right.spots[2].y + along, piled: widestPx * PILE_HIGH - thickest / 2 },
    ],
    thickest,
    false,
  );
  const chipPx = Math.min(widestPx, bets.thick * CHIP_ON_BAND);
  return {
    isTall: false,
    cardWidth: w,
    typePx,
    badgePx,
    chipPx,
    chips: stacksOn(bets, chipPx, chipsFrom(bets)),
    left: hand(-1),
    right,
    tie: { x: width / 2, y: totalY },
    tieBox: { width: Math.min(between * 0.9, badgePx * TIE_MOST), height: tieHeight },
    bets,
    // Above the place of the banker's third card; the corner of the box cuts its back off.
    shoe: { x: width - shoePx * 0.3, y: over - 4 - shoePx * 0.31, angle: 0.4 },
    shoePx,
    off: sweptSpots({ width, height }, w, y),
    // Between the pairs, over the edges of their places: nothing is bet or read there.
    count: { x: width / 2, y, px: ring / COUNT_RING },
  };
}

function beneath({ width, height }: Size, clear: number): TwoHandsLayout {
  const typePx = Math.max(10, Math.min(limitIn(height, 22, 0.026), height * 0.045, width * 0.04));
  const w = 2 * Math.floor(Math.min(width * 0.2, (clear - typePx * 2.2 - 18) / 2.92) / 2);
  const h = w * CARD_RATIO;
  const gap = Math.max(3, Math.round(w * 0.06));
  // Beside the third card, on the side of the middle, there is just room for the total.
  const badgePx = 2 * Math.round((w * 0.6) / 2);
  // The tray stands above the names, and hands rest between these.
  const trayPx = 2 * rimInset(height);
  const space = Math.max(0, clear - trayPx - typePx * 1.3 - 2 * h - gap * 2) / 3;
  const nameY = trayPx + space * 0.9 + typePx * 0.65;
  const y = Math.round(nameY + typePx * 0.65 + Math.min(space, 26) * 0.6 + h / 2);
  const underY = y + h + gap * 2;
  const tieHeight = typePx * 2;
  const spare = width / 2 - 2 * w - gap;
  // Clear of the rim, where there is room for that, and with room for chips between the hands.
  const inner = Math.max(2 * gap, Math.min(spare / 2, spare - 2 * rimInset(height)));
  const hand = (side: -1 | 1): HandLayout => {
    const x = (outwards: number) => width / 2 + side * (inner + outwards);
    const [near, far] = [x(w / 2), x(w * 1.5 + gap)];
    const [left, right] = side < 0 ? [far, near] : [near, far];
    return {
      spots: [
        lying({ width, height }, left, y),
        lying({ width, height }, right, y),
        lying({ width, height }, x(w * 1.5 + gap), underY),
      ],
      area: {
        x: x(w + gap / 2),
        y: (y + underY) / 2,
        width: 2 * w + gap,
        height: underY - y + h,
      },
      name: { x: x(w + gap / 2), y: nameY },
      // Above the place of the tie, which stands on the line of the cards' feet.
      total: { x: x(w / 2), y: underY - tieHeight / 2 },
    };
  };
  const over = y - h / 2 - 4;
  const nameX = width / 2 + inner + w + gap / 2;
  const shoePx = Math.min(over * 1.95, (width - nameX - (typePx * NAME_WIDE) / 2) * 1.1);
  const chipPx = w * 0.2;
  const bets = betsBelow(
    { width, height },
    // What is piled up stays clear of the third cards.
    [{ off: width, foot: underY + h / 2, piled: chipPx * PILE_HIGH }],
    limitIn(height, 20, 0.03),
    true,
  );
  return {
    isTall: true,
    cardWidth: w,
    typePx,
    badgePx,
    chipPx,
    chips: stacksOn(bets, chipPx, chipPx * 0.5),
    left: hand(-1),
    right: hand(1),
    tie: { x: width / 2, y: underY + h / 2 - tieHeight / 2 },
    // Between the third cards.
    tieBox: { width: 1.8 * (inner + w), height: tieHeight },
    bets,
    // Beside the name of the banker, above its cards.
    shoe: { x: width - shoePx * 0.3, y: over - shoePx * 0.31, angle: 0.4 },
    shoePx,
    off: {
      ...sweptSpots({ width, height }, w, y),
      // Over the corner a hand would not come by the third card.
      0: { x: -1.1 * w, y: y - 0.2 * w, angle: -0.9 },
    },
    // The totals, which are not there yet, leave it their room.
    count: countBelow(
      { width, height },
      y + h / 2,
      underY + h / 2 - tieHeight,
      2 * (inner + w + gap),
    ),
  };
}
