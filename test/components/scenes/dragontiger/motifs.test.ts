/* The cause: the stripes of the tiger and the scales of the dragon ran over the rail and out into the room. */
import { expect, test } from "vitest";
import { scene } from "../../../../components/scenes/dragontiger/scene.ts";
import type { Kit, Paint, Picture } from "../../../../components/stage/kit.ts";
import { rimInset } from "../../../../components/stage/measures.ts";
import { cornerShifts } from "../../../../components/stage/paint/table-outline.ts";
import type { DragonTigerOutcome } from "../../../../src/games/dragontiger/game.ts";
import { fixtures } from "../../../../src/previews/fixtures.ts";
import { BOXES } from "../boxes.ts";
import { recordingKit } from "../recording-kit.ts";
import { viewOf } from "../states.ts";

type Matrix = readonly [number, number, number, number, number, number];

interface Point {
  x: number;
  y: number;
}

/** A context that notes the corners it clips to, in the coordinates of its box, and what is painted unclipped. */
function notedContext() {
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  let path: Point[] = [];
  let clipped: Point[] | null = null;
  const saved: Matrix[] = [];
  let unclipped = 0;
  const point = (x: number, y: number) => {
    const [a, b, c, d, e, f] = matrix;
    path.push({ x: a * x + c * y + e, y: b * x + d * y + f });
  };
  const transform = (...[a, b, c, d, e, f]: Matrix) => {
    const [p, q, r, s, t, u] = matrix;
    matrix = [
      p * a + r * b,
      q * a + s * b,
      p * c + r * d,
      q * c + s * d,
      p * e + r * f + t,
      q * e + s * f + u,
    ];
  };
  const gradient = { addColorStop() {} };
  const known: Record<string, unknown> = {
    save: () => saved.push(matrix),
    restore: () => (matrix = saved.pop() ?? matrix),
    translate: (x: number, y: number) => transform(1, 0, 0, 1, x, y),
    scale: (x: number, y: number) => transform(x, 0, 0, y, 0, 0),
    transform,
    beginPath: () => (path = []),
    lineTo: point,
    arcTo: (x: number, y: number) => point(x, y),
    clip: () => (clipped = path),
    fill: () => (unclipped += clipped === null ? 1 : 0),
    createLinearGradient: () => gradient,
    createRadialGradient: () => gradient,
  };
  const context = new Proxy(known, { get: (all, name) => all[String(name)] ?? (() => {}) });
  return {
    context: context as unknown as CanvasRenderingContext2D,
    seen: () => ({ clipped: clipped as Point[] | null, unclipped, matrix }),
  };
}

test.each(BOXES)(
  "scales and stripes are printed on the cloth alone, in $width x $height",
  (size) => {
    const outcome = fixtures["dragontiger"]?.[0]?.outcome as DragonTigerOutcome;
    const view = viewOf("dragontiger", outcome, "betting");
    const painted = new Map<Picture, Parameters<Picture["paint"]>>();
    const placed = new Map<Picture, Point>();
    const { kit } = recordingKit();
    const made: Picture[] = [];
    const noted: Kit = {
      ...kit,
      picture() {
        const picture: Picture = {
          paint: (box, paint: Paint) => void painted.set(picture, [box, paint]),
          place: (at) => void placed.set(picture, at),
          crop() {},
        };
        made.push(picture);
        return picture;
      },
    };
    const table = scene.build(noted, view);
    table.resize(size);
    // Each is painted around the place of its card, and larger than that.
    const motifs = made.filter((picture) => {
      const box = painted.get(picture)?.[0];
      const at = placed.get(picture);
      const isLarge = box && box.width > size.width * 0.3 && box.height > size.height * 0.7;
      return isLarge && at && Math.abs(at.x - size.width / 2) > 20;
    });
    expect(motifs).toHaveLength(2);
    const [inset, { near, far }] = [rimInset(size.height), cornerShifts(size)];
    for (const motif of motifs) {
      const [box, paint] = painted.get(motif) ?? [];
      const at = placed.get(motif) ?? { x: 0, y: 0 };
      const { context, seen } = notedContext();
      paint?.(context, box ?? size);
      const { clipped, unclipped, matrix } = seen();
      expect(unclipped).toBe(0);
      expect(matrix.map(Math.round)).toEqual([1, 0, 0, 1, 0, 0]);
      const corners = (clipped ?? []).map(({ x, y }) => ({
        x: x + at.x - (box?.width ?? 0) / 2,
        y: y + at.y - (box?.height ?? 0) / 2,
      }));
      const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
      // The near corners lie further out than the far ones.
      expect(Math.max(...xs)).toBeLessThanOrEqual(size.width - inset + near + 0.01);
      expect(Math.min(...xs)).toBeGreaterThanOrEqual(inset - near - 0.01);
      const farX = Math.max(...corners.filter(({ y }) => y < size.height / 2).map(({ x }) => x));
      expect(farX).toBeLessThanOrEqual(size.width - inset - far + inset * 0.2);
      expect(Math.min(...ys)).toBeGreaterThanOrEqual(inset - 0.01);
      expect(Math.max(...ys)).toBeLessThanOrEqual(size.height - inset + 0.01);
    }
  },
);
