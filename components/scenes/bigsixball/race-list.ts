import { progress } from "../../stage/tracks.ts";
import type { Race, Run } from "./race.ts";
import { RACE_MS, raceMsAt, seenMsOf } from "./times.ts";

/** A length of the course takes about this long: what distances are shown in, in ms. */
const LENGTH_MS = 11_000;

/**
 * How far each ball is behind the leader, in hundredths of a second: by distance while it runs, by the
 * clock once it is in.
 */
function gapsOf(runs: readonly Run[], elapsedMs: number): number[] {
  const firstMs = Math.min(...runs.map((run) => run.finishMs));
  const lead = Math.max(...runs.map((run) => Math.min(1, run.at(elapsedMs))));
  // Behind a leader who is in, time runs on as well.
  const sinceMs = Math.max(0, elapsedMs - firstMs);
  return runs.map((run) => {
    const behindMs =
      elapsedMs >= run.finishMs
        ? run.finishMs - firstMs
        : (lead - run.at(elapsedMs)) * LENGTH_MS + sinceMs;
    return Math.round(behindMs / 10);
  });
}

/** The row of each ball on the list of leaders, 0 at the top; level balls in the order of the sides. */
function rowsOf(places: readonly number[]): number[] {
  return places.map(
    (place, ball) =>
      places.filter((other, rival) => other > place || (other === place && rival < ball)).length,
  );
}

/*
 * The list is calm until the last straight: it stands for a while after each change. There, and at the line, it is
 * what the picture is: whoever is in front is first on it in the same frame, by however little.
 */

/** How long two take to change places on the list, in ms; then all stand for a while before any other does. */
const [CHANGE_MS, STANDS_MS] = [180, 240];
/** How closely the balls are watched, until the last straight and on it, in ms. */
const [WATCH_MS, CLOSELY_MS] = [40, 20];
/**
 * Balls so near each other are level, until the last straight and behind the first on it: their rows do not flicker.
 * In lengths of the course; a ball is 0.008 of one.
 */
const [LEVEL, LEVEL_AT_HOME] = [0.0025, 0.0015];
/** How far a ball steps aside that is shown in its new row at once. */
const AT_ONCE = 0.6;

/** An order that was seen: from when on, in ms of the race and of the phase as that is timed, and the row of each ball. */
interface Order {
  ms: number;
  seenMs: number;
  rows: readonly number[];
}

/** What of a race its list is made of. */
type Listed = Pick<Race, "runs" | "homeMs">;

/** The orders of a race, first to last: each from when on the one before it is seen to be wrong. */
function ordersOf({ runs, homeMs }: Listed): Order[] {
  const placesAt = (seenMs: number) => runs.map((run) => run.at(raceMsAt(seenMs)));
  const orders: Order[] = [{ ms: 0, seenMs: 0, rows: rowsOf(placesAt(0)) }];
  const isWrong = (seenMs: number, level: number): boolean => {
    const [places, rows] = [placesAt(seenMs), orders.at(-1)?.rows ?? []];
    // A new leader is told at once, and everybody once one is in.
    const isClose = places.every((place) => place < 1);
    return places.some((place, ball) =>
      places.some((other, rival) => {
        const [row, above] = [rows[ball] ?? 0, rows[rival] ?? 0];
        return row > above && place > other + (isClose && above > 0 ? level : 0);
      }),
    );
  };
  const rank = (seenMs: number) =>
    orders.push({ ms: raceMsAt(seenMs), seenMs, rows: rowsOf(placesAt(seenMs)) });
  const homeSeenMs = seenMsOf(homeMs);
  for (let ms = WATCH_MS; ms < homeSeenMs; ms += WATCH_MS) {
    if (ms - (orders.at(-1)?.seenMs ?? 0) >= STANDS_MS && isWrong(ms, LEVEL)) {
      rank(ms);
    }
  }
  for (let ms = homeSeenMs; ms <= RACE_MS.restsAt; ms += CLOSELY_MS) {
    let sinceMs = Math.max(homeSeenMs, ms - CLOSELY_MS);
    // More than two may have changed places since the last look.
    while (isWrong(ms, LEVEL_AT_HOME)) {
      let wrongMs = ms;
      while (wrongMs - sinceMs > 0.01) {
        const middle = (sinceMs + wrongMs) / 2;
        [sinceMs, wrongMs] = isWrong(middle, LEVEL_AT_HOME) ? [sinceMs, middle] : [middle, wrongMs];
      }
      rank(wrongMs);
      sinceMs = wrongMs;
    }
  }
  return orders;
}

/** Found once for each race: they are asked for in every frame. */
const known = new WeakMap<readonly Run[], readonly Order[]>();

function knownOrders(race: Listed): readonly Order[] {
  const orders = known.get(race.runs) ?? ordersOf(race);
  known.set(race.runs, orders);
  return orders;
}

/** Where a ball is on the list: its row, and how far it is on its way to another, -1 to 1. */
export interface ListPlace {
  row: number;
  /** Above 0 it leaves downwards or has come from above, below 0 the other way round; 0 at rest. */
  away: number;
}

/**
 * A place on the way from one row to another, 0 to 1: the old row for the first half, the new one for
 * the second, so that no two balls are ever in one row. At once, it is the new one all the way.
 */
function placeBetween(before: number, after: number, share: number, isAtOnce: boolean): ListPlace {
  if (before === after || share >= 1) {
    return { row: after, away: 0 };
  }
  const towards = Math.sign(after - before);
  if (isAtOnce) {
    return { row: after, away: -AT_ONCE * towards * (1 - share) };
  }
  return share < 0.5
    ? { row: before, away: towards * 2 * share }
    : { row: after, away: -towards * 2 * (1 - share) };
}

/** What the list says, balls in the order of the sides. */
interface List {
  places: ListPlace[];
  /** Hundredths of a second behind the leader at this very moment; in the order of the rows, so that none falls. */
  gaps: number[];
  /** Whether all were in: the gaps are times. */
  settled: boolean;
}

/** The list at a moment: the balls as they are, but until the last straight for the time that two of them take to change places. */
export function listAt(race: Listed, elapsedMs: number): List {
  const { runs, homeMs } = race;
  const orders = knownOrders(race);
  const nth = Math.max(
    0,
    orders.findLastIndex(({ ms }) => ms <= elapsedMs),
  );
  const seenMs = seenMsOf(elapsedMs);
  const isHome = elapsedMs >= homeMs;
  const places = (orders[nth]?.rows ?? []).map((row, ball): ListPlace => {
    const since = orders.findLastIndex(({ rows }, i) => i <= nth && rows[ball] !== row) + 1;
    const before = orders[since - 1]?.rows[ball] ?? row;
    const changed = progress(seenMs, orders[since]?.seenMs ?? 0, CHANGE_MS);
    return placeBetween(before, row, changed, isHome);
  });
  const gaps = gapsOf(runs, elapsedMs).toSorted((a, b) => a - b);
  return {
    places,
    gaps: places.map(({ row }) => gaps[row] ?? 0),
    settled: runs.every((run) => run.finishMs <= elapsedMs),
  };
}
