import { expect, test } from "vitest";
import { paintBarePaper, paintCardFace } from "../../../components/stage/paint/card-face.ts";
import type { Card } from "../../../src/round/cards.ts";

const SIZE = { width: 100, height: 140 };

/** The pixels of what is painted over a card's box, each as red, green, blue and alpha. */
function pixelsOf(
  paint: (context: CanvasRenderingContext2D) => void,
  paintedSize = SIZE,
): number[][] {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, SIZE);
  const context = canvas.getContext("2d");
  if (!context) {
    throw new Error("This browser gives no 2D context to paint with.");
  }
  context.scale(SIZE.width / paintedSize.width, SIZE.height / paintedSize.height);
  paint(context);
  const { data } = context.getImageData(0, 0, SIZE.width, SIZE.height);
  return Array.from({ length: data.length / 4 }, (_, i) =>
    Array.from(data.subarray(4 * i, 4 * i + 4)),
  );
}

test.each<Card>([
  { value: "2", suit: "C" },
  { value: "9", suit: "D" },
  { value: "K", suit: "H" },
])("a gleam over $value of $suit lies on paper, and never on ink", (card) => {
  const face = pixelsOf((context) => paintCardFace(context, SIZE, card));
  const gleam = pixelsOf((context) => paintBarePaper(context, SIZE, card));
  const isInk = ([, green = 0, , alpha = 0]: number[]) => alpha === 255 && green < 60;
  const onInk = gleam.filter((_, i) => isInk(face[i] ?? []));
  expect(onInk.length).toBeGreaterThan(300);
  expect(Math.max(...onInk.map(([, , , alpha = 0]) => alpha))).toBeLessThan(80);
  // Most of a card of pips is paper.
  expect(gleam.filter(([, , , alpha]) => alpha === 255).length).toBeGreaterThan(4_000);
});

// The cause: a small card on the table has one large suit, and its close-up had ten pips.
test.each([40, 60, 90, 140])(
  "a card %i pixels wide has one face, however large it is seen",
  (px) => {
    const inkOf = (size: typeof SIZE, secret: boolean, card: Card): number[] =>
      pixelsOf((context) => paintCardFace(context, size, card, secret, px), size).map(
        ([, green = 0]) => (green < 60 ? 1 : 0),
      );
    const differs = (one: number[], other: number[]): number =>
      one.filter((ink, i) => ink !== other[i]).length / one.reduce((sum, ink) => sum + ink, 0);
    const card: Card = { value: "9", suit: "D" };
    const onTable = inkOf({ width: px, height: 1.4 * px }, false, card);
    const inCloseUp = inkOf({ width: 3 * px, height: 4.2 * px }, false, card);
    expect(differs(onTable, inCloseUp)).toBeLessThan(0.2);
    // What is secret has no more than the indices to come.
    const secret = inkOf({ width: px, height: 1.4 * px }, true, card);
    expect(secret.filter((ink, i) => ink > (onTable[i] ?? 0)).length).toBe(0);
    expect(differs(onTable, secret)).toBeGreaterThan(0.05);
  },
);
