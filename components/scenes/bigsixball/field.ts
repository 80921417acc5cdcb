import { cosmeticNoise } from "../../../src/round/cosmetic-noise.ts";
import { clamp01, lerp } from "../../stage/tracks.ts";
import { PEG_RADIUS } from "./courses.ts";
import type { Course } from "./courses.ts";

/*
 * How six balls share a course until its last straight. A field runs along the course, and its balls change places
 * in it from key to key. All of it follows from the round and from nothing else, so none of it reveals
 * the winner; and places are tried until no two balls touch more than a little on the way.
 */

/** Balls in the order of their lanes at the gate. */
const LANES = [0, 1, 2, 3, 4, 5] as const;
/** So far before the line the field takes six lanes again, and from there on the ranking decides. */
const HOME = 28;
/** How many times balls change places on the way. */
const KEYS = 8;
/** The middle of a ball keeps so far from the edge of the course. */
export const EDGE = 0.62;
/** No two balls come nearer than this, and none comes nearer to a peg than this. */
const [NEAREST, PEG_NEAREST] = [1.02, 0.5 + PEG_RADIUS];
/** How closely the way from one key to the next is looked at. */
const LOOK = 0.4;
/** In file balls are so far apart along the course, which is narrower than `ABREAST` there. */
const [IN_FILE, ABREAST] = [1.3, 1.5];
/** How often a key is restarted, and how many places are tried for a ball each time. */
const [ATTEMPTS, TRIES] = [12, 14];
/** How many keys are started in all before balls keep to their spots. */
const MOST_TRIES = 24;
/** How far from the middle of the field a ball is at most. */
const FURTHEST = 3.4;

/** Where a ball is in the field: ahead of its middle, and across the course, -1 to 1 from edge to edge. */
interface Spot {
  ahead: number;
  across: number;
}

/** A place on a course: along it from the gate, and across it to the right, in widths of a ball. */
export interface Place {
  far: number;
  across: number;
}

/** So far before and behind a peg balls are on their way around it. */
const PEG_REACH = 2.5;

/** How far a ball is pushed aside by the pegs that it passes, to its side of them. */
function pushedAside(course: Course, far: number, across: number): number {
  let aside = across;
  for (const peg of course.pegs) {
    const off = far - peg.along;
    if (Math.abs(off) < PEG_REACH) {
      const need = (PEG_NEAREST + 0.04) * Math.cos((Math.PI * off) / (2 * PEG_REACH)) ** 2;
      const from = across - peg.across;
      aside += (from < 0 ? -1 : 1) * (Math.hypot(from, need) - Math.abs(from));
    }
  }
  return aside;
}

const smooth = (share: number): number => share * share * (3 - 2 * share);

/** The place of a ball between two spots, in a field whose middle is `far` along the course; `straight` if no peg were there. */
function placeBetween(
  course: Course,
  [before, after]: readonly [Spot, Spot],
  share: number,
  far: number,
): Place & { straight: number } {
  const eased = smooth(clamp01(share));
  const own = far + lerp(before.ahead, after.ahead, eased);
  const straight = lerp(before.across, after.across, eased) * (course.halfWidth(own) - EDGE);
  return { far: own, across: pushedAside(course, own, straight), straight };
}

/** A stretch that a field runs from one key to the next. */
type Span = readonly [from: number, to: number];

/** The points that a ball rolls over from one spot to the next, at each step of the field. */
type Way = readonly { x: number; y: number }[];

/** The way of a ball between two spots; null if it comes too near to one of the others on theirs, or to a peg. */
function wayBetween(
  course: Course,
  spots: readonly [Spot, Spot],
  [from, to]: Span,
  others: readonly Way[],
): Way | null {
  const pegs = course.pegs.filter(({ along }) => along > from - 6 && along < to + 6);
  const way: { x: number; y: number }[] = [];
  const steps = Math.ceil((to - from) / LOOK);
  let last: number | undefined;
  const isClearAt = (nth: number): boolean => {
    const share = nth / steps;
    const place = placeBetween(course, spots, share, lerp(from, to, share));
    const { x, y } = course.pointAt(place.far, place.across);
    const isClear =
      pegs.every((peg) => {
        const off = Math.abs(peg.along - place.far);
        // None goes over from one side of a peg to the other beside it.
        const crosses = last !== undefined && last < peg.across !== place.straight < peg.across;
        return (
          off >= PEG_REACH ||
          (!crosses && (off >= 1 || Math.hypot(x - peg.x, y - peg.y) >= PEG_NEAREST - 0.03))
        );
      }) &&
      others.every((other) => {
        const there = other[nth];
        return there === undefined || (x - there.x) ** 2 + (y - there.y) ** 2 >= NEAREST ** 2;
      });
    last = place.straight;
    way[nth] = { x, y };
    return isClear;
  };
  // Most of those that end well are well all the way.
  if (!isClearAt(steps)) {
    return null;
  }
  last = undefined;
  for (let nth = 0; nth <= steps; nth++) {
    if (!isClearAt(nth)) {
      return null;
    }
  }
  return way;
}

/** A field on its course. */
export class Field {
  readonly course: Course;
  /** How far its middle is where it has taken six lanes again. */
  readonly homeAt: number;
  readonly #round: number;
  /** Where each ball is at each key, in the order of the lanes. */
  readonly #keys: readonly (readonly Spot[])[];

  constructor(course: Course, round: number) {
    this.course = course;
    this.#round = round;
    this.homeAt = course.length - HOME;
    const keys: Spot[][] = [LANES.map((lane) => ({ ahead: 0, across: (lane - 2.5) / 2.5 }))];
    for (let tries = 0; keys.length <= KEYS; tries++) {
      const before = keys.at(-1) ?? [];
      const next = this.#next(before, keys.length, tries);
      // Where nobody gets any further, another way is taken from the key before.
      if (next) {
        keys.push(next);
      } else if (tries > MOST_TRIES) {
        keys.push(before);
      } else if (keys.length > 1) {
        keys.pop();
      }
    }
    this.#keys = keys;
  }

  /** How far the ball of a lane is along the course while the middle of the field is so far. */
  farOf(lane: number, far: number): number {
    const { spots, share } = this.#between(lane, far);
    return far + lerp(spots[0].ahead, spots[1].ahead, smooth(clamp01(share)));
  }

  /** How far it is across the course then. */
  acrossOf(lane: number, far: number): number {
    const { spots, share } = this.#between(lane, far);
    return placeBetween(this.course, spots, share, far).across;
  }

  /** The keys that the ball of a lane is between, and how far it has come from the one to the other. */
  #between(lane: number, far: number) {
    const key = Math.min(KEYS - 1, Math.floor((Math.max(0, far) / this.homeAt) * KEYS));
    const [from, to] = [this.#farAt(key), this.#farAt(key + 1)];
    const spots = [this.#spot(lane, key), this.#spot(lane, key + 1)] as const;
    return { spots, share: (far - from) / (to - from) };
  }

  #spot(lane: number, key: number): Spot {
    return this.#keys[key]?.[lane] ?? { ahead: 0, across: 0 };
  }

  #farAt(key: number): number {
    return (key / KEYS) * this.homeAt;
  }

  /** The spots of all balls at a key: the first that are found to which they can go. */
  #next(before: readonly Spot[], key: number, tries: number): Spot[] | null {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const spots = this.#attempt(before, key, tries * ATTEMPTS + attempt);
      if (spots) {
        return spots;
      }
    }
    return null;
  }

  /** One ball after another gets a spot, clear of those that have theirs; null if there is none for one of them. */
  #attempt(before: readonly Spot[], key: number, attempt: number): Spot[] | null {
    const chance = (...more: number[]) => cosmeticNoise(this.#round, key, attempt, ...more);
    const span: Span = [this.#farAt(key - 1), this.#farAt(key)];
    const isHome = key === KEYS;
    const isFile = !isHome && this.#isNarrow(span[1]);
    const lanesAcross = [...LANES].toSorted(
      (a, b) => (before[a]?.across ?? 0) - (before[b]?.across ?? 0),
    );
    // The later the attempt, the less balls go elsewhere.
    const zeal = Math.max(0.3, 1 - (attempt % ATTEMPTS) / 10);
    const [spots, ways]: [Spot[], Way[]] = [[], []];
    const order = [...LANES].toSorted((a, b) => chance(1, a) - chance(1, b));
    const aheadOf = (lane: number) => before[lane]?.ahead ?? 0;
    const wanted = LANES.map((lane) => aheadOf(lane) + 4 * (zeal - 0.3) * (chance(5, lane) - 0.5));
    const inFile = [...LANES].toSorted((a, b) => (wanted[b] ?? 0) - (wanted[a] ?? 0));
    for (const lane of order) {
      const own = before[lane] ?? { ahead: 0, across: 0 };
      let isFound = false;
      for (let nth = 0; nth < TRIES && !isFound; nth++) {
        const ahead = isFile
          ? (2.5 - inFile.indexOf(lane)) * IN_FILE
          : own.ahead + 6.5 * zeal * (chance(2, lane, nth) - 0.5);
        const stray = lerp(own.across, 2 * chance(3, lane, nth) - 1, chance(4, lane, nth));
        const spot = {
          ahead: Math.min(FURTHEST, Math.max(-FURTHEST, ahead)) * (isHome ? 0.36 : 1),
          across: isHome ? (lanesAcross.indexOf(lane) - 2.5) / 2.5 : stray,
        };
        const way = wayBetween(this.course, [own, spot], span, ways);
        if (way) {
          spots[lane] = spot;
          ways.push(way);
          isFound = true;
        }
      }
      if (!isFound) {
        return null;
      }
    }
    return spots;
  }

  /** Whether balls are to be in file where the middle of the field is so far, and on the way to the next key. */
  #isNarrow(far: number): boolean {
    const next = far + (0.5 * this.homeAt) / KEYS;
    for (let at = far - 4; at < next + 4; at += 1) {
      if (this.course.halfWidth(at) < ABREAST) {
        return true;
      }
    }
    return false;
  }
}
