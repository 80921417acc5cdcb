import fc from "fast-check";
import { expect, test } from "vitest";
import { goodRoad } from "../../../src/hud/roads/good-roads.ts";
import { histories, marksOf } from "./marks.ts";

// Worked out on squared paper: B is red, P is blue, T a tie. Spaces separate the columns.
test.each([
  ["four wins in a row", "P BBBB", "streak red 4"],
  ["a long streak", "BB PPPPPPPPP", "streak blue 9"],
  ["a streak with ties in it", "P BTBTTBB T", "streak red 4"],
  ["four alternating wins", "BB P B P B", "ping-pong red 4"],
  ["alternation from the first round", "P B P B P", "ping-pong blue 5"],
  ["alternation with ties in between", "PP BT P TTB P T", "ping-pong blue 4"],
  ["alternating pairs of wins", "B PP BB PP BB", "double red 4"],
  ["alternating pairs, with a fifth started", "PP BB PP BB P", "double blue 4"],
  ["one banker, two players, twice", "PPP B PP B PP", "one-two red 4"],
  ["one player, two bankers, twice", "P BB P BB", "one-two blue 4"],
  ["one banker, two players, ending with the banker", "PP B PP B", "one-two red 4"],
  ["one banker, two players, with a pair started", "B PP B PP B P", "one-two red 5"],
])("a board announces a pattern that players look for: %s", (_, letters, expected) => {
  const found = goodRoad(marksOf(letters.replaceAll(" ", "")));
  expect(`${found?.kind} ${found?.colour} ${found?.length}`).toBe(expected);
});

/** Boards full of patterns, and random ones, with occasional ties. */
const boards = fc
  .oneof(
    histories,
    fc
      .array(fc.constantFrom(1, 1, 1, 2, 2, 2, 3, 5), { maxLength: 14 })
      .map((columns) => columns.map((length, at) => "BP"[at % 2]?.repeat(length)).join("")),
    fc
      .tuple(fc.constantFrom("BP", "BBPP", "BPP", "PBB"), fc.nat(20))
      .map(([unit, length]) => unit.repeat(9).slice(0, length)),
  )
  .map(marksOf);

/** The end of a board in the trade's notation: columns as digits, the last possibly unfinished. */
const TRADE = [
  ["streak", /[4-9]$/],
  ["ping-pong", /1111$/],
  ["double", /22221?$/],
  ["one-two", /(1212|2121)$|(2121)1$/],
] as const;

test("good roads match the standard casino definition on any board", () => {
  fc.assert(
    fc.property(boards, (marks) => {
      const won = marks
        .map(({ colour }) => colour[0])
        .join("")
        .replaceAll("g", "");
      const columns = won.replace(/(.)\1*/g, (column) => String(Math.min(9, column.length)));
      const expected = TRADE.find(([, pattern]) => pattern.test(columns))?.[0];
      expect(goodRoad(marks)?.kind).toBe(expected);
    }),
  );
});
