import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createOracle } from "../../../server/oracle/oracle.ts";
import { exactTime } from "../../../server/oracle/time-source.ts";
import { baccarat } from "../../../src/games/baccarat/game.ts";
import { bigsixball } from "../../../src/games/bigsixball/game.ts";
import { games } from "../../../src/games/index.ts";
import { phaseStartMs } from "../../../src/round/phases.ts";
import { VECTOR_SECRET } from "../../support/dealt-rounds.ts";

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
const anyGame = fc.constantFrom(...games);

function oracleIn(timeZone: string, secret = VECTOR_SECRET) {
  return createOracle({ secret, timeZone });
}

const oracle = oracleIn("UTC");

test("the history is the same at any time from any oracle", () => {
  const round = fc.integer({ min: 1, max: 10_000_000 });
  fc.assert(
    fc.property(anyGame, round, fc.integer({ min: 0, max: YEAR_MS }), (game, wanted, laterMs) => {
      const resultMs = phaseStartMs(wanted, "result", game);
      const page = { limit: 1, before: wanted + 1 };
      const said = oracle.results(game, resultMs, page);
      expect(said).toMatchObject([{ round: wanted }]);
      expect(oracle.results(game, resultMs + laterMs, page)).toEqual(said);
      expect(oracleIn("UTC").results(game, resultMs + laterMs, page)).toEqual(said);
      expect([...oracle.rounds(game, resultMs, wanted, 5)]).toEqual(said);
    }),
    { numRuns: 50 },
  );
});

describe("the display date", () => {
  test.each<[string, string, string, number]>([
    ["UTC", "2026-01-01T00:00:00Z", "2026-01-01", 1],
    ["UTC", "2026-01-02T00:00:00Z", "2026-01-02", 1],
    // Nine hours of the day were over when round 1 began.
    ["Asia/Seoul", "2026-01-01T00:00:00Z", "2026-01-01", 1081],
    ["America/New_York", "2026-01-01T00:00:00Z", "2025-12-31", 2281],
    // Summer time begins at 01:00Z: the day has 23 hours, 2760 rounds.
    ["Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-29", 241],
    ["Europe/Berlin", "2026-03-29T21:59:59Z", "2026-03-29", 2760],
    // It ends at 01:00Z: the day has 25 hours, 3000 rounds.
    ["Europe/Berlin", "2026-10-25T01:00:00Z", "2026-10-25", 361],
    ["Europe/Berlin", "2026-10-25T22:59:59Z", "2026-10-25", 3000],
  ])("in %s the instant %s is on %s, in round %i", (timeZone, instant, date, daily_round) => {
    const state = oracleIn(timeZone).current(baccarat, exactTime(Date.parse(instant)));
    expect(state).toMatchObject({ date, daily_round });
  });

  test("the date is that of the round's start", () => {
    const oracleInBerlin = oracleIn("Europe/Berlin");
    const lastMs = Date.parse("2026-10-25T22:59:00Z");
    const shown = { date: "2026-10-25", daily_round: 1500 };
    expect(oracleInBerlin.current(bigsixball, exactTime(lastMs + 59_999))).toMatchObject(shown);
    expect(oracleInBerlin.results(bigsixball, lastMs + 60_000, { limit: 1 })).toMatchObject([
      shown,
    ]);
  });
});
