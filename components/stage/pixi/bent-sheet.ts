import { CanvasSource, Container, Sprite, Texture } from "pixi.js";
import type { Point } from "../drawing.ts";
import { newContext } from "../paint/canvas.ts";
import { project } from "../plates.ts";
import type { CameraMatrix, Point3 } from "../plates.ts";

/**
 * A thin object in the world, flat or bent in one direction. Its coordinates are mm from its centre, right and down on
 * its front.
 */
export interface Surface {
  readonly width: number;
  readonly height: number;
  /** The world position of a point on the surface. */
  at(x: number, y: number): Point3;
  /**
   * The direction in which the surface bends, in radians clockwise from the right. It is drawn in strips across it.
   */
  readonly direction: number;
  /** The strips' boundaries along that direction, in mm, in drawing order. */
  readonly cuts: readonly number[];
  /** The shape that casts the shadow; the whole rectangle if omitted. */
  readonly outline?: readonly Point[];
}

/** The camera and look of a drawn sheet. */
export interface Drawn {
  readonly matrix: CameraMatrix;
  /** Device pixels per unit of the plate. */
  readonly density: number;
  /** The visible part of the plate, in its units; nothing is painted outside. */
  readonly frame: { left: number; top: number; right: number; bottom: number };
  /** Darkens the whole sheet, 0 to 1. */
  readonly dim?: number;
  /** Whether the sheet is shaded by its bend, and casts a shadow on the felt. */
  readonly isLit?: boolean;
}

/** A picture of one side of a sheet; null draws nothing. */
export type Side = HTMLCanvasElement | ImageBitmap | null;
type Sides = readonly [front: Side, back: Side];

/**
 * How far a strip extends beneath the previous one, to hide gaps: `minMm`, or `share` of its length if that is more.
 */
const OVERLAP = { minMm: 1.3, share: 0.4 } as const;
/** Shade of paper that faces away from the lamps, 0 to 1. */
const DARKEST = 0.56;
/** Opacity of a shadow directly on the felt. */
const SHADOW = 0.55;
/** Colour of the shade, as RGB: felt and wood reflect warm light from below. */
const SHADE = "34 24 16";
const DIM = "8 9 14";
const LAMP: Point3 = [0.1, 0.22, 0.97];
/** Direction of the weaker light from the viewer's side, and its strength relative to the lamp's. */
const FILL = { from: [0, -0.8, 0.6], share: 0.62 } as const;
/** Softness of a shadow on the felt, in mm. */
const SOFT = 2.6;
/** Additional softness for each mm above the felt, in mm. */
const SOFTER = 0.16;
/** Step in which canvases grow, in pixels. */
const STEP_PX = 64;

/**
 * A card, the paddle that turns it, or lettering on the felt. It is painted strip by strip into its own canvas, because
 * the 2D renderer cannot draw meshes, and only when it has moved.
 */
export function makeSheet() {
  const container = new Container({ visible: false });
  const sprite = new Sprite();
  const context = newContext();
  /** A canvas for each side with its shade. */
  const shades = [newContext(), newContext()] as const;
  let texture: Texture<CanvasSource> | null = null;
  let painted: readonly unknown[] = [];
  container.addChild(sprite);
  container.once("destroyed", () => texture?.destroy(true));

  function hide(): void {
    container.visible = false;
  }

  /** Draws a surface. It is repainted only if `key`, a side or the look has changed. */
  function show(surface: Surface, sides: Sides, key: string, drawn: Drawn): void {
    container.visible = true;
    const { matrix, density, frame, dim, isLit } = drawn;
    const parts = [key, ...sides, matrix, density, dim, isLit, ...Object.values(frame)];
    if (parts.some((part, i) => part !== painted[i])) {
      painted = parts;
      paint(surface, sides, drawn);
    }
  }

  function paint(surface: Surface, [front, back]: Sides, drawn: Drawn): void {
    const { matrix, density, frame, dim = 0, isLit = true } = drawn;
    const onScreen = (point: Point3): Point => {
      const { x, y } = project(matrix, point);
      return { x: x * density, y: y * density };
    };
    const strips = cutStrips(surface);
    const shadow = isLit ? castShadow(surface, onScreen) : null;
    const outline = strips.flatMap(({ corners }) =>
      corners.map(({ x, y }) => onScreen(surface.at(x, y))),
    );
    const margin = (shadow?.blur ?? 0) + 2;
    const all = [...outline, ...(shadow?.points ?? [])];
    const [xs, ys] = [all.map(({ x }) => x), all.map(({ y }) => y)];
    const within = (value: number, from: number, to: number) =>
      Math.floor(Math.max(from * density, Math.min(to * density, value)));
    const left = within(Math.min(...xs) - margin, frame.left, frame.right);
    const top = within(Math.min(...ys) - margin, frame.top, frame.bottom);
    fit(
      within(Math.max(...xs) + margin, frame.left, frame.right) + 1 - left,
      within(Math.max(...ys) + margin, frame.top, frame.bottom) + 1 - top,
    );
    sprite.position.set(left / density, top / density);
    sprite.scale.set(1 / density);
    const { canvas } = context;
    // Lettering is scaled down a lot, and painted only once.
    context.imageSmoothingQuality = isLit ? "low" : "high";
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    if (shadow) {
      paintShadow(context, shadow, left, top);
    }
    const placed = strips.map((strip) => placeStrip(surface, strip, onScreen, { x: left, y: top }));
    const paintSide = (side: Side, up: 1 | -1): Side =>
      isLit && side && placed.some(({ isFront }) => isFront === up > 0)
        ? shadeSide(side, surface, up, up > 0 ? shades[0] : shades[1])
        : side;
    const sides = { front: paintSide(front, 1), back: paintSide(back, -1) };
    for (const strip of placed) {
      const side = strip.isFront ? sides.front : sides.back;
      if (side !== null) {
        paintStrip(context, side, surface, strip);
      }
    }
    if (dim > 0) {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.globalCompositeOperation = "source-atop";
      context.fillStyle = `rgb(${DIM} / ${dim})`;
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.globalCompositeOperation = "source-over";
    }
    texture?.source.update();
  }

  function fit(width: number, height: number): void {
    const { canvas } = context;
    if (texture && width <= canvas.width && height <= canvas.height) {
      return;
    }
    const grown = (px: number) => Math.ceil(px / STEP_PX) * STEP_PX;
    canvas.width = Math.max(texture ? canvas.width : 0, grown(width));
    canvas.height = Math.max(texture ? canvas.height : 0, grown(height));
    texture?.destroy(true);
    texture = new Texture({ source: new CanvasSource({ resource: canvas }) });
    sprite.texture = texture;
  }

  return { container, hide, show };
}

/**
 * Adds the shade of the bend to a side; `up` is 1 for the front, -1 for the back. The whole side is shaded at once,
 * because shading each strip would show its edges.
 */
function shadeSide(
  side: Exclude<Side, null>,
  surface: Surface,
  up: 1 | -1,
  context: CanvasRenderingContext2D,
): Exclude<Side, null> {
  const { width, height, direction, cuts } = surface;
  const [from, to] = [cuts[0] ?? 0, cuts.at(-1) ?? 0];
  const darks = cuts.map((cut) => darkness(surface, cut, up));
  if (Math.max(...darks) < 0.01) {
    return side;
  }
  const { canvas } = context;
  [canvas.width, canvas.height] = [side.width, side.height];
  context.drawImage(side, 0, 0);
  context.globalCompositeOperation = "source-atop";
  context.translate(canvas.width / 2, canvas.height / 2);
  context.scale((up * canvas.width) / width, canvas.height / height);
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)];
  const shade = context.createLinearGradient(from * cos, from * sin, to * cos, to * sin);
  cuts.forEach((cut, i) =>
    shade.addColorStop((cut - from) / (to - from), `rgb(${SHADE} / ${darks[i] ?? 0})`),
  );
  context.fillStyle = shade;
  context.fillRect(-width / 2, -height / 2, width, height);
  return canvas;
}

interface Strip {
  /** In mm on the sheet, as are `from` and `to` along the bend. */
  corners: readonly Point[];
  from: number;
  to: number;
}

function rectangle({ width, height }: Surface): Point[] {
  const [w, h] = [width / 2, height / 2];
  return [
    { x: -w, y: -h },
    { x: w, y: -h },
    { x: w, y: h },
    { x: -w, y: h },
  ];
}

function cutStrips(surface: Surface): Strip[] {
  const { direction, cuts } = surface;
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)];
  const sheet = rectangle(surface);
  const along = ({ x, y }: Point) => x * cos + y * sin;
  return cuts.slice(1).flatMap((to, i) => {
    const from = cuts[i] ?? to;
    const under = i > 0 ? Math.max(OVERLAP.minMm, OVERLAP.share * (to - from)) : 0;
    const after = clipShape(sheet, (point) => along(point) - from + under);
    const corners = clipShape(after, (point) => to - along(point));
    return corners.length > 2 && to > from ? [{ corners, from: from - under, to }] : [];
  });
}

/** Clips a convex shape to where `inside`, a linear function, is not negative. */
function clipShape(shape: readonly Point[], inside: (point: Point) => number): Point[] {
  return shape.flatMap((point, i) => {
    const next = shape[(i + 1) % shape.length] ?? point;
    const [a, b] = [inside(point), inside(next)];
    const share = a / (a - b);
    const crossing = {
      x: point.x + (next.x - point.x) * share,
      y: point.y + (next.y - point.y) * share,
    };
    return [...(a >= 0 ? [point] : []), ...(a >= 0 !== b >= 0 ? [crossing] : [])];
  });
}

/** A strip on the canvas: its corners in mm on the sheet, and the map from there to pixels. */
interface PlacedStrip {
  corners: readonly Point[];
  map: DOMMatrix;
  isFront: boolean;
}

function placeStrip(
  surface: Surface,
  { corners, from, to }: Strip,
  onScreen: (point: Point3) => Point,
  origin: Point,
): PlacedStrip {
  const [cos, sin] = [Math.cos(surface.direction), Math.sin(surface.direction)];
  const aside = corners.map(({ x, y }) => y * cos - x * sin);
  const [low, high] = [Math.min(...aside), Math.max(...aside)];
  const world = (s: number, t: number) => surface.at(s * cos - t * sin, s * sin + t * cos);
  const at = (s: number, t: number): Point => {
    const { x, y } = onScreen(world(s, t));
    return { x: x - origin.x, y: y - origin.y };
  };
  const middle = (low + high) / 2;
  const [a, b, start, end] = [
    at(from, low),
    at(from, high),
    at(from, middle),
    at(to, middle),
  ] as const;
  const [width, length] = [high - low, to - from];
  const across = { x: (b.x - a.x) / width, y: (b.y - a.y) / width };
  const forth = { x: (end.x - start.x) / length, y: (end.y - start.y) / length };
  const map = new DOMMatrix([
    forth.x * cos - across.x * sin,
    forth.y * cos - across.y * sin,
    forth.x * sin + across.x * cos,
    forth.y * sin + across.y * cos,
    a.x - forth.x * from - across.x * low,
    a.y - forth.y * from - across.y * low,
  ]);
  return { corners, map, isFront: map.a * map.d - map.b * map.c > 0 };
}

function trace(context: CanvasRenderingContext2D, points: readonly Point[]): void {
  context.beginPath();
  for (const { x, y } of points) {
    context.lineTo(x, y);
  }
  context.closePath();
}

function paintStrip(
  context: CanvasRenderingContext2D,
  side: Exclude<Side, null>,
  { width, height, direction }: Surface,
  { corners, map, isFront }: PlacedStrip,
): void {
  const up = isFront ? 1 : -1;
  context.save();
  context.setTransform(map);
  if (Math.abs(Math.sin(2 * direction)) < 1e-6) {
    // A rectangular part of the picture needs no clipping, which would take several times as long.
    context.scale(up, 1);
    const [xs, ys] = [corners.map(({ x }) => up * x), corners.map(({ y }) => y)];
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    const [partWidth, partHeight] = [Math.max(...xs) - x, Math.max(...ys) - y];
    const [pxPerX, pxPerY] = [side.width / width, side.height / height];
    context.drawImage(
      side,
      (x + width / 2) * pxPerX,
      (y + height / 2) * pxPerY,
      partWidth * pxPerX,
      partHeight * pxPerY,
      x,
      y,
      partWidth,
      partHeight,
    );
  } else {
    trace(context, corners);
    context.clip();
    context.scale(up, 1);
    context.drawImage(side, -width / 2, -height / 2, width, height);
  }
  context.restore();
}

/** A shadow on the felt; outline and blur are in pixels. */
interface Shadow {
  points: readonly Point[];
  blur: number;
  alpha: number;
}

function castShadow(surface: Surface, onScreen: (point: Point3) => Point): Shadow {
  const corners = surface.outline ?? rectangle(surface);
  const around = corners.flatMap(({ x, y }, i) => {
    const next = corners[(i + 1) % corners.length] ?? { x, y };
    return [...Array(8).keys()].map((k) =>
      surface.at(x + ((next.x - x) * k) / 8, y + ((next.y - y) * k) / 8),
    );
  });
  const heightMm = (1000 * around.reduce((sum, [, , z]) => sum + z, 0)) / around.length;
  const soft = SOFT + SOFTER * heightMm;
  const points = around.map(([x, y, z]) => onScreen([x - z * LAMP[0], y - z * LAMP[1] - 0.001, 0]));
  const [a, b] = [onScreen([0, 0, 0]), onScreen([soft / 1000, 0, 0])];
  return { points, blur: 2 * Math.abs(b.x - a.x), alpha: SHADOW / (1 + heightMm * 0.02) };
}

function paintShadow(
  context: CanvasRenderingContext2D,
  { points, blur, alpha }: Shadow,
  left: number,
  top: number,
): void {
  // The shape itself is outside the canvas, so that only its shadow is painted.
  const away = 10_000;
  context.save();
  context.fillStyle = "#000";
  context.shadowColor = `rgb(0 0 0 / ${alpha})`;
  context.shadowBlur = blur;
  context.shadowOffsetX = away;
  trace(
    context,
    points.map(({ x, y }) => ({ x: x - left - away, y: y - top })),
  );
  context.fill();
  context.restore();
}

/** A side's shade at a cut, 0 to 1; 0 if it faces up like a flat sheet. */
function darkness({ at, direction }: Surface, cut: number, up: 1 | -1): number {
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)];
  const point = (s: number, t: number) => at(s * cos - t * sin, s * sin + t * cos);
  const [a, b, c] = [point(cut - 0.2, 0), point(cut + 0.2, 0), point(cut, 0.2)];
  const [px, py, pz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [qx, qy, qz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const [x, y, z] = [pz * qy - py * qz, px * qz - pz * qx, py * qx - px * qy];
  const facing = ([i, j, k]: Point3) => (up * (x * i + y * j + z * k)) / (Math.hypot(x, y, z) || 1);
  const lit = Math.max(0, facing(LAMP) / LAMP[2], FILL.share * facing(FILL.from));
  return DARKEST * (1 - Math.min(1, lit)) ** 1.1;
}
