import fc from "fast-check";
import { expect, test } from "vitest";
import { createOracle } from "../../../server/oracle/oracle.ts";
import { exactTime } from "../../../server/oracle/time-source.ts";
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

test("the history is the same at any time and on any server", () => {
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

test("a round's display date is the day on which it starts", () => {
  const oracleInBerlin = oracleIn("Europe/Berlin");
  const lastMs = Date.parse("2026-10-25T22:59:00Z");
  const shown = { date: "2026-10-25", daily_round: 1500 };
  expect(oracleInBerlin.current(bigsixball, exactTime(lastMs + 59_999))).toMatchObject(shown);
  expect(oracleInBerlin.results(bigsixball, lastMs + 60_000, { limit: 1 })).toMatchObject([shown]);
});
