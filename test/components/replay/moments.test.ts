import { describe, expect, test } from "vitest";
import { chapterAt, chaptersOf, lengthOf } from "../../../components/replay/moments.ts";
import { games } from "../../../src/games/index.ts";
import { timingOf } from "../../../src/games/timing.ts";
import { phaseLengthMs } from "../../../src/round/phases.ts";

const timings = games.flatMap((game) =>
  (["seed", "drand"] as const).map((mode) => [game.slug, mode, timingOf(game, mode)] as const),
);

describe.each(timings)("a replay of %s in mode %s", (_slug, _mode, times) => {
  const chapters = chaptersOf(times);

  test("begins three seconds before bets close, and leaves out no moment from then on", () => {
    const [betting, revealing, result] = chapters;
    expect(betting?.skippedMs).toBe(times.closesMs - 3_000);
    expect(betting?.atMs).toBe(0);
    expect((betting?.skippedMs ?? 0) + (betting?.lengthMs ?? 0)).toBe(
      phaseLengthMs("betting", times),
    );
    expect(revealing?.atMs).toBe(betting?.lengthMs);
    expect(revealing?.lengthMs).toBe(phaseLengthMs("revealing", times));
    expect(result?.lengthMs).toBe(phaseLengthMs("result", times));
    expect(lengthOf(chapters)).toBe((result?.atMs ?? 0) + (result?.lengthMs ?? 0));
  });

  test("finds the part of each of its moments, the first and the last too", () => {
    const phases = chapters.flatMap(({ atMs, lengthMs }) =>
      [atMs, atMs + lengthMs - 1].map((ms) => chapterAt(chapters, ms).phase),
    );
    expect(phases).toEqual(chapters.flatMap(({ phase }) => [phase, phase]));
    expect(chapterAt(chapters, lengthOf(chapters)).phase).toBe("result");
  });
});
