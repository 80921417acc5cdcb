import { MOST_CHIPS, PAID_CHIPS, pileHigh } from "../bets/place.ts";
import type { BetPlace, ChipPlace, ToldPlace, WinPlace } from "../bets/place.ts";
import { PILLS } from "../bets/told-pill.ts";
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

/** The least height of its type, in CSS pixels. */
const LEAST_WIN_PX = 7.2;
/** And beside the chips, also by what is the most: smaller it is rather said elsewhere. */
const [LEAST_BESIDE_PX, LEAST_BESIDE] = [8, 0.55] as const;

/** How wide what a player gets is, by the height of its type, and more: "+500" on its pill, and what is longer is set smaller. */
const WIN_PILL = { byType: 4.4, more: 8 } as const;
/**
 * What he is told of a lost stake: the height of its type, as it is read and where that cannot be helped, and how wide it
 * is by that with the longest words, with most, and where there is no room for them. CSS pixels.
 */
const LOST = { mostPx: 15, readPx: 12, leastPx: 9, wide: [8, 6.6, 5.8, 5.2] } as const;
/** A line of several amounts: how wide it is by its type, as "+100 / −20 = +80" is, and the least that is read. CSS pixels. */
const LINE = { byType: 9.4, leastPx: 10.5 } as const;
/** How much larger than it lies the card of a winner is seen, which leans. */
const GROWN = 1.05;
/** Between it and the chips that are paid, in CSS pixels. */
const WIN_OFF = 3;

/** Something that it is not to lie on, around its middle; what is told of a lost stake on `of` may. CSS pixels. */
export type Obstacle = Point & Size & { of?: string };

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

/** The banner of the result: in a tall box all along the foot of it, and nearly so in a small one, where its type is least. */
export function bannerIn({ width, height }: Size, isTall: boolean): Obstacle {
  const top = clearHeight(height);
  const wide = isTall ? width : width < 500 ? Math.min(width * 0.68, 240) : width * 0.6;
  return { x: width / 2, y: (top + height) / 2, width: wide, height: height - top };
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

/** The pill of what a player gets, in type of a height. */
const winPill = (px: number): Size => ({
  width: px * WIN_PILL.byType + WIN_PILL.more,
  height: px * PILLS.gold.high + PILLS.gold.more,
});

/**
 * Where a round of several amounts is told in one line: in the first of some parts of the cloth, or beside the chips that
 * are paid. Null where no such line can be read.
 */
function lineAt(
  place: ChipPlace,
  box: Size,
  taken: readonly Obstacle[],
  mostPx: number,
  parts: readonly ClearPart[],
): ToldPlace | null {
  const pile = pilesOf(place)[1];
  for (let px = mostPx; px >= LINE.leastPx; px -= 0.5) {
    const pill = {
      width: px * LINE.byType + PILLS.gold.moreWide,
      height: px * PILLS.gold.high + PILLS.gold.more,
    };
    const points = parts
      .filter(({ top, foot, widthPx }) => pill.width <= widthPx && pill.height <= foot - top)
      .map(({ x, top, foot }) => [x, (top + foot) / 2] as const);
    const at = clearOf([...points, ...besidePile(pile, place, pill, box)], pill, box, taken);
    if (at) {
      return { x: at.x, y: at.y, px, widthPx: pill.width };
    }
  }
  return null;
}

/** Where a pill is not over an obstacle, the first of some points, moved into a box; undefined for nowhere. */
function clearOf(
  points: readonly (readonly [x: number, y: number])[],
  { width, height }: Size,
  box: Size,
  obstacles: readonly Obstacle[],
): Obstacle | undefined {
  const within = (at: number, half: number, length: number) =>
    Math.max(half, Math.min(length - half, at));
  return points
    .map(([x, y]) => ({
      x: within(x, width / 2 + 2, box.width),
      y: within(y, height / 2 + 1, box.height),
      width,
      height,
    }))
    .find((pill) => !obstacles.some((other) => isOver(pill, other)));
}

/** Where a pill may be beside a pile: above it, inwards and outwards of it, and beneath. */
function besidePile(
  pile: Obstacle,
  { own, chipPx }: ChipPlace,
  { width, height }: Size,
  box: Size,
) {
  const up = pile.y - (pile.height + height) / 2 - WIN_OFF;
  const across = (pile.width + width) / 2 + WIN_OFF;
  const below = own.y + chipPx * 0.45 + height / 2;
  const inwards = own.x < box.width / 2 ? 1 : -1;
  const aside = inwards * (width / 2 - 2);
  return [
    [own.x, up],
    [own.x - aside, up],
    [own.x + inwards * across, own.y],
    [own.x - inwards * across, own.y],
    [own.x + inwards * across, pile.y - pile.height / 2],
    [own.x - inwards * across, pile.y - pile.height / 2],
    [own.x, below],
    [own.x - aside, below],
  ] as const;
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
  const leastPx = Math.max(LEAST_BESIDE_PX, LEAST_BESIDE * mostPx);
  for (let winPx = mostPx; winPx >= leastPx; winPx -= 0.5) {
    const pill = winPill(winPx);
    const points = besidePile(piles[1], place, pill, box);
    const at = clearOf(points, pill, box, [...piles, ...obstacles]);
    if (at) {
      return { win: { x: at.x, y: at.y }, winPx, winWidthPx: pill.width };
    }
  }
  return null;
}

/** Where a player is told of a lost stake: where its chips lay, which are gone, or as near as there is room. */
function lostAt(
  place: ChipPlace,
  box: Size,
  obstacles: readonly Obstacle[],
  mostPx: number,
): ToldPlace {
  const { total, own, chipPx } = place;
  const gone = { ...own, width: chipPx, height: chipPx };
  const taken = obstacles.filter(({ of }) => of !== place.market);
  const middle = [(total.x + own.x) / 2, (total.y + own.y) / 2] as const;
  const { readPx, leastPx, wide } = LOST;
  const most = Math.max(readPx, Math.min(LOST.mostPx, mostPx));
  const [longest, usual, short, least] = wide;
  for (const [fromPx, toPx, byType] of [
    [most, readPx, longest],
    [most, readPx, usual],
    [readPx, readPx, short],
    [readPx, leastPx, least],
  ] as const) {
    for (let px = fromPx; px >= toPx; px -= 0.5) {
      const pill = { width: px * byType, height: px * PILLS.dark.high };
      const points = [middle, [own.x, own.y] as const, ...besidePile(gone, place, pill, box)];
      const at = clearOf(points, pill, box, taken);
      if (at) {
        return { x: at.x, y: at.y, px, widthPx: pill.width };
      }
    }
  }
  return { ...own, px: leastPx, widthPx: leastPx * least };
}

/** Places with what a player is told beside the chips that are paid, in a clear part where there is no room for that. */
export function withWins(
  places: readonly ChipPlace[],
  box: Size,
  obstacles: readonly Obstacle[],
  { mostPx, part, lines = [] }: { mostPx: number; part: ClearPart; lines?: readonly ClearPart[] },
): readonly BetPlace[] {
  const piles = places.flatMap(pilesOf);
  const paid = places.map((place) => ({
    ...place,
    ...(winBeside(place, box, obstacles, mostPx) ?? winIn(part)),
  }));
  return paid.map((place) => {
    // Another stake may be paid meanwhile.
    const others = paid.filter(({ market }) => market !== place.market);
    const wins = others.flatMap((other) => [
      ...pilesOf(other),
      { ...other.win, ...winPill(other.winPx), width: other.winWidthPx },
    ]);
    return {
      ...place,
      lost: lostAt(place, box, [...obstacles, ...wins], mostPx),
      line: lineAt(place, box, [...obstacles, ...piles], mostPx, lines),
    };
  });
}

/** What a player gets, as large as a clear part of the cloth has room for. */
function winIn({ x, top, foot, widthPx }: ClearPart): WinPlace {
  const winPx = Math.max(LEAST_WIN_PX, (foot - top - PILLS.gold.more) / PILLS.gold.high);
  // In the lowest boxes it just fits, from the edge on.
  const half = winPill(winPx).height / 2;
  return { win: { x, y: Math.max(half, (top + foot) / 2) }, winPx, winWidthPx: widthPx };
}
