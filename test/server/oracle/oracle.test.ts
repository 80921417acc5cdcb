import { expect, test } from "vitest";
import { createOracle } from "../../../server/oracle/oracle.ts";
import { exactTime } from "../../../server/oracle/time-source.ts";
import { bigsixball } from "../../../src/games/bigsixball/game.ts";
import { VECTOR_SECRET } from "../../support/dealt-rounds.ts";

test("a round's display date is the day on which it starts", () => {
  const oracle = createOracle({ secret: VECTOR_SECRET, timeZone: "Europe/Berlin" });
  const lastMs = Date.parse("2026-10-25T22:59:00Z");
  const expected = { date: "2026-10-25", daily_round: 1500 };
  expect(oracle.current(bigsixball, exactTime(lastMs + 59_999))).toMatchObject(expected);
  expect(oracle.results(bigsixball, lastMs + 60_000, { limit: 1 })).toMatchObject([expected]);
});
