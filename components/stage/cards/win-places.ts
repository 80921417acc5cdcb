import { MOST_CHIPS, PAID_CHIPS, pileHigh } from "../bets/place.ts";
import type { BetPlace, ChipPlace, UnpaidPlace, WinPlace } from "../bets/place.ts";
import { CARD_RATIO, clearHeight } from "../measures.ts";
import type { Size } from "../scene.ts";
import type { Point } from "./chip-way.ts";
import type { Spot } from "./dealing.ts";

/** A part of the cloth around the middle of a table, between two heights, that no card and no word lies on. CSS pixels. */
export interface ClearPart {
  x: number;
  top: number;
  foot: number;
  widthPx: number;
}

/** The pill that says what a player gets is so high by its type, and so much more. */
const PILL = { byType: 1.75, more: 6 } as const;
/** The least height of its type, in CSS pixels. */
const LEAST_WIN_PX = 7.2;
/** And beside the chips, also by what is the most: smaller it is rather said elsewhere. */
const [LEAST_BESIDE_PX, LEAST_BESIDE] = [8, 0.55] as const;

/** How wide what a player gets is, by the height of its type, and more: "+500" on its pill, and what is longer is set smaller. */
const WIN_PILL = { byType: 4.4, more: 8 } as const;
/** How much larger than it lies the card of a winner is seen, which leans. */
const GROWN = 1.05;
/** Between it and the chips that are paid, in CSS pixels. */
const WIN_OFF = 3;

/** Something that it is not to lie on, around its middle. CSS pixels. */
export type Obstacle = Point & Size;

/** A name so high on the cloth. */
export const nameAt = ({ x, y }: Point, typePx: number, wide = 5.8): Obstacle => ({
  x,
  y,
  width: typePx * wide,
  height: typePx * 1.2,
});

/** A card that lies upright or across. */
export const cardAt = ({ x, y, angle }: Spot, widthPx: number): Obstacle => ({
  x,
  y,
  width: widthPx * (angle === 0 ? GROWN : GROWN * CARD_RATIO),
  height: widthPx * (angle === 0 ? GROWN * CARD_RATIO : GROWN),
});

/** The banner of the result: in a tall box all along the foot of it, and nearly so in a small one. */
export function bannerIn({ width, height }: Size, isTall: boolean): Obstacle {
  const top = clearHeight(height);
  const share = isTall ? 1 : width < 500 ? 0.68 : 0.6;
  return { x: width / 2, y: (top + height) / 2, width: width * share, height: height - top };
}

const isOver = (one: Obstacle, other: Obstacle): boolean =>
  Math.abs(one.x - other.x) < (one.width + other.width) / 2 &&
  Math.abs(one.y - other.y) < (one.height + other.height) / 2;

/** The chips of both piles of a spot, as high as they are once they are paid. */
function pilesOf({ total, own, chipPx, step }: ChipPlace): [total: Obstacle, own: Obstacle] {
  const [bet, paid] = [MOST_CHIPS, MOST_CHIPS + PAID_CHIPS].map((chips) => {
    const height = pileHigh({ chipPx, step }, chips);
    return { width: chipPx, height, up: height / 2 - chipPx * 0.43 };
  }) as [Size & { up: number }, Size & { up: number }];
  return [
    { ...bet, x: total.x, y: total.y - bet.up },
    { ...paid, x: own.x, y: own.y - paid.up },
  ];
}

/**
 * What a player gets, beside the chips that are paid, in type of such a height at the most: clear of both piles and
 * of all obstacles in a box; null where there is no room for it.
 */
function winBeside(
  place: ChipPlace,
  box: Size,
  obstacles: readonly Obstacle[],
  mostPx: number,
): WinPlace | null {
  const piles = pilesOf(place);
  const [, own] = piles;
  const leastPx = Math.max(LEAST_BESIDE_PX, LEAST_BESIDE * mostPx);
  for (let winPx = mostPx; winPx >= leastPx; winPx -= 0.5) {
    const width = winPx * WIN_PILL.byType + WIN_PILL.more;
    const height = winPx * PILL.byType + PILL.more;
    const up = (own.height + height) / 2 + WIN_OFF;
    const across = (own.width + width) / 2 + WIN_OFF;
    const level = place.own.y;
    const below = level + place.chipPx * 0.45 + height / 2;
    const inwards = own.x < box.width / 2 ? 1 : -1;
    for (const [x, y] of [
      [own.x, own.y - up],
      [own.x - inwards * (width / 2 - 2), own.y - up],
      [own.x + inwards * across, level],
      [own.x - inwards * across, level],
      [own.x + inwards * across, own.y - own.height / 2],
      [own.x - inwards * across, own.y - own.height / 2],
      [own.x, below],
      [own.x - inwards * (width / 2 - 2), below],
    ] as const) {
      const edge = width / 2 + 2;
      const pill = {
        x: Math.max(edge, Math.min(box.width - edge, x)),
        y: Math.max(height / 2 + 1, Math.min(box.height - height / 2 - 1, y)),
        width,
        height,
      };
      if (![...piles, ...obstacles].some((other) => isOver(pill, other))) {
        return { win: { x: pill.x, y: pill.y }, winPx, winWidthPx: width };
      }
    }
  }
  return null;
}

/** Places with what a player gets beside the chips that are paid; in a clear part where there is no room for that. */
export function withWins(
  places: readonly ChipPlace[],
  box: Size,
  obstacles: readonly Obstacle[],
  { mostPx, part }: { mostPx: number; part: ClearPart },
): readonly BetPlace[] {
  return places.map((place) => ({
    ...place,
    ...(winBeside(place, box, obstacles, mostPx) ?? winIn(part)),
  }));
}

/** What a player gets, as large as a clear part of the cloth has room for. */
function winIn({ x, top, foot, widthPx }: ClearPart): WinPlace {
  const winPx = Math.max(LEAST_WIN_PX, (foot - top - PILL.more) / PILL.byType);
  // In the lowest boxes it just fits, from the edge on.
  const half = (winPx * PILL.byType + PILL.more) / 2;
  return { win: { x, y: Math.max(half, (top + foot) / 2) }, winPx, winWidthPx: widthPx };
}

/** A line of text needs so much room, in CSS pixels: it is told in so many words. */
const LINE = { height: 12, width: 78 } as const;

/** What a player is told who gets nothing, quietly, in such a part; nowhere without room for it. */
export function unpaidInPart(
  { x, top, foot, widthPx }: ClearPart,
  mostPx: number,
): UnpaidPlace | undefined {
  if (foot - top < LINE.height || widthPx < LINE.width) {
    return undefined;
  }
  const sizePx = Math.max(9, Math.min(mostPx, (foot - top) * 0.7));
  return { x, y: (top + foot) / 2, sizePx, maxWidthPx: widthPx };
}
