import type { Point, Size } from "../drawing.ts";
import { lerp } from "../easing.ts";

/** Where bets on one market are drawn in a box, in CSS pixels. */
export interface BetPlace {
  market: string;
  /** The market's teams; empty in the card games. */
  teams: readonly string[];
  /** The pressable area; x and y are its centre. */
  box: Point & Size;
  /** How far the area leans to the right, in pixels per pixel upwards. */
  lean: number;
  chipPx: number;
  /** Height of each chip above the one beneath, in chip widths; less if there is less room. */
  step: number;
  typePx: number;
  winPx: number;
  /** The centre of the lowest chip in all players' pile. */
  total: Point;
  /** The centre of the lowest chip in the player's own pile. */
  own: Point;
  hasLabels: boolean;
  /** Whether labels are above the piles, because beneath them they would be cut off. */
  areLabelsAbove: boolean;
  /** The centre of the player's win. */
  win: Point;
  /** Maximum width of the win. */
  winWidthPx: number;
  lost: ResultPlace;
  /** The point to which the dealer sweeps lost chips. */
  away: Point;
}

/** Where a player's result is drawn, in CSS pixels; x and y are its centre. */
export interface ResultPlace extends Point {
  px: number;
  /** Maximum width. */
  widthPx: number;
}

export const MAX_CHIPS = 8;
export const PAID_CHIPS = 3;

/** Height of each chip in a pile above the one beneath, in chip widths, if there is room. */
export const STEP = 0.07;

/** Visible height of a chip relative to its width, seen from the front. */
const CHIP_RATIO = 0.74;

/**
 * The largest step between chips, up to `STEP`, with which the highest pile stays below `top`. `middle` is the centre
 * of its lowest chip. CSS pixels.
 */
export function stepBelow(chipPx: number, middle: number, top: number): number {
  const room = (middle - top) / chipPx - CHIP_RATIO / 2;
  return Math.max(0, Math.min(STEP, room / (MAX_CHIPS - 1)));
}

/** The centre of a pile's label; the lowest chip is at `point`. */
export function labelAt(
  {
    chipPx,
    typePx,
    step,
    areLabelsAbove,
  }: Pick<BetPlace, "chipPx" | "typePx" | "step" | "areLabelsAbove">,
  { x, y }: Point,
  chips: number,
): Point {
  const pilePx = chipPx * (CHIP_RATIO / 2 + step * Math.max(0, Math.ceil(chips) - 1));
  return { x, y: areLabelsAbove ? y - pilePx - typePx * 0.65 : y + chipPx * 0.5 + typePx * 0.55 };
}

/** Puts the labels above the piles if any of them would be cut off in a picture of this height. */
export function withVisibleLabels(
  places: readonly BetPlace[],
  heightPx: number,
): readonly BetPlace[] {
  const areLabelsAbove = places.some((place) =>
    [place.total, place.own].some(
      (pile) => labelAt(place, pile, 0).y + place.typePx * 0.6 > heightPx,
    ),
  );
  return places.map((place) => ({ ...place, areLabelsAbove }));
}

/** How far won chips move down to the player, at the bottom of the picture, in chip widths. */
export const TAKEN_DOWN = 4;

/** Scale of won chips on their way to the player (`taken`, 0 to 1): they shrink only near the end. */
export const takenSize = (taken: number): number => Math.min(1, (1 - taken) * 2.5);

/** Sharpness of the bend in a sweep: 1 is a straight line, large values approach a right angle. */
const CORNER = 5;

/**
 * The position of swept chips at a progress of 0 to 1: first along the rim of the table and then up to the dealer,
 * around the cards.
 */
export function sweptAt(from: Point, away: Point, share: number): Point {
  return {
    x: lerp(from.x, away.x, 1 - (1 - share) ** CORNER),
    y: lerp(from.y, away.y, share ** CORNER),
  };
}
