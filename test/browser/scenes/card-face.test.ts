import { expect, test } from "vitest";
import { paintBarePaper, paintCardFace } from "../../../components/stage/paint/card-face.ts";
import type { Card } from "../../../src/round/cards.ts";

const SIZE = { width: 100, height: 140 };

/** The pixels of what is painted over a card's box, each as red, green, blue and alpha. */
function pixelsOf(paint: (context: CanvasRenderingContext2D) => void): number[][] {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, SIZE);
  const context = canvas.getContext("2d");
  if (!context) {
    throw new Error("This browser gives no 2D context to paint with.");
  }
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
