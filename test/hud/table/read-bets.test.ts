import { describe, expect, test } from "vitest";
import { readBets, readWinners, UnreadableBets } from "../../../src/hud/table/read-bets.ts";

const SPOTS = [
  { market: "player", teams: [] },
  { market: "winner", teams: ["rovers"] },
];

const refusalOf = (value: unknown, read: typeof readBets | typeof readWinners = readBets) => {
  try {
    read(value, SPOTS);
  } catch (error) {
    return error instanceof UnreadableBets ? error.message : error;
  }
  return null;
};

describe("bets that a page sends", () => {
  test("only the documented fields of bets are read", () => {
    const sent = {
      round: 7,
      secret: 1,
      spots: [{ market: "player", total: 12.5, own: 1, __proto__: { x: 1 } }, SPOTS[1]],
    };
    expect(readBets(sent, SPOTS)).toEqual({
      round: 7,
      chip: 1,
      spots: [
        { market: "player", teams: [], total: 12.5, own: 1 },
        { market: "winner", teams: ["rovers"], total: 0, own: 0 },
      ],
    });
    expect(readWinners({ round: 7, spots: [{ market: "player", own: 3 }] }, SPOTS)?.spots).toEqual([
      { market: "player", teams: [], own: 3 },
    ]);
  });

  test.each([null, undefined])("bets are removed by %s", (nothing) => {
    expect(readBets(nothing, SPOTS)).toBeNull();
    expect(readWinners(nothing, SPOTS)).toBeNull();
  });

  const spot = { market: "player" };
  test.each([
    ["a string", "The value must be an object.", "player"],
    ["no round", '"round" must be a round number: a whole number of at least 1.', { spots: [] }],
    ["invalid spots", '"spots" must be a list of at most 64.', { round: 1, spots: {} }],
    [
      "thousands of spots",
      '"spots" must be a list of at most 64.',
      { round: 1, spots: Array.from({ length: 5_000 }, () => spot) },
    ],
    ["a list with holes", "Each spot must be an object.", { round: 1, spots: Array(3) }],
    ["no market", '"market" must be a market name.', { round: 1, spots: [{}] }],
    [
      "a property of every object",
      'This table has no spot "constructor". Its spots are: player, winner rovers.',
      { round: 1, spots: [{ market: "constructor" }] },
    ],
    [
      "another team",
      'This table has no spot "winner __proto__". Its spots are: player, winner rovers.',
      { round: 1, spots: [{ market: "winner", teams: ["__proto__"] }] },
    ],
    [
      "one team too many",
      '"teams" must be a list of at most 3 team names.',
      { round: 1, spots: [{ market: "winner", teams: Array(9_999).fill("rovers") }] },
    ],
    ["a repeated spot", '"player" occurs twice in "spots".', { round: 1, spots: [spot, spot] }],
    [
      "no chip",
      '"chip" must be a number from 0.000001 to 1000000000000.',
      { round: 1, chip: 0, spots: [] },
    ],
  ])("bets are rejected with %s", (_, words, value) => {
    expect(refusalOf(value)).toBe(words);
  });
});
