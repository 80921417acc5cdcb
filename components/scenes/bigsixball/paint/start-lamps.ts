import { sideColours } from "../../../../src/look/palette.ts";
import type { Kit, Node } from "../../../stage/kit.ts";
import { withAlpha } from "../../../stage/paint/colour.ts";
import { paintGlow } from "../../../stage/paint/felt.ts";
import type { Size } from "../../../stage/scene.ts";
import type { CourseLayout } from "../course.ts";
import type { RaceShown } from "../race-shown.ts";

type Context = CanvasRenderingContext2D;

/** How large the light of a lamp is, by its radius. */
const LAMP_LIGHT = 6;

/** Where lamps in a row stand, from the middle of it, in radii. */
const LAMPS = [-3.1, 0, 3.1] as const;

/** Paints the board of start lamps over a box, all of them out; `radius` of a lamp is in CSS pixels. */
function paintLampBoard(
  context: Context,
  { width, height }: Size,
  radius: number,
  accent: string,
): void {
  context.beginPath();
  context.roundRect(1, 1, width - 2, height - 2, height * 0.3);
  context.fillStyle = "#07090cf2";
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = withAlpha(accent, 0.8);
  context.stroke();
  context.fillStyle = "#2a0d0e";
  for (const off of LAMPS) {
    context.beginPath();
    context.arc(width / 2 + off * radius, height / 2, radius, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
}

/** Paints the light of a lamp that is on over a box. */
function paintLamp(context: Context, box: Size): void {
  paintGlow(context, box, sideColours.red.fill);
  context.beginPath();
  context.arc(box.width / 2, box.height / 2, (box.width / LAMP_LIGHT) * 0.92, 0, 2 * Math.PI);
  context.fillStyle = "#ff5148";
  context.fill();
}

/** The lamps over the start: red one by one, and off as the balls are. */
export class StartLamps {
  readonly nodes: readonly Node[];
  readonly #board;
  readonly #lights;
  #at = { x: 0, y: 0, radius: 1 };

  constructor(kit: Kit) {
    this.#board = kit.picture();
    this.#lights = LAMPS.map(() => kit.light());
    this.nodes = [this.#board, ...this.#lights];
  }

  /** Above the gate, where the stand is; in a tall box ahead of it. */
  fit({ width, height }: Size, { tall, list }: CourseLayout, accent: string): void {
    const radius = Math.max(4, Math.min(width, height) * 0.026);
    const y = tall ? height * 0.3 : list.foot + radius;
    this.#at = { x: width / 2, y, radius };
    this.#board.paint({ width: radius * 10, height: radius * 3.2 }, (context, box) =>
      paintLampBoard(context, box, radius, accent),
    );
    const light = { width: radius * LAMP_LIGHT, height: radius * LAMP_LIGHT };
    for (const lamp of this.#lights) {
      lamp.paint(light, paintLamp);
    }
  }

  show({ up, lit }: RaceShown["lamps"]): void {
    const { x, y, radius } = this.#at;
    this.#board.place({ x, y, alpha: up });
    this.#lights.forEach((lamp, i) =>
      lamp.place({ x: x + (LAMPS[i] ?? 0) * radius, y, alpha: i < lit ? up : 0 }),
    );
  }
}
