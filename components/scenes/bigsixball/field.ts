import { cosmeticNoise } from "../../../src/round/cosmetic-noise.ts";
import { clamp01, lerp } from "../../stage/easing.ts";
import { course, PEG_RADIUS } from "./courses.ts";

/*
 * How six marbles share the course before the home straight. A field runs along the course, and its marbles change
 * places from one keyframe ("key") to the next. Everything follows from the round alone, so nothing reveals the winner.
 * Positions are tried until no two marbles overlap noticeably on the way.
 */

/** Marbles in the order of their lanes at the gate. */
const LANES = [0, 1, 2, 3, 4, 5] as const;
/** Length of the home straight, which starts in six lanes and ends in the ranking. */
const HOME_STRAIGHT = 28;
export const HOME_AT = course.length - HOME_STRAIGHT;
/** Number of times that marbles change places. */
const KEYS = 8;
/** Minimum distances of a marble's centre: from the course's edge, from another marble's centre, and from a peg's. */
export const EDGE = 0.62;
const MIN_GAP = 1.02;
const MIN_PEG_GAP = 0.5 + PEG_RADIUS;
const CHECK_STEP = 0.4;
const FILE_GAP = 1.3;
/** Half the width of the course below which marbles run in single file. */
const FILE_HALF_WIDTH = 1.5;
const MAX_ATTEMPTS = 12;
const MAX_MARBLE_TRIES = 14;
/** Maximum number of keys tried in total; after that, marbles keep their positions. */
const MAX_KEY_TRIES = 24;
/** Maximum distance of a marble from the centre of the field, along the course. */
const MAX_AHEAD = 3.4;

/** A position in the field: the distance ahead of its centre, and the position across, from -1 to 1. */
interface Position {
  ahead: number;
  across: number;
}

/** Distance from a peg, along the course, within which marbles steer around it. */
const PEG_REACH = 2.5;

/** The position across the course of a marble that steers around the pegs. */
function pushedAside(far: number, across: number): number {
  let aside = across;
  for (const peg of course.pegs) {
    const off = far - peg.along;
    if (Math.abs(off) < PEG_REACH) {
      const need = (MIN_PEG_GAP + 0.04) * Math.cos((Math.PI * off) / (2 * PEG_REACH)) ** 2;
      const from = across - peg.across;
      aside += (from < 0 ? -1 : 1) * (Math.hypot(from, need) - Math.abs(from));
    }
  }
  return aside;
}

const smooth = (share: number): number => share * share * (3 - 2 * share);

/**
 * Where a marble between two positions is on the course, in a field whose centre is at `far`: the distance from the
 * gate, and to the right of the centre. `straight` is how far to the right it would be without the pegs.
 */
function placeBetween([before, after]: readonly [Position, Position], share: number, far: number) {
  const eased = smooth(clamp01(share));
  const own = far + lerp(before.ahead, after.ahead, eased);
  const straight = lerp(before.across, after.across, eased) * (course.halfWidth(own) - EDGE);
  return { far: own, across: pushedAside(own, straight), straight };
}

type Span = readonly [from: number, to: number];

/** A marble's points between two positions, one per check. */
type Track = readonly { x: number; y: number }[];

/** A marble's track between two positions; null if it comes too close to another track or to a peg. */
function trackBetween(
  positions: readonly [Position, Position],
  [from, to]: Span,
  others: readonly Track[],
): Track | null {
  const pegs = course.pegs.filter(({ along }) => along > from - 6 && along < to + 6);
  const track: { x: number; y: number }[] = [];
  const steps = Math.ceil((to - from) / CHECK_STEP);
  let last: number | undefined;
  const isClearAt = (index: number): boolean => {
    const share = index / steps;
    const place = placeBetween(positions, share, lerp(from, to, share));
    const { x, y } = course.pointAt(place.far, place.across);
    const isClear =
      pegs.every((peg) => {
        const off = Math.abs(peg.along - place.far);
        // Marbles do not change sides next to a peg.
        const crosses = last !== undefined && last < peg.across !== place.straight < peg.across;
        return (
          off >= PEG_REACH ||
          (!crosses && (off >= 1 || Math.hypot(x - peg.x, y - peg.y) >= MIN_PEG_GAP - 0.03))
        );
      }) &&
      others.every((other) => {
        const there = other[index];
        return there === undefined || (x - there.x) ** 2 + (y - there.y) ** 2 >= MIN_GAP ** 2;
      });
    last = place.straight;
    track[index] = { x, y };
    return isClear;
  };
  // The end is checked first, because most collisions are there.
  if (!isClearAt(steps)) {
    return null;
  }
  last = undefined;
  for (let index = 0; index <= steps; index++) {
    if (!isClearAt(index)) {
      return null;
    }
  }
  return track;
}

const farAt = (key: number): number => (key / KEYS) * HOME_AT;

/** Whether the course is too narrow for two marbles at `far` or before the next key. */
function isNarrow(far: number): boolean {
  const next = far + (0.5 * HOME_AT) / KEYS;
  for (let at = far - 4; at < next + 4; at += 1) {
    if (course.halfWidth(at) < FILE_HALF_WIDTH) {
      return true;
    }
  }
  return false;
}

export function layField(round: number) {
  /** Each marble's position at each key, in lane order. */
  const keys: Position[][] = [LANES.map((lane) => ({ ahead: 0, across: (lane - 2.5) / 2.5 }))];
  for (let tries = 0; keys.length <= KEYS; tries++) {
    const before = keys.at(-1) ?? [];
    const positions = findPositions(before, keys.length, tries);
    // At a dead end, the previous key is replaced.
    if (positions) {
      keys.push(positions);
    } else if (tries > MAX_KEY_TRIES) {
      keys.push(before);
    } else if (keys.length > 1) {
      keys.pop();
    }
  }

  /** A lane's marble distance while the centre of the field is at `far`. */
  function marbleDistance(lane: number, far: number): number {
    const { positions, share } = between(lane, far);
    return far + lerp(positions[0].ahead, positions[1].ahead, smooth(clamp01(share)));
  }

  function marbleAcross(lane: number, far: number): number {
    const { positions, share } = between(lane, far);
    return placeBetween(positions, share, far).across;
  }

  /** The positions that a lane's marble is between, and its progress from one to the next. */
  function between(lane: number, far: number) {
    const key = Math.min(KEYS - 1, Math.floor((Math.max(0, far) / HOME_AT) * KEYS));
    const [from, to] = [farAt(key), farAt(key + 1)];
    const positions = [position(lane, key), position(lane, key + 1)] as const;
    return { positions, share: (far - from) / (to - from) };
  }

  function position(lane: number, key: number): Position {
    return keys[key]?.[lane] ?? { ahead: 0, across: 0 };
  }

  /** Finds positions for all marbles at a key without a collision; null if there are none. */
  function findPositions(
    before: readonly Position[],
    key: number,
    tries: number,
  ): Position[] | null {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const positions = placeAll(before, key, tries * MAX_ATTEMPTS + attempt);
      if (positions) {
        return positions;
      }
    }
    return null;
  }

  /** Places one marble after another without a collision; null if a marble finds no position. */
  function placeAll(before: readonly Position[], key: number, attempt: number): Position[] | null {
    const chance = (...more: number[]) => cosmeticNoise(round, key, attempt, ...more);
    const span: Span = [farAt(key - 1), farAt(key)];
    const isHome = key === KEYS;
    const isFile = !isHome && isNarrow(span[1]);
    const lanesAcross = [...LANES].toSorted(
      (a, b) => (before[a]?.across ?? 0) - (before[b]?.across ?? 0),
    );
    // Later attempts move the marbles less.
    const range = Math.max(0.3, 1 - (attempt % MAX_ATTEMPTS) / 10);
    const [positions, tracks]: [Position[], Track[]] = [[], []];
    const order = [...LANES].toSorted((a, b) => chance(1, a) - chance(1, b));
    const aheadOf = (lane: number) => before[lane]?.ahead ?? 0;
    const wanted = LANES.map((lane) => aheadOf(lane) + 4 * (range - 0.3) * (chance(5, lane) - 0.5));
    const inFile = [...LANES].toSorted((a, b) => (wanted[b] ?? 0) - (wanted[a] ?? 0));
    for (const lane of order) {
      const own = before[lane] ?? { ahead: 0, across: 0 };
      let isFound = false;
      for (let tried = 0; tried < MAX_MARBLE_TRIES && !isFound; tried++) {
        const ahead = isFile
          ? (2.5 - inFile.indexOf(lane)) * FILE_GAP
          : own.ahead + 6.5 * range * (chance(2, lane, tried) - 0.5);
        const stray = lerp(own.across, 2 * chance(3, lane, tried) - 1, chance(4, lane, tried));
        const position = {
          ahead: Math.min(MAX_AHEAD, Math.max(-MAX_AHEAD, ahead)) * (isHome ? 0.36 : 1),
          across: isHome ? (lanesAcross.indexOf(lane) - 2.5) / 2.5 : stray,
        };
        const track = trackBetween([own, position], span, tracks);
        if (track) {
          positions[lane] = position;
          tracks.push(track);
          isFound = true;
        }
      }
      if (!isFound) {
        return null;
      }
    }
    return positions;
  }

  return { marbleDistance, marbleAcross };
}
