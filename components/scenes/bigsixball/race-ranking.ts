import type { Leaderboard } from "./pose.ts";
import type { Run } from "./race-jostle.ts";
import type { Race } from "./race.ts";
import { RACE_MS, raceMsAt, toPhaseMs } from "./times.ts";

/** Approximate time for the whole course, to convert distances to time, in ms. */
const COURSE_MS = 11_000;

/**
 * Each marble's gap to the leader, in hundredths of a second: from the distance while it runs, from the clock once it
 * has finished.
 */
function currentGaps(runs: readonly Run[], elapsedMs: number): number[] {
  const firstMs = Math.min(...runs.map((run) => run.finishMs));
  const lead = Math.max(...runs.map((run) => Math.min(1, run.at(elapsedMs))));
  // The clock continues for the others after the leader has finished.
  const sinceMs = Math.max(0, elapsedMs - firstMs);
  return runs.map((run) => {
    const behindMs =
      elapsedMs >= run.finishMs
        ? run.finishMs - firstMs
        : (lead - run.at(elapsedMs)) * COURSE_MS + sinceMs;
    return Math.round(behindMs / 10);
  });
}

/** Each marble's row on the list, from 0 at the top; level marbles are in the order of the sides. */
export function rankRows(places: readonly number[]): number[] {
  return places.map(
    (place, marble) =>
      places.filter((other, rival) => other > place || (other === place && rival < marble)).length,
  );
}

/*
 * Until the home straight the list is calm: it stays unchanged for a while after each change. On the home straight it
 * matches the picture in every frame, however small the margin.
 */

/** Minimum time between two changes before the home straight, in ms. */
const STAY_MS = 240;
/** Time between two checks: before the home straight, and on it. */
const CHECK_MS = 40;
const HOME_CHECK_MS = 20;
/** Gap within which two marbles are level, so that rows do not flicker, in lengths of the course; a marble is 0.008. */
const LEVEL = 0.0025;
/** The gap within which two marbles behind the leader are level on the home straight. */
const HOME_LEVEL = 0.0015;

interface Order {
  /** In ms since the race began. */
  ms: number;
  /** In ms of the `revealing` phase at its standard length. */
  phaseMs: number;
  rows: readonly number[];
}

type Listed = Pick<Race, "runs" | "homeMs">;

/** A race's orders, earliest first. Each order starts when the previous one becomes visibly wrong. */
function listOrders({ runs, homeMs }: Listed): Order[] {
  const placesAt = (phaseMs: number) => runs.map((run) => run.at(raceMsAt(phaseMs)));
  const orders: Order[] = [{ ms: 0, phaseMs: 0, rows: rankRows(placesAt(0)) }];
  const isWrong = (phaseMs: number, level: number): boolean => {
    const [places, rows] = [placesAt(phaseMs), orders.at(-1)?.rows ?? []];
    // A new leader is listed immediately, as is every change after the first finish.
    const isClose = places.every((place) => place < 1);
    return places.some((place, marble) =>
      places.some((other, rival) => {
        const [row, above] = [rows[marble] ?? 0, rows[rival] ?? 0];
        return row > above && place > other + (isClose && above > 0 ? level : 0);
      }),
    );
  };
  const rank = (phaseMs: number) =>
    orders.push({ ms: raceMsAt(phaseMs), phaseMs, rows: rankRows(placesAt(phaseMs)) });
  const homePhaseMs = toPhaseMs(homeMs);
  for (let ms = CHECK_MS; ms < homePhaseMs; ms += CHECK_MS) {
    if (ms - (orders.at(-1)?.phaseMs ?? 0) >= STAY_MS && isWrong(ms, LEVEL)) {
      rank(ms);
    }
  }
  for (let ms = homePhaseMs; ms <= RACE_MS.restsAt; ms += HOME_CHECK_MS) {
    let sinceMs = Math.max(homePhaseMs, ms - HOME_CHECK_MS);
    // Several pairs might have changed places since the last check.
    while (isWrong(ms, HOME_LEVEL)) {
      let wrongMs = ms;
      while (wrongMs - sinceMs > 0.01) {
        const middle = (sinceMs + wrongMs) / 2;
        [sinceMs, wrongMs] = isWrong(middle, HOME_LEVEL) ? [sinceMs, middle] : [middle, wrongMs];
      }
      rank(wrongMs);
      sinceMs = wrongMs;
    }
  }
  return orders;
}

/** Cached per race, because every frame needs them. */
const known = new WeakMap<readonly Run[], readonly Order[]>();

/** The list at `elapsedMs` of the race. Its gaps increase with the row. */
export function listAt(race: Listed, elapsedMs: number): Leaderboard {
  const orders = known.get(race.runs) ?? listOrders(race);
  known.set(race.runs, orders);
  const rows = orders.findLast(({ ms }) => ms <= elapsedMs)?.rows ?? [];
  const gaps = currentGaps(race.runs, elapsedMs).toSorted((a, b) => a - b);
  return {
    rows,
    gaps: rows.map((row) => gaps[row] ?? 0),
    isSettled: race.runs.every((run) => run.finishMs <= elapsedMs),
  };
}
