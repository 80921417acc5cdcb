import { betsBelow, stacksOn } from "../../stage/cards/bet-arc.ts";
import type { ChipPlaces } from "../../stage/cards/bet-arc.ts";
import type { Spot } from "../../stage/cards/dealing.ts";
import type { BetArc } from "../../stage/cards/paint/bets.ts";
import type { Sweep } from "../../stage/cards/sweeps.ts";
import { sweptSpots } from "../../stage/cards/swept-spots.ts";
import { CARD_RATIO, clearHeight, COUNT_RING, limitIn, rimInset } from "../../stage/measures.ts";
import type { CountPlace } from "../../stage/measures.ts";
import { leanAt } from "../../stage/paint/table-outline.ts";
import type { Size } from "../../stage/scene.ts";

/** Where two single cards lie in a box. CSS pixels throughout. */
export interface DuelLayout {
  cardWidth: number;
  left: Spot;
  right: Spot;
  /** Width of the shoe; a small one is left out. */
  shoePx: number;
  shoe: Spot;
  /** Where swept cards go. */
  off: Record<Sweep, Spot>;
  /** Height of the sides' lettering, and where its middle lies. */
  typePx: number;
  typeY: number;
  tieY: number;
  /** Between the two cards, or beneath them in a tall box. */
  gap: number;
  tall: boolean;
  /** The place of the tie: between the cards, or a small one beneath them. */
  lozenge: Size;
  /** Width of a chip, and where chips are stacked; nowhere without a band of bets. */
  chipPx: number;
  chips: ChipPlaces | null;
  /** Where bets are placed; null where there is no room for it. */
  bets: BetArc | null;
  count: CountPlace;
}

/** In lower boxes than this there is no room below the names, in CSS pixels. */
const BETS_FROM_PX = 260;

/** What the tray takes of the height of a tall box, beside the air that is there. */
const TRAY_ABOVE = 0.035;

/** Boxes higher than this share of their width have the tie's lettering beneath the cards. */
const TALL_FROM = 0.74;

export function duelLayout({ width, height }: Size): DuelLayout {
  const tall = height > width * TALL_FROM;
  const clear = clearHeight(height);
  const typePx = Math.max(11, Math.min(limitIn(height, 28, 0.046), height * 0.062, width * 0.05));
  const margin = Math.max(5, clear * 0.062);
  // In a tall box the tray stands above the cards.
  const trayPx = tall ? height * TRAY_ABOVE : 0;
  const free = clear - trayPx - typePx * (tall ? 4.4 : 1.6);
  const high = (free - 2 * margin) / CARD_RATIO;
  const cardWidth = 2 * Math.floor(Math.min(width * (tall ? 0.4 : 0.235), high) / 2);
  const cardHeight = cardWidth * CARD_RATIO;
  const space = Math.max(margin, (free - cardHeight) / 2);
  // A little low: the card leans over its upper edge as it turns, and light needs room above it.
  const y = Math.round(trayPx + space * 1.3 + cardHeight / 2);
  const typeY = y + cardHeight / 2 + Math.min(space, typePx * 0.5) + typePx * 0.55;
  const inset = tall ? 0.27 : Math.max(0.24, Math.min(0.3, 0.5 - (cardWidth * 1.35) / width));
  // Between the card beside it and the rail.
  const aside = width * inset - cardWidth / 2;
  const shoePx = Math.min(cardWidth * 1.1, aside * 1.75);
  const gap = tall ? width * 0.6 : width * (1 - 2 * inset) - cardWidth;
  const across = Math.min(gap * 0.62, cardHeight * 0.72);
  const lozenge = tall
    ? { width: typePx * 6, height: typePx * 2 }
    : { width: across, height: across };
  const tieY = tall ? typeY + typePx * 1.5 : y;
  // Beneath the place of the tie; in a tall box, where that lies lower, between the cards and over the edges of their places.
  const [countFoot, rim] = [y + across / 2, height - 1.5 * rimInset(height)];
  const ring = tall
    ? width * (1 - 2 * inset) - cardWidth * 0.82
    : Math.min((rim - countFoot) * 0.9, gap * 0.86);
  const above = [{ off: width * (0.5 - inset) + typePx * 3, foot: typeY + typePx * 0.7 }];
  if (tall) {
    above.push({ off: width * 0.2, foot: tieY + lozenge.height * 0.4 });
  }
  const bets =
    tall || height >= BETS_FROM_PX
      ? // The names of the sides are right above it.
        { ...betsBelow({ width, height }, above, limitIn(height, 19, 0.04), tall), typePx: 0 }
      : null;
  const spotAt = (x: number): Spot => ({ x, y, angle: 0, lean: leanAt({ width, height }, x) });
  const chipPx = Math.max(6, cardWidth * 0.225);
  return {
    cardWidth,
    chipPx,
    // On a band clear of the names of the sides.
    chips: bets && stacksOn(bets, chipPx, chipPx * 0.7),
    left: spotAt(Math.round(width * inset)),
    right: spotAt(Math.round(width * (1 - inset))),
    shoePx,
    // Its mouth beside the place of the tiger; the corner of the box cuts its back off.
    shoe: { x: width - aside + shoePx * 0.42, y: shoePx * 0.32, angle: 0.4 },
    off: sweptSpots({ width, height }, cardWidth, y),
    typePx,
    typeY,
    tieY,
    gap,
    tall,
    lozenge,
    bets,
    count: {
      x: width / 2,
      y: tall ? y : (countFoot + rim) / 2,
      px: ring / COUNT_RING,
    },
  };
}
