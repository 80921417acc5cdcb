import { expect, onTestFinished, test, vi } from "vitest";
import { tigerTimes } from "../../../components/scenes/dragontiger/duel.ts";
import { scene } from "../../../components/scenes/dragontiger/scene.ts";
import { paintBarePaper, paintCardFace } from "../../../components/stage/paint/card-face.ts";
import { Stage } from "../../../components/stage/stage.ts";
import type { Card } from "../../../src/round/cards.ts";
import type { SceneView } from "../../../src/table/view.ts";
import { viewOf } from "../../components/scenes/states.ts";
import { hostOf, PATIENTLY } from "./stages.ts";

const SIZE = { width: 100, height: 140 };
const NINE: Card = { value: "9", suit: "D" };

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

// The cause: a small card has one large suit on the table, and had no more in close-up, where a squeeze is about pips.
test.each([30, 60, 90, 140])(
  "a card %i pixels wide has all its pips where it is to show them",
  (px) => {
    const inkOf = (size: typeof SIZE, secret: boolean): number[] =>
      pixelsOf((context) => paintCardFace(context, size, NINE, secret, true), size).map(
        ([, green = 0]) => (green < 60 ? 1 : 0),
      );
    const large = inkOf(SIZE, false);
    const sum = (ink: number[]) => ink.reduce((all, one) => all + one, 0);
    const face = inkOf({ width: px, height: 1.4 * px }, false);
    expect(face.filter((ink, i) => ink !== large[i]).length / sum(large)).toBeLessThan(0.2);
    // What is secret has no more than the indices to come.
    const secret = inkOf({ width: px, height: 1.4 * px }, true);
    expect(secret.filter((ink, i) => ink > (face[i] ?? 0)).length).toBe(0);
    expect(sum(face) - sum(secret)).toBeGreaterThan(0.05 * sum(face));
  },
);

/** How many spots of red ink are seen on a canvas, each all of one piece and not of a few pixels alone. */
function redSpots(canvas: HTMLCanvasElement): number {
  const seen = document.createElement("canvas");
  const { width, height } = canvas;
  Object.assign(seen, { width, height });
  const context = seen.getContext("2d");
  context?.drawImage(canvas, 0, 0);
  const { data = new Uint8ClampedArray() } = context?.getImageData(0, 0, width, height) ?? {};
  const isRed = (at: number) =>
    (data[4 * at] ?? 0) > 140 && (data[4 * at + 1] ?? 0) < 90 && (data[4 * at + 2] ?? 0) < 100;
  const open = new Set(Array.from({ length: width * height }, (_, at) => at).filter(isRed));
  let spots = 0;
  for (const first of open) {
    const spot = [first];
    open.delete(first);
    for (const at of spot) {
      for (const next of [at - 1, at + 1, at - width, at + width]) {
        if (open.delete(next)) {
          spot.push(next);
        }
      }
    }
    spots += spot.length > 8 ? 1 : 0;
  }
  return spots;
}

test("on the smallest of phones the squeezed card shows each of its pips", async () => {
  const host = hostOf(320, 137);
  const { signal } = new AbortController();
  const stage = await Stage.create(host, scene, { signal, held: true, renderers: ["canvas"] });
  onTestFinished(() => stage.destroy());
  const black = { value: "K", suit: "S" } as const;
  const outcome = { dragon: black, tiger: NINE, result: "dragon" };
  const { openMs } = tigerTimes(1);
  stage.show(viewOf("dragontiger", outcome, "revealing", 1) as SceneView, () => openMs + 60);
  // Nine of them, and in each of two corners the value, the line beneath it and a small suit.
  await vi.waitFor(() => {
    const canvas = host.querySelector("canvas");
    expect(canvas && redSpots(canvas)).toBe(9 + 2 * 3);
  }, PATIENTLY);
});
