import { describe, expect, test } from "vitest";
import { beadPlate } from "../../../src/hud/roads/bead-plate.ts";
import { bigRoad } from "../../../src/hud/roads/big-road.ts";
import type { BigRoadCell } from "../../../src/hud/roads/big-road.ts";
import { derivedRoad } from "../../../src/hud/roads/derived-road.ts";
import type { DerivedRoadName } from "../../../src/hud/roads/derived-road.ts";
import { columnsOf, marksOf } from "./marks.ts";
import worked from "./roads.json" with { type: "json" };

const side = { red: "B", blue: "P", green: "T" } as const;
const bigCell = ({ colour, ties }: BigRoadCell) => side[colour] + (ties > 0 ? `/${ties}` : "");

describe.each(worked.examples)("worked example: $title", (example) => {
  const marks = marksOf(example.input);

  test("the bead plate matches the worked example", () => {
    expect(columnsOf(beadPlate(marks), ({ colour }) => side[colour])).toEqual(example.beadPlate);
  });

  test("the big road matches the worked example", () => {
    expect(columnsOf(bigRoad(marks).cells, bigCell)).toEqual(example.bigRoad);
  });

  test.each(example.derived)(
    "the $name matches the worked example",
    ({ name, sequence, columns }) => {
      const cells = derivedRoad(marks, name as DerivedRoadName);
      const letter = ({ colour }: { colour: string }) => (colour === "red" ? "R" : "B");
      expect(cells.map(letter).join("")).toBe(sequence);
      expect(columnsOf(cells, letter)).toEqual(columns);
    },
  );
});

test.each(worked.tails)(
  "the big road matches the guides: $title",
  ({ input, bigRoad: columns }) => {
    expect(columnsOf(bigRoad(marksOf(input)).cells, bigCell)).toEqual(columns);
  },
);

test("the big road shows leading ties on the cell of the first win", () => {
  const { cells, leadingTies } = bigRoad(marksOf("TTBT"));
  expect(leadingTies).toBe(0);
  expect(columnsOf(cells, bigCell)).toEqual(["B/3 . . . . ."]);
});

test("a suited tie is marked on the bead plate and the big road", () => {
  const marks = [...marksOf("BTPT"), { colour: "green", pairs: [], suited: true } as const];
  expect(beadPlate(marks).map(({ suited }) => suited === true)).toEqual([
    ...Array.from({ length: 4 }, () => false),
    true,
  ]);
  expect(bigRoad([...marks, ...marksOf("T")]).cells).toMatchObject([
    { ties: 1 },
    { ties: 3, suited: true },
  ]);
  expect(bigRoad(marks).cells[0]).not.toHaveProperty("suited");
});

test("a pair is marked only on the round in which it was dealt", () => {
  const marks = [
    { colour: "red", pairs: ["blue"] },
    { colour: "green", pairs: ["red", "blue"] },
    { colour: "blue", pairs: [] },
  ] as const;
  expect(beadPlate(marks).map(({ pairs }) => pairs)).toEqual([["blue"], ["red", "blue"], []]);
  expect(bigRoad(marks).cells.map(({ pairs }) => pairs)).toEqual([["blue"], []]);
});
