import { describe, expect, test } from "vitest";
import { BEACON_DELAY_MS } from "../../src/fairness/chain.ts";
import { games } from "../../src/games/index.ts";
import { timingOf } from "../../src/games/timing.ts";
import { phaseLengthMs } from "../../src/round/phases.ts";

/** When each phase begins, in s from the start of the round, and when bets close. */
const TABLE = {
  30: { seed: [15, 15, 24, 28], drand: [12, 17, 25, 28] },
  60: { seed: [33, 33, 51, 57], drand: [30, 35, 51, 57] },
};

describe.each(games)("the times of $slug", (game) => {
  test.each(["seed", "drand"] as const)("in mode %s are those of the table", (entropy) => {
    const timing = timingOf(game, entropy);
    const begins = [timing.closesMs];
    let ms = 0;
    for (const phase of timing.phases) {
      ms += phase.ms;
      begins.push(ms);
    }
    const seconds = (game.intervalMs / 1000) as 30 | 60;
    expect(begins.map((begin) => begin / 1000)).toEqual([...TABLE[seconds][entropy], seconds]);
    expect(timing.intervalMs).toBe(game.intervalMs);
  });

  test("leave two seconds for the beacon, which comes three after bets close, on a tick", () => {
    const { closesMs } = game.drand;
    const tick = closesMs + BEACON_DELAY_MS;
    expect(tick % 3000).toBe(0);
    expect(game.intervalMs % 3000).toBe(0);
    expect(phaseLengthMs("betting", game.drand) - tick).toBe(2000);
  });
});
