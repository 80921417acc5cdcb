import { describe, expect, test } from "vitest";
import { createOracle } from "../../../server/oracle/oracle.ts";
import { exactTime } from "../../../server/oracle/time-source.ts";
import { games } from "../../../src/games/index.ts";
import { finishedRound } from "../../../src/hud/table/finished-round.ts";
import { phaseStartMs } from "../../../src/round/phases.ts";
import { VECTOR_SECRET } from "../../support/dealt-rounds.ts";
import { phaseTimes } from "../../support/phase-times.ts";

const oracle = createOracle({ secret: VECTOR_SECRET, timeZone: "Asia/Seoul" });
const ROUNDS = Array.from({ length: 200 }, (_, index) => 2_800 + index);

describe.each(games)("a finished round of $slug", (game) => {
  test("a finished round taken from its state equals its entry in the history", () => {
    for (const round of ROUNDS) {
      for (const phase of ["result", "waiting"] as const) {
        const nowMs = phaseStartMs(round, phase, game);
        const [entry] = oracle.results(game, nowMs, { limit: 1 });
        const published = finishedRound(game, oracle.current(game, exactTime(nowMs)));
        // Byte for byte, including the order of the fields.
        expect(JSON.stringify(published)).toBe(JSON.stringify(entry));
      }
    }
  });

  test("no finished round exists in a phase before its result is confirmed", () => {
    for (const { phase, nowMs } of phaseTimes(game, 2_800)) {
      const published = finishedRound(game, oracle.current(game, exactTime(nowMs)));
      expect(published === null).toBe(phase === "betting" || phase === "revealing");
    }
  });
});
