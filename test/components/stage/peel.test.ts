import { describe, expect, test } from "vitest";
import { boxAcross, faceAngle, peelOf, pointOf, twistOf } from "../../../components/stage/peel.ts";

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

describe("a point of a card", () => {
  const POINTS = [
    { x: 0.5, y: -0.7 },
    { x: -0.5, y: 0.7 },
    { x: 0.38, y: -0.34 },
    { x: 0, y: 0 },
  ];

  test.each([0, -0.3, Math.PI / 2, Math.PI + 0.45])("is where it lies, lifted by %d", (axis) => {
    for (const { x, y } of POINTS) {
      const at = pointOf(0, axis, 1.4, { x, y });
      expect([at.x, at.y, at.z]).toEqual([x, y, 0].map((value) => expect.closeTo(value)));
    }
  });

  test.each([0, -0.3, Math.PI + 0.45])(
    "ends on the other side of the card, lifted by %d",
    (axis) => {
      for (const { x, y } of POINTS) {
        const at = pointOf(1, axis, 1.4, { x, y });
        expect([at.x, at.y, at.z]).toEqual([-x, y, 0].map((value) => expect.closeTo(value)));
      }
    },
  );

  test("goes up and over with the corner that it is", () => {
    const [half, over] = [0.4, 0.55].map((turn) => pointOf(turn, -0.3, 1.4, { x: 0.5, y: -0.7 }));
    expect(half?.z).toBeGreaterThan(0.1);
    expect(over?.x).toBeLessThan(half?.x ?? 0);
  });
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
