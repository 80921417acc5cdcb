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
export function rowsOf(places: readonly number[]): number[] {
  return places.map(
    (place, ball) =>
      places.filter((other, rival) => other > place || (other === place && rival < ball)).length,
  );
}

/*
 * The list is calm until the last straight: it stands for a while after each change. There, and at the line, it is
 * what the picture is: the marble in front is first on it in the same frame, by the smallest margin.
 */

/** After a change all stand for a while before any other does, in ms. */
const STANDS_MS = 240;
/** How closely the balls are watched, until the last straight and on it, in ms. */
const [WATCH_MS, CLOSELY_MS] = [40, 20];
/**
 * Balls so near each other are level, until the last straight and behind the first on it: their rows do not flicker.
 * In lengths of the course; a ball is 0.008 of one.
 */
const [LEVEL, LEVEL_AT_HOME] = [0.0025, 0.0015];
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
    // A new leader is listed at once, and all changes are once the first is in.
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

/** What the list says, balls in the order of the sides. */
interface List {
  rows: readonly number[];
  /** Hundredths of a second behind the leader at this very moment; in the order of the rows, so that none falls. */
  gaps: readonly number[];
  /** Whether all were in: the gaps are times. */
  isSettled: boolean;
}

/** The list at a moment. */
export function listAt(race: Listed, elapsedMs: number): List {
  const rows = knownOrders(race).findLast(({ ms }) => ms <= elapsedMs)?.rows ?? [];
  const gaps = gapsOf(race.runs, elapsedMs).toSorted((a, b) => a - b);
  return {
    rows,
    gaps: rows.map((row) => gaps[row] ?? 0),
    isSettled: race.runs.every((run) => run.finishMs <= elapsedMs),
  };
}
