import { describe, expect, test } from "vitest";
import { boxAcross, faceAngle, peelOf, tipOf, twistOf } from "../../../components/stage/peel.ts";

const LONG = 1.65;
const TURNS = Array.from({ length: 21 }, (_, i) => i / 20);

describe("a card that is lifted", () => {
  test("lies as it lay before, and with its other side up in the same place afterwards", () => {
    const [back, face] = [peelOf(0, LONG), peelOf(1, LONG)];
    const ends = (pieces: typeof back) => pieces.flatMap(({ x }) => x);
    for (const pieces of [back, face]) {
      expect(Math.min(...ends(pieces))).toBeCloseTo(-LONG / 2);
      expect(Math.max(...ends(pieces))).toBeCloseTo(LONG / 2);
      expect(Math.max(...pieces.flatMap(({ z }) => z))).toBeCloseTo(0);
    }
    expect(back.every(({ lean }) => lean === 0)).toBe(true);
    expect(face.every(({ lean }) => lean === Math.PI)).toBe(true);
  });

  test("is whole, and as long as it is, however far it is turned", () => {
    for (const turn of TURNS) {
      const pieces = peelOf(turn, LONG);
      expect(pieces[0]?.from).toBe(0);
      expect(pieces.at(-1)?.to).toBe(1);
      for (const [i, piece] of pieces.entries()) {
        const next = pieces[i + 1];
        expect(next?.from ?? 1).toBe(piece.to);
        expect(next?.x[0] ?? piece.x[1]).toBeCloseTo(piece.x[1]);
        const [across, up] = [piece.x[1] - piece.x[0], piece.z[1] - piece.z[0]];
        expect(Math.hypot(across, up)).toBeCloseTo((piece.to - piece.from) * LONG);
      }
    }
  });

  test("never goes through the table, and is made of few pieces", () => {
    for (const turn of TURNS) {
      const pieces = peelOf(turn, LONG);
      expect(Math.min(...pieces.flatMap(({ z }) => z))).toBeGreaterThan(-1e-9);
      expect(pieces.length).toBeLessThanOrEqual(48);
    }
  });
});

test("what is lifted is found at the card's right edge, its near edge and its near corner", () => {
  expect(tipOf(0, 0, 1.4)).toEqual({ x: 0.5, y: 0, z: 0 });
  const [foot, corner] = [tipOf(0, Math.PI / 2, 1.4), tipOf(0, 0.66, 1.4)];
  expect([foot.x, foot.y]).toEqual([expect.closeTo(0), expect.closeTo(0.7)]);
  expect([corner.x, corner.y]).toEqual([expect.closeTo(0.5), expect.closeTo(0.7)]);
  const other = tipOf(0, Math.PI - 0.66, 1.4);
  expect([other.x, other.y]).toEqual([expect.closeTo(-0.5), expect.closeTo(0.7)]);
});

test("a card is as long as it is wide across its right edge, and as high across its foot", () => {
  expect(boxAcross(0, 1.4)).toEqual({ long: 1, wide: 1.4 });
  expect(boxAcross(Math.PI / 2, 1.4).long).toBeCloseTo(1.4);
  expect(boxAcross(Math.atan(1.4), 1.4).long).toBeCloseTo(Math.hypot(1, 1.4));
});

test("a card that goes over any edge or corner lies straight and upright on its face", () => {
  for (const axis of [0, Math.PI, -0.3, Math.PI + 0.3, Math.PI / 2, 0.66]) {
    expect(twistOf(0.5, axis)).toBeCloseTo(0);
    expect(Math.cos(axis + twistOf(1, axis) + faceAngle(axis))).toBeCloseTo(1);
  }
});
