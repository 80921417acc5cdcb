import type { CardPart, Group } from "../kit.ts";
import { CARD_RATIO } from "../measures.ts";
import type { Size } from "../scene.ts";
import { clamp01, easeInOut, lerp } from "../tracks.ts";
import type { CameraPose } from "./camera.ts";
import type { Spot } from "./dealing.ts";
import { besideCorners } from "./filming-room.ts";

/** A part of a table that stands aside in close-up, no larger than it is in the wide shot. */
export interface Pinned {
  readonly node: Group;
  /** Where it lies on the table, null where it does not, and where it stands in close-up. CSS pixels. */
  readonly at: { x: number; y: number } | null;
  readonly aside: { x: number; y: number };
  /**
   * How far down it reaches there, and from its middle to either side, in CSS pixels: a hand that is looked at lies
   * lower, a single card beside it.
   */
  readonly foot: number;
  readonly half: number;
  /**
   * Shows what is said of it in close-up alone, 0 to 1. Of what lies nowhere it is said as soon as the camera has left
   * the wide shot, however little larger the table is seen.
   */
  caption(shown: number): void;
}

/** A table of cards as a camera finds its way over it. */
export interface FramedTable {
  /** Of a card, in CSS pixels. */
  readonly cardWidth: number;
  /** What is read all the time, and where it goes in close-up. */
  readonly pinned: readonly Pinned[];
  /** A card by its name (`CameraPose`), and where it lies, alone or in a hand of several. */
  cardNamed(name: string): { part: CardPart; spot: Spot; hand?: Area } | undefined;
}

/** A part of the table, from its middle. CSS pixels. */
export interface Area extends Size {
  x: number;
  y: number;
}

/** What is looked at, the card itself if it is one, how far that reaches to either side, and all of its hand. */
interface Seen {
  x: number;
  y: number;
  spot: Spot | undefined;
  half: number;
  hand: Area | undefined;
}

interface Point {
  x: number;
  y: number;
}

/** Where the table is as the camera sees it. */
export interface Framing extends Point {
  scale: number;
  angle: number;
}

/**
 * How closely a card is looked at: so many times as large, or more where it is small, to fill a share of the
 * height of the box; but never more of the box than it has.
 */
const [CLOSE, FILLS, FITS] = [1.9, 0.64, 0.88];
/** How far a blow shakes the table, as a share of its height. */
const SHAKES = 0.0035;
/** How much larger the table is seen when what is pinned to it leaves its place, and when it has made room. */
const [LEAVES_AT, ASIDE_BY] = [1.3, 1.62] as const;
/** How far on the way from a hand to the middle of the table the camera looks, where that shows its total as well. */
const WITH_TOTAL = 0.6;
/** Between what is pinned and a card in close-up beside it, in CSS pixels; and how much wider that is as it leans. */
const [BESIDE_PX, LEANING] = [8, 1.1] as const;
/** And how much air is left there as well, where there is room for it: as a share of the width of the box. */
const AIR = 0.05;
/** How far from the card towards the middle of the table the camera looks, with what else lies there. */
const TOWARDS_MIDDLE = 0.04;
/** How far out of focus it is seen beyond the box of the table, by the shorter side of that. */
const BEYOND = 0.34;
/**
 * How much of the box a hand fills at the most, below what is pinned; where it could not be seen so many times as
 * large, all of the table is shown instead.
 */
const [HAND_FITS, HAND_FROM] = [0.9, 1.5] as const;
/** So close to a card what is pinned begins to fade, in CSS pixels: it never lies on one. */
export const FADES_PX = 8;
/** How much higher a card is seen as the camera leans and shakes. */
const ROLLED = 1.03;
/** From how much blur on the camera may look beyond the box: before that its edge would be seen. */
const BEYOND_FROM = 0.75;

/** Where a camera over a table of cards is: in the wide shot, or close to a card that is whole in the box. */
export class Framer {
  readonly #table: FramedTable;
  #size: Size = { width: 1, height: 1 };
  #zoom = 1;
  /** Whether a card in close-up has room beneath what is pinned, and not beside it. */
  #isBeneath = false;

  constructor(table: FramedTable) {
    this.#table = table;
  }

  /** How many times as large a card is seen in close-up. */
  get zoom(): number {
    return this.#zoom;
  }

  fit(size: Size): void {
    const { cardWidth } = this.#table;
    this.#size = size;
    const filling = size.height / CARD_RATIO / cardWidth;
    const fits = FITS * Math.min(filling, size.width / cardWidth / CARD_RATIO);
    const free = this.#free();
    const [beside, beneath] = [
      (free.width - 2 * BESIDE_PX) / LEANING / cardWidth,
      (free.height - FADES_PX - AIR * size.height) / ROLLED / CARD_RATIO / cardWidth,
    ];
    this.#isBeneath = beneath > beside;
    const clear = Math.max(beside, beneath);
    this.#zoom = Math.max(1, Math.min(Math.max(CLOSE, FILLS * filling), fits, clear));
  }

  /** How much larger a hand can be seen and is still all in the box. */
  #fitting(hand: Size | undefined): number {
    if (!hand) {
      return Number.POSITIVE_INFINITY;
    }
    const { width, height } = this.#size;
    const free = height - this.#pinnedPx;
    const zoom = HAND_FITS * Math.min(width / hand.width, free / hand.height);
    return zoom < HAND_FROM ? 1 : zoom;
  }

  /** How far down from the upper edge something is pinned, in CSS pixels. */
  get #pinnedPx(): number {
    return Math.max(0, ...this.#table.pinned.map(({ foot }) => foot));
  }

  /** How much of the box what is pinned leaves: between its corners, and beneath them. CSS pixels. */
  #free(): Size {
    const { width, height } = this.#size;
    const [left, right] = [-1, 1].map((side) =>
      Math.max(
        0,
        ...this.#table.pinned
          .filter(({ aside }) => side * (aside.x - width / 2) > 0)
          .map(({ aside, half }) => width / 2 - side * (aside.x - width / 2) + half),
      ),
    ) as [number, number];
    return { width: width - left - right, height: height - this.#pinnedPx };
  }

  /** How far a card is seen to reach from its middle across and down. CSS pixels. */
  halvesOf({ angle, lean = 0 }: Spot, framing: Pick<Framing, "scale" | "angle">): Point {
    const { cardWidth } = this.#table;
    const [cos, sin] = [angle + framing.angle]
      .flatMap((turned) => [Math.cos(turned), Math.sin(turned)])
      .map(Math.abs) as [number, number];
    const [across, down] = [cardWidth / 2, (cardWidth * CARD_RATIO) / 2];
    const y = (across * sin + down * cos) * framing.scale;
    return { x: (across * cos + down * sin) * framing.scale + Math.abs(lean) * y, y };
  }

  /** How far a card reaches to either side that lies upright or across. */
  #halfOf({ angle = 0 }: Partial<Spot>): number {
    const along = CARD_RATIO * Math.abs(Math.sin(angle));
    return ((Math.abs(Math.cos(angle)) + along) * this.#table.cardWidth) / 2;
  }

  /**
   * Where a card so far to either side is seen in close-up that would be seen at `x`: beside what is pinned, if there
   * is room. CSS pixels.
   */
  #beside(x: number, half: number): number {
    if (this.#isBeneath) {
      return x;
    }
    const reach = half * LEANING + BESIDE_PX;
    const corners = this.#table.pinned
      .filter(({ foot }) => foot > 0)
      .map(({ aside, half: wide }) => ({ x: aside.x, half: wide }));
    const { width } = this.#size;
    return besideCorners(x, reach, corners, width, width * AIR);
  }

  /** How far it is seen beyond the box of the table, in CSS pixels. */
  get beyond(): number {
    return BEYOND * Math.min(this.#size.width, this.#size.height);
  }

  /**
   * Where the camera looks that would look at a point, so that a card is whole in the box: with some air around it, if
   * there is any where it lies, and beneath what is pinned if it has no room beside that.
   */
  #keeping(
    { spot }: Seen,
    at: Point,
    { stands, ...seen }: { scale: number; angle: number; stands: number },
  ): Point {
    if (!spot) {
      return at;
    }
    const [half, rest] = [this.halvesOf(spot, seen), this.halvesOf(spot, { scale: 1, angle: 0 })];
    const along = (axis: "x" | "y", length: number, clearPx: number) => {
      const edges = Math.min(spot[axis], length - spot[axis]) - rest[axis];
      const air = Math.max(0, Math.min(AIR * length, edges));
      const reach = length / 2 - half[axis];
      const most = spot[axis] + (reach - lerp(air, Math.max(air, clearPx), stands)) / seen.scale;
      const least = spot[axis] - (reach - air) / seen.scale;
      return least > most ? (least + most) / 2 : Math.max(least, Math.min(most, at[axis]));
    };
    const { width, height } = this.#size;
    const clearPx = this.#isBeneath ? this.#pinnedPx + FADES_PX : 0;
    return { x: along("x", width, 0), y: along("y", height, clearPx) };
  }

  /** Where the table is as the camera sees it. */
  framing({ from, to, way, push, whole, roll, shake, blur }: CameraPose): Framing {
    const { width, height } = this.#size;
    const middle = { x: width / 2, y: height / 2 };
    const [one, other] = [from, to].map((name) => {
      const named = name === null ? undefined : this.#table.cardNamed(name);
      const { spot, hand } = named ?? {};
      const at = spot ?? middle;
      const { x, y } = hand ?? at;
      return {
        x: lerp(at.x, x, whole),
        y: lerp(at.y, y, whole),
        spot,
        hand,
        half: this.#halfOf(at),
      };
    }) as [Seen, Seen];
    const down = SHAKES * height * shake;
    // So much closer that its edge is not seen as it shakes.
    const closest = Math.min(...[one, other].map(({ hand }) => this.#fitting(hand)));
    const close = this.#zoom ** push;
    const zoom = lerp(close, Math.min(close, closest), whole);
    // How far all of the table is shown where a hand would be.
    const wide = closest === 1 ? whole : 0;
    const angle = roll * (1 - wide);
    const scale = zoom * (1 + 2 * SHAKES * Math.abs(shake));
    // No further to a side than there is table, or in close-up a room around it.
    const beyond = this.beyond * clamp01((blur - BEYOND_FROM) / (1 - BEYOND_FROM));
    const onTable = (at: number, length: number, across: number) => {
      const half = (length + across * Math.abs(Math.sin(angle))) / (2 * scale) - beyond;
      return Math.max(half, Math.min(length - half, at));
    };
    const aside = asideAt(scale);
    const stands = Math.max(aside, easeInOut(clamp01(push))) * (1 - whole);
    const aimed = lerp(lerp(one.x, other.x, way), middle.x, TOWARDS_MIDDLE);
    const cardX = middle.x + (lerp(one.x, other.x, way) - aimed) * scale;
    const half = lerp(one.half, other.half, way) * scale;
    const moved = (cardX - this.#beside(cardX, half)) * stands;
    const raised = (whole * aside * this.#pinnedPx) / 2 / scale;
    const lower = WITH_TOTAL * whole * (1 - aside);
    const looked = {
      x: aimed + moved / scale,
      y: lerp(lerp(one.y, other.y, way), middle.y, lower) - raised,
    };
    const seen = { scale, angle, stands };
    const kept = between(looked, this.#keeping(other, looked, seen), way * (1 - whole));
    const at = between(kept, this.#keeping(one, kept, seen), (1 - way) * (1 - whole));
    const x = onTable(at.x, width, height);
    const y = onTable(at.y, height, width);
    const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
    return {
      x: middle.x - (x * cos - y * sin),
      y: middle.y - (x * sin + y * cos) + down,
      scale,
      angle,
    };
  }
}

/** How far what is pinned stands aside when the table is seen so much larger, 0 to 1. */
export const asideAt = (scale: number): number =>
  easeInOut(clamp01((scale - LEAVES_AT) / (ASIDE_BY - LEAVES_AT)));

/** Where a point of the table is seen. */
export function seenAt({ x, y, scale, angle }: Framing, at: Point): Point {
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  return { x: x + at.x * cos - at.y * sin, y: y + at.x * sin + at.y * cos };
}

/** The point of the table that is seen at a point of the box. */
export function unseenAt({ x, y, scale, angle }: Framing, seen: Point): Point {
  const [cos, sin] = [Math.cos(angle) / scale, Math.sin(angle) / scale];
  const [across, down] = [seen.x - x, seen.y - y];
  return { x: across * cos + down * sin, y: down * cos - across * sin };
}

/** So far on the way from one point to another. */
export const between = (from: Point, to: Point, way: number): Point => ({
  x: lerp(from.x, to.x, way),
  y: lerp(from.y, to.y, way),
});
