import { describe, expect, test } from "vitest";
import { possibleValues } from "../../../components/stage/table/possible-values.ts";
import { VALUES } from "../../../src/round/cards.ts";

/** The three edges that a card is squeezed from, in radians, lying upright and across. */
const GRIPS = [1.57, 1.15, 1.99].flatMap((axis) =>
  [false, true].map((isSideways) => ({
    axis,
    isSideways,
    lies: `${isSideways ? "across" : "upright"} and is squeezed at ${axis} rad`,
  })),
);
const TURNS = Array.from({ length: 60 }, (_, i) => i / 100);

describe.each(GRIPS)("the possible values of a card that lies $lies", (grip) => {
  test.each(VALUES)("a card's visible pips never rule out its own value: %s", (value) => {
    for (const turn of TURNS) {
      expect(possibleValues(value, { ...grip, turn })).toContain(value);
    }
  });

  test.each(VALUES)("a card rules out more values the further it is turned: %s", (value) => {
    const possible = TURNS.map((turn) => possibleValues(value, { ...grip, turn }));
    expect(possible[0]).toEqual(VALUES);
    possible
      .slice(1)
      .forEach((values, i) => expect(possible[i]).toEqual(expect.arrayContaining([...values])));
  });
});

test("a visible column of pips rules out the values without that column", () => {
  const grip = { axis: Math.PI / 2, isSideways: true, turn: 0.59 };
  expect(possibleValues("4", grip)).toEqual(["4", "5"]);
  expect(possibleValues("7", grip)).toEqual(["6", "7", "8"]);
  expect(possibleValues("Q", grip)).toEqual(["J", "Q", "K"]);
});
