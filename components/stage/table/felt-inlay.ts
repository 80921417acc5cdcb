import { bandY } from "../../../src/look/felt-band.ts";
import type { FeltBand } from "../../../src/look/felt-band.ts";
import type { DrawingTools } from "../pixi/surface.ts";
import { inBox } from "../plates.ts";
import type { CameraMatrix, Framing } from "../plates.ts";
import type { PaidSide } from "./payment.ts";
import { world } from "./places.ts";

/*
 * The brass lines on the felt, which light up in the operator's accent colour: first all, then those around the winner.
 */

type Point = readonly [x: number, y: number];

/** A felt's lines that can light up, in mm as in the games' `felt.ts`. */
export interface FeltLines {
  readonly band: FeltBand;
  readonly frames: readonly { x: number; y: number; width: number; height: number }[];
  readonly tie: { x: number; y: number; width: number; height: number };
}

export interface InlayPose {
  side: PaidSide;
  /** The lit fraction of each line, which grows in both directions from the side nearest the viewer. */
  drawn: number;
  /** Brightness of the other sides' lines relative to this one, 0 to 1. */
  others: number;
  /** The light's brightness, 0 to 1. */
  glow: number;
}

const LINE_CORE = "#fff3d6";
const GLOW_MARGIN_PX = 20;

/** A rectangle, starting and ending in the centre of the side nearest the viewer. */
function frameLine({ x, y, width, height }: FeltLines["tie"]): Point[] {
  const [w, h] = [width / 2, height / 2];
  return [
    [x, y - h],
    [x + w, y - h],
    [x + w, y + h],
    [x - w, y + h],
    [x - w, y - h],
    [x, y - h],
  ];
}

function diamondLine({ x, y, width, height }: FeltLines["tie"]): Point[] {
  const [w, h] = [width / 2, height / 2];
  return [
    [x, y - h],
    [x + w, y],
    [x, y + h],
    [x - w, y],
    [x, y - h],
  ];
}

function cellLine(band: FeltBand, index: number): Point[] {
  const { from = 0, to = 0 } = band.cells[index] ?? {};
  const edge =
    (low: number) =>
    (share: number): Point => {
      const x = from + (to - from) * share;
      return [x, bandY(band, x) - low];
    };
  const [upper, lower] = [edge(0), edge(band.height)];
  const shares = [0, 0.25, 0.5, 0.75, 1];
  return [
    ...[0.5, 0.75, 1].map(lower),
    ...shares.toReversed().map(upper),
    ...[0, 0.25, 0.5].map(lower),
  ];
}

export function makeInlay(tools: DrawingTools, { band, frames, tie }: FeltLines) {
  const node = tools.light();
  const allLines: Readonly<Record<PaidSide, readonly Point[][]>> = {
    left: [...frames.filter(({ x }) => x < 0).map(frameLine), cellLine(band, 0)],
    tie: [diamondLine(tie), cellLine(band, 1)],
    right: [...frames.filter(({ x }) => x > 0).map(frameLine), cellLine(band, 2)],
  };
  let paintedKey = "";
  let middle = { x: 0, y: 0 };

  /** Shows the lines on a shot's plate. `whole` is the framing before the camera moves in. */
  function show(pose: InlayPose | null, matrix: CameraMatrix, whole: Framing): void {
    if (pose === null || pose.glow === 0) {
      node.place({ x: 0, y: 0, alpha: 0 });
      return;
    }
    const key = JSON.stringify([pose.side, pose.drawn, pose.others, matrix, whole]);
    if (key !== paintedKey) {
      paintedKey = key;
      paint(pose, matrix, whole);
    }
    const scale = 1 / whole.scale;
    node.place({
      x: (middle.x - whole.x) * scale,
      y: (middle.y - whole.y) * scale,
      scale,
      alpha: pose.glow,
    });
  }

  function paint({ side, drawn, others }: InlayPose, matrix: CameraMatrix, whole: Framing): void {
    const lit = Object.entries(allLines).flatMap(([lineSide, lines]) => {
      const light = lineSide === side ? 1 : others;
      const onScreen = (line: readonly Point[]) =>
        line.map(([x, y]) => inBox(matrix, whole, world(x, y)));
      return light > 0 ? lines.map((line) => ({ line: onScreen(line), light })) : [];
    });
    const all = lit.flatMap(({ line }) => line);
    const [xs, ys] = [all.map(({ x }) => x), all.map(({ y }) => y)];
    const [left, top] = [Math.min(...xs) - GLOW_MARGIN_PX, Math.min(...ys) - GLOW_MARGIN_PX];
    const size = {
      width: Math.max(...xs) + GLOW_MARGIN_PX - left,
      height: Math.max(...ys) + GLOW_MARGIN_PX - top,
    };
    middle = { x: left + size.width / 2, y: top + size.height / 2 };
    node.paint(size, (context) => {
      context.translate(-left, -top);
      context.lineJoin = context.lineCap = "round";
      for (const { line, light } of lit) {
        const lengthPx = line.slice(1).reduce((sum, { x, y }, i) => {
          const from = line[i] ?? { x, y };
          return sum + Math.hypot(x - from.x, y - from.y);
        }, 0);
        const litPx = (lengthPx * drawn) / 2;
        context.setLineDash([litPx, lengthPx - 2 * litPx, litPx, 0]);
        context.beginPath();
        line.forEach(({ x, y }) => context.lineTo(x, y));
        for (const [width, alpha, blur] of [
          [7, 0.3, 16],
          [3.2, 0.75, 8],
          [1.4, 1, 0],
        ] as const) {
          context.lineWidth = width;
          context.globalAlpha = alpha * light;
          context.shadowBlur = blur;
          context.strokeStyle = context.shadowColor = blur > 0 ? tools.accent : LINE_CORE;
          context.stroke();
        }
      }
    });
  }

  return { node, show };
}
