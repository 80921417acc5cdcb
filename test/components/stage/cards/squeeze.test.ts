import { expect, test } from "vitest";
import { squeezeOf } from "../../../../components/stage/cards/squeeze.ts";

const ROUNDS = Array.from({ length: 200 }, (_, i) => i + 1);
const SHARES = Array.from({ length: 201 }, (_, i) => i / 200);

test("a squeeze begins on the back and ends on the face, and is in hand all the time between", () => {
  for (const round of ROUNDS) {
    const squeeze = squeezeOf(round, 4);
    const turns = SHARES.map((share) => squeeze(share).turn);
    expect([turns[0], turns.at(-1)]).toEqual([0, 1]);
    expect(turns.slice(1, -1).every((turn) => turn > 0 && turn < 1)).toBe(true);
  }
});

test("another edge is taken only where the card lies", () => {
  for (const round of ROUNDS) {
    const squeeze = squeezeOf(round, 4);
    let before = squeeze(0);
    for (const share of SHARES) {
      const now = squeeze(share);
      const isSame = now.axis === before.axis;
      expect(isSame || Math.max(now.turn, before.turn) < 0.15).toBe(true);
      expect(squeeze.axes).toContain(now.axis);
      before = now;
    }
  }
});

test("rounds differ in the edges that are lifted, in their order and in the hand", () => {
  const ways = new Set(ROUNDS.map((round) => squeezeOf(round, 4).axes.join(" ")));
  expect(ways.size).toBeGreaterThanOrEqual(8);
  const [left, right] = (["left", "right"] as const).map((hand) => squeezeOf(3, 5, hand).axes);
  expect(left).toEqual(right?.map((axis) => Math.PI - axis));
});

test("the pips are out well before the end, by the same way for each viewer", () => {
  for (const round of ROUNDS) {
    const most = Math.max(
      ...SHARES.filter((s) => s < 0.85).map((s) => squeezeOf(round, 6)(s).turn),
    );
    expect(most).toBeGreaterThan(0.42);
    expect(most).toBeLessThan(0.65);
  }
});

test("paper goes up in two pulls or more, and slips back between them without lying down", () => {
  for (const round of ROUNDS) {
    const squeeze = squeezeOf(round, 4);
    const turns = SHARES.filter((share) => share < 0.8).map((share) => squeeze(share).turn);
    const tops = turns.filter(
      (turn, i) => turn > (turns[i - 1] ?? 1) && turn > (turns[i + 1] ?? 1),
    );
    expect(tops.filter((turn) => turn > 0.15).length).toBeGreaterThanOrEqual(2);
    expect(Math.max(...turns)).toBeLessThan(0.65);
  }
});
