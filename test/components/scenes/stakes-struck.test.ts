import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OUT_AT, squeezeOf } from "../../../components/stage/cards/squeeze.ts";
import { openValues } from "../../../components/stage/cards/stakes-struck.ts";
import { StakesPlate } from "../../../components/stage/cards/stakes.ts";
import { fixtures } from "../../../src/previews/fixtures.ts";
import { VALUES } from "../../../src/round/cards.ts";
import { isSeen, recordingKit } from "./recording-kit.ts";
import { viewOf } from "./states.ts";

const values = fc.constantFrom(...VALUES);
const turns = fc.double({ min: 0, max: OUT_AT, noNaN: true });
const squeezes = fc
  .tuple(fc.nat(99_999), fc.nat(5), fc.boolean())
  .map(([round, nth, isThird]) => squeezeOf(round, nth, isThird));

describe("what pips leave possible", () => {
  test("is every value before the face is seen, and never less than the card itself", () => {
    fc.assert(
      fc.property(values, turns, squeezes, (value, turn, { axis }) => {
        expect(openValues(value, 0, axis)).toEqual(VALUES);
        expect(openValues(value, turn, axis)).toContain(value);
      }),
    );
  });

  // By anything but what is seen, one of two cards that look alike would be told.
  test("is the same for all cards that look alike so far", () => {
    fc.assert(
      fc.property(values, turns, squeezes, (value, turn, { axis }) => {
        const open = openValues(value, turn, axis);
        expect(open.map((other) => openValues(other, turn, axis))).toEqual(open.map(() => open));
      }),
    );
  });

  test("only ever grows less as a card is turned", () => {
    fc.assert(
      fc.property(values, turns, turns, squeezes, (value, one, other, { axis }) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        const before = openValues(value, less, axis);
        expect(openValues(value, more, axis).every((each) => before.includes(each))).toBe(true);
      }),
    );
  });

  test("is told by a column of pips as players tell it, and never among court cards", () => {
    const at = (turn: number) => VALUES.map((value) => openValues(value, turn, -0.05).join(" "));
    const low = "A 2 3";
    const courts = "J Q K";
    expect(at(0.52)).toEqual(
      [low, low, low, "4 5", "4 5", "6 7 8", "6 7 8", "6 7 8", "9 10", "9 10"].concat([
        courts,
        courts,
        courts,
      ]),
    );
    expect(at(OUT_AT).slice(-3)).toEqual([courts, courts, courts]);
  });
});

/** A plate with three sides on it, and what a card that is turned so far strikes out of them. */
function plateOf() {
  const { kit, parts } = recordingKit();
  const view = viewOf("dragontiger", fixtures["dragontiger"]?.[0]?.outcome, "revealing");
  const plate = new StakesPlate(kit, view);
  plate.fit({ width: 830, height: 375 });
  const stakes = {
    hand: "left",
    stakes: [
      { side: "tiger", values: ["K"] },
      { side: "tie", values: ["Q"] },
      { side: "dragon", values: ["A", "2", "3"] },
    ],
  } as const;
  const card = { value: "2", suit: "H" } as const;
  return {
    write: () => plate.write(stakes, () => []),
    strike: (turn: number) => plate.strike(stakes, { pose: { card, turn }, axis: -0.05 }),
    lines: () =>
      parts
        .filter(({ kind, text, at }) => kind === "label" && text !== "" && at.alpha !== 0)
        .map(({ text, at }) => ({ text, x: at.x, y: at.y, alpha: at.alpha ?? 1 })),
    strokes: () =>
      parts
        .filter(({ kind }) => kind === "picture")
        .slice(1)
        .filter(isSeen),
  };
}

test("the plate strikes a side out that no value is left for, and nothing of it moves", () => {
  const { write, strike, lines, strokes } = plateOf();
  const at = write();
  const before = lines();
  expect(before.map(({ alpha }) => alpha)).toEqual([1, 1, 1]);
  strike(0.2);
  expect(lines()).toEqual(before);
  expect(strokes()).toHaveLength(0);
  strike(0.55);
  expect(write()).toEqual(at);
  expect(lines().map(({ alpha }) => alpha)).toEqual([0.5, 0.5, 1]);
  expect(lines().map((line) => ({ ...line, alpha: 1 }))).toEqual(before);
  expect(strokes()).toHaveLength(1);
  // Whoever seeks back sees it as it was.
  strike(0.2);
  expect(lines()).toEqual(before);
  expect(strokes()).toHaveLength(0);
});

// The cause: what strikes out was loaded with the first close-up, and a frame that stands still went without.
test("of a card that is first seen in mid-squeeze, as after a seek, it does so in that frame", () => {
  const { write, strike, lines, strokes } = plateOf();
  write();
  strike(0.55);
  expect(lines().map(({ alpha }) => alpha)).toEqual([0.5, 0.5, 1]);
  expect(strokes()).toHaveLength(1);
});
