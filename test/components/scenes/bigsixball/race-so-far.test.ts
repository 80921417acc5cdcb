import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Run } from "../../../../components/scenes/bigsixball/race-jostle.ts";
import { raceRunAt } from "../../../../components/scenes/bigsixball/race-run.ts";
import { raceForRound } from "../../../../components/scenes/bigsixball/race.ts";
import type { Race } from "../../../../components/scenes/bigsixball/race.ts";
import { RACE_MS } from "../../../../components/scenes/bigsixball/times.ts";
import { pickRaceKind } from "../../../../src/games/bigsixball/race-kind.ts";

/*
 * Cause: the winning marble's lane glowed while it was still last, and during the slow motion of a photo finish the
 * list and the lane named the winner.
 */

const shuffled = (values: number[]) => fc.shuffledSubarray(values, { minLength: values.length });

const races = fc.record({
  round: fc.integer({ min: 1, max: 2 ** 40 }),
  ranks: shuffled([1, 2, 3, 4, 5, 6]),
});

/** The same race until `atMs`, after which each marble continues like another. */
function turnedAt({ runs, ...race }: Race, atMs: number, others: readonly number[]): Race {
  const turned = runs.map((run, i): Run => {
    const other = runs[others[i] ?? i] ?? run;
    const [here, there] = [run.at(atMs), other.at(atMs)];
    return {
      finishMs: other.finishMs,
      across: (ms) => (ms <= atMs ? run.across(ms) : other.across(ms)),
      at: (ms) =>
        ms <= atMs
          ? run.at(ms)
          : other.at(ms) >= 1
            ? other.at(ms)
            : here + ((1 - here) * (other.at(ms) - there)) / (1 - there),
    };
  });
  return { ...race, runs: turned };
}

const firstOf = ({ runs }: Race): number => Math.min(...runs.map(({ finishMs }) => finishMs));

describe("race lists, labels and cameras", () => {
  test("a race's drawing depends only on what viewers have already seen", () => {
    fc.assert(
      fc.property(
        races,
        fc.integer({ min: 4_000, max: 13_400 }),
        shuffled([0, 1, 2, 3, 4, 5]),
        ({ round, ranks }, atMs, others) => {
          const race = raceForRound(round, ranks);
          const toMs = Math.min(atMs, firstOf(race) - 1);
          const turned = turnedAt(race, toMs, others);
          for (let ms = 0; ms <= toMs; ms += 170) {
            expect(raceRunAt(turned, ms)).toEqual(raceRunAt(race, ms));
          }
          expect(raceRunAt(turned, toMs)).toEqual(raceRunAt(race, toMs));
        },
      ),
      { numRuns: 10 },
    );
  });

  test("every ranking looks and sounds the same until the home straight", () => {
    fc.assert(
      fc.property(races, shuffled([1, 2, 3, 4, 5, 6]), ({ round, ranks }, others) => {
        const [one, other] = [raceForRound(round, ranks), raceForRound(round, others)];
        for (let ms = 0; ms < one.homeMs; ms += 170) {
          expect(raceRunAt(one, ms)).toEqual(raceRunAt(other, ms));
        }
      }),
      { numRuns: 7 },
    );
  });
});

describe("a race with a photo finish", () => {
  const photos = races.filter(({ round, ranks }) => pickRaceKind(round, ranks) === "photo");

  test("nothing names a marble during a photo finish", () => {
    fc.assert(
      fc.property(photos, ({ round, ranks }) => {
        const race = raceForRound(round, ranks);
        for (let ms = firstOf(race); ms <= RACE_MS.over; ms += 40) {
          const { leaders, story } = raceRunAt(race, ms);
          expect([leaders, story]).toEqual([null, "photo"]);
        }
      }),
      { numRuns: 4 },
    );
  });
});
