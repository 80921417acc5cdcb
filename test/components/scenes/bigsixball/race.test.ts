import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listAt, rowsOf } from "../../../../components/scenes/bigsixball/race-list.ts";
import { RACE_OVER_MS, raceOf } from "../../../../components/scenes/bigsixball/race.ts";
import type { Run } from "../../../../components/scenes/bigsixball/race.ts";
import { RACE_MS, raceMsAt } from "../../../../components/scenes/bigsixball/times.ts";
import { times } from "../../../support/effort.ts";
import { permutations } from "./permutations.ts";

const LANES = [0, 1, 2, 3, 4, 5];
/** The shortest phase that a race has is 16 s, and it is to be over before that. */
const LIMIT_MS = 15_900;

const runsOf = (...race: Parameters<typeof raceOf>): readonly Run[] => raceOf(...race).runs;

const races = fc.record({
  round: fc.integer({ min: 1, max: 2 ** 40 }),
  ranks: fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 6 }),
  lanes: fc.shuffledSubarray(LANES, { minLength: 6 }),
});

/** When the list is seen to have other rows than a hundredth of a second before, in ms of the phase. */
function changesOf(runs: readonly Run[]): number[] {
  const published = Array.from({ length: LIMIT_MS / 10 }, (_, i) =>
    String(listAt(runs, raceMsAt(i * 10)).places.map(({ row }) => row)),
  );
  return published.flatMap((rows, i) => (rows === (published[i - 1] ?? rows) ? [] : [i * 10]));
}

describe("a race", () => {
  // Of these rankings `npm test` looks at sixty.
  test("ends in the order of its ranking, for all 720 of them", () => {
    for (const [i, ranks] of permutations([1, 2, 3, 4, 5, 6]).entries()) {
      if (i % times(12, 1) !== 0) {
        continue;
      }
      const runs = runsOf(1_000 + i, ranks, LANES);
      const byFinish = LANES.toSorted(
        (a, b) => (runs[a]?.finishMs ?? 0) - (runs[b]?.finishMs ?? 0),
      );
      expect(byFinish.map((ball) => ranks[ball])).toEqual([1, 2, 3, 4, 5, 6]);
      const places = runs.map((run) => run.at(RACE_OVER_MS));
      expect(rowsOf(places).map((row) => row + 1)).toEqual(ranks);
    }
  });

  test("sees every ball on its way at all times and none of them roll back", () => {
    fc.assert(
      fc.property(races, ({ round, ranks, lanes }) => {
        for (const run of runsOf(round, ranks, lanes)) {
          expect(run.at(run.launchMs)).toBe(0);
          expect(run.at(run.finishMs - 1)).toBeLessThan(1);
          expect(run.at(run.finishMs)).toBe(1);
          let [before, least, most] = [0, 0, 0];
          for (let ms = run.launchMs; ms <= LIMIT_MS; ms += 50) {
            const at = run.at(ms);
            least = Math.min(least, at - before);
            most = Math.max(most, at - before);
            before = at;
          }
          expect(least).toBe(0);
          // No ball stands about on the course, and none jumps.
          expect(most).toBeLessThan(0.012);
        }
      }),
      { numRuns: times(7, 20) },
    );
  });

  test("is over, and every ball still, before the shortest phase that shows it ends", () => {
    expect(RACE_OVER_MS).toBeLessThanOrEqual(LIMIT_MS);
    fc.assert(
      fc.property(races, ({ round, ranks, lanes }) => {
        for (const run of runsOf(round, ranks, lanes)) {
          expect(run.at(RACE_OVER_MS)).toBe(run.at(60_000));
          expect(run.at(RACE_OVER_MS)).toBeGreaterThan(1);
        }
      }),
    );
  });

  // The cause: the picture of the line stood still for a second before the phase was over.
  test("rolls out until its phase ends: once all are in, no picture of it is like the next for a quarter of a second", () => {
    fc.assert(
      fc.property(races, ({ round, ranks, lanes }) => {
        const { runs, course } = raceOf(round, ranks, lanes);
        const farAt = (ms: number) => runs.map((run) => run.at(raceMsAt(ms)) * course.length);
        for (let ms = 14_260; ms < RACE_MS.phase - 250; ms += 50) {
          const [now, then] = [farAt(ms), farAt(ms + 250)];
          // Of a ball that is 36 pixels wide, a third of a pixel.
          const moved = Math.max(...then.map((far, i) => far - (now[i] ?? 0)));
          expect([ms, moved > 0.01]).toEqual([ms, true]);
        }
      }),
      { numRuns: times(7, 20) },
    );
  });

  test("has changes of the lead: the winner of most races has not led all the way", () => {
    let overtaken = 0;
    for (let round = 1; round <= 30; round++) {
      const runs = runsOf(round, [1, 2, 3, 4, 5, 6], LANES);
      const led = [4_000, 6_000, 8_000, 10_000].every((ms) => {
        const places = runs.map((run) => run.at(ms));
        return Math.max(...places) === places[0];
      });
      overtaken += led ? 0 : 1;
    }
    expect(overtaken).toBeGreaterThan(20);
  });

  test("runs differently in another round with the same ranking", () => {
    const at = (round: number) =>
      runsOf(round, [1, 2, 3, 4, 5, 6], LANES).map((run) => run.at(5_000));
    expect(at(7)).toEqual(at(7));
    expect(at(7)).not.toEqual(at(8));
  });
});

describe("the list of leaders", () => {
  test("has a row for every ball, whatever their places", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1.1, noNaN: true }), { minLength: 6, maxLength: 6 }),
        (places) => {
          const sum = rowsOf(places).reduce((rows, row) => rows + row, 0);
          expect(sum).toBeCloseTo(15);
        },
      ),
    );
  });

  test("ranks level balls in the order of their sides", () => {
    expect(rowsOf([0.5, 0.2, 0.5])).toEqual([0, 2, 1]);
  });

  test("has one ball in every row at all times", () => {
    fc.assert(
      fc.property(races, fc.integer({ min: 0, max: LIMIT_MS }), ({ round, ranks, lanes }, ms) => {
        const { places } = listAt(runsOf(round, ranks, lanes), ms);
        const rows = places.map(({ row }) => row);
        expect(rows.toSorted((x, y) => x - y)).toEqual(LANES);
      }),
    );
  });

  test("never shows a smaller gap in a lower row, while balls pass nor as they come in", () => {
    fc.assert(
      fc.property(races, ({ round, ranks, lanes }) => {
        const runs = runsOf(round, ranks, lanes);
        const falls: number[] = [];
        for (let ms = 0; ms <= LIMIT_MS; ms += 30) {
          const { places, gaps } = listAt(runs, ms);
          const down = gaps.toSorted((x, y) => x - y);
          // No gap to the leader, and level balls are listed as level.
          if (down[0] !== 0 || places.some(({ row }, ball) => gaps[ball] !== down[row])) {
            falls.push(ms);
          }
        }
        expect(falls).toEqual([]);
      }),
      { numRuns: times(7, 20) },
    );
  });

  test("shows the real gaps of the finish once all of them are known", () => {
    fc.assert(
      fc.property(races, ({ round, ranks, lanes }) => {
        const runs = runsOf(round, ranks, lanes);
        const lastMs = Math.max(...runs.map(({ finishMs }) => finishMs));
        const firstMs = Math.min(...runs.map(({ finishMs }) => finishMs));
        expect(listAt(runs, lastMs - 1).settled).toBe(false);
        const { gaps, settled } = listAt(runs, RACE_OVER_MS);
        expect(settled).toBe(true);
        expect(gaps).toEqual(runs.map(({ finishMs }) => Math.round((finishMs - firstMs) / 10)));
      }),
    );
  });

  test("stands for a moment after every change", () => {
    const numRuns = times(7, 20);
    let count = 0;
    fc.assert(
      fc.property(races, ({ round, ranks, lanes }) => {
        const changes = changesOf(runsOf(round, ranks, lanes));
        count += changes.length;
        const hasty = changes.filter((ms, i) => (changes[i + 1] ?? Infinity) - ms < 220);
        expect(hasty).toEqual([]);
      }),
      { numRuns },
    );
    // Of all together: one race in 1,500 has two changes.
    expect(count).toBeGreaterThan(2 * numRuns);
  });

  // The causes: a ball was listed second, level with the first, that lay a full ball behind the third; and in slow
  // motion the list stood three times as long, as if it told the end of the race before the picture did.
  test("agrees with the picture: no ball is listed behind one that is clearly behind it for long", () => {
    const [CLEARLY, LONG_MS] = [0.7, 320];
    fc.assert(
      fc.property(races, ({ round, ranks, lanes }) => {
        const { runs, course } = raceOf(round, ranks, lanes);
        const sinceMs = new Map<string, number>();
        let longestMs = 0;
        for (let watchedMs = 3_500; watchedMs <= RACE_MS.restsAt; watchedMs += 20) {
          const ms = raceMsAt(watchedMs);
          const { places } = listAt(runs, ms);
          for (const one of LANES) {
            for (const other of LANES) {
              const ahead = ((runs[one]?.at(ms) ?? 0) - (runs[other]?.at(ms) ?? 0)) * course.length;
              const isWrong =
                ahead > CLEARLY && (places[one]?.row ?? 0) > (places[other]?.row ?? 0);
              const key = `${one} ${other}`;
              const fromMs = sinceMs.get(key) ?? watchedMs;
              longestMs = Math.max(longestMs, isWrong ? watchedMs - fromMs : 0);
              sinceMs.set(key, isWrong ? fromMs : watchedMs);
            }
          }
        }
        expect(longestMs).toBeLessThan(LONG_MS);
      }),
      { numRuns: times(4, 12) },
    );
  });

  test("shows most new leaders at once, and nearly always the right one", () => {
    const lateMs: number[] = [];
    let [wrong, all] = [0, 0];
    for (let round = 1; round <= 30; round++) {
      const runs = runsOf(round, [1, 2, 3, 4, 5, 6], LANES);
      const firstMs = Math.min(...runs.map(({ finishMs }) => finishMs));
      let sinceMs: number | null = null;
      for (let ms = 4_400; ms < firstMs; ms += 20) {
        const leader = rowsOf(runs.map((run) => run.at(ms))).indexOf(0);
        const isTold = listAt(runs, ms).places[leader]?.row === 0;
        if (isTold && sinceMs !== null) {
          lateMs.push(ms - sinceMs);
        }
        sinceMs = isTold ? null : (sinceMs ?? ms);
        wrong += isTold ? 0 : 1;
        all += 1;
      }
    }
    lateMs.sort((x, y) => x - y);
    expect(lateMs.length).toBeGreaterThan(40);
    // A ball has gone half of the way from row to row by then.
    expect(lateMs[Math.floor(lateMs.length / 2)]).toBeLessThanOrEqual(120);
    expect(wrong / all).toBeLessThan(0.1);
  });

  test("ends as the ranking, and no ball jumps to another row", () => {
    fc.assert(
      fc.property(races, ({ round, ranks, lanes }) => {
        const runs = runsOf(round, ranks, lanes);
        const rest = ranks.map((rank) => ({ row: rank - 1, away: 0 }));
        expect(listAt(runs, RACE_OVER_MS).places).toEqual(rest);
        let before = listAt(runs, 0).places;
        const jumps: number[] = [];
        for (let ms = 5; ms < LIMIT_MS; ms += 5) {
          const list = listAt(runs, raceMsAt(ms)).places;
          for (const [ball, { row, away }] of list.entries()) {
            const was = before[ball] ?? { row, away };
            const step = Math.abs(Math.abs(away) - Math.abs(was.away));
            // It has left one row before it is in another.
            if (step > 0.1 || (row !== was.row && Math.abs(away) < 0.9)) {
              jumps.push(ms);
            }
          }
          before = list;
        }
        expect(jumps).toEqual([]);
      }),
      { numRuns: times(7, 20) },
    );
  });
});
