import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rowsOf } from "../../../../components/scenes/bigsixball/race-list.ts";
import { RACE_OVER_MS, raceOf } from "../../../../components/scenes/bigsixball/race.ts";
import type { Run } from "../../../../components/scenes/bigsixball/race.ts";
import { times } from "../../../support/effort.ts";
import { LANES, races } from "./any-race.ts";
import { permutations } from "./permutations.ts";

/** The shortest phase that a race has is 16 s, and it is to be over before that. */
const LIMIT_MS = 15_900;

const runsOf = (...race: Parameters<typeof raceOf>): readonly Run[] => raceOf(...race).runs;

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
          // One that is touched may spring back by less than a tenth of its width.
          expect(least).toBeGreaterThan(-0.0008);
          // No ball stands about on the course, and none jumps.
          expect(most).toBeLessThan(0.012);
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
});
