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

/** The glow of a lamp and the lamp itself: while balls wait, and as they are off. */
const COLOURS = {
  wait: { glow: sideColours.red.fill, lamp: "#ff5148" },
  go: { glow: sideColours.green.fill, lamp: "#5cf08a" },
} as const;

/** Paints the light of a lamp that is on over a box. */
function paintLamp(
  context: Context,
  box: Size,
  { glow, lamp }: { glow: string; lamp: string },
): void {
  paintGlow(context, box, glow);
  context.beginPath();
  context.arc(box.width / 2, box.height / 2, (box.width / LAMP_LIGHT) * 0.92, 0, 2 * Math.PI);
  context.fillStyle = lamp;
  context.fill();
}

/** The lamps over the start: red one by one, and all of them green as the balls are off. */
export class StartLamps {
  readonly nodes: readonly Node[];
  readonly #board;
  readonly #waiting;
  readonly #going;
  #at = { x: 0, y: 0, radius: 1 };

  constructor(kit: Kit) {
    this.#board = kit.picture();
    this.#waiting = LAMPS.map(() => kit.light());
    this.#going = LAMPS.map(() => kit.light());
    this.nodes = [this.#board, ...this.#waiting, ...this.#going];
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
    for (const [lamps, colours] of [
      [this.#waiting, COLOURS.wait],
      [this.#going, COLOURS.go],
    ] as const) {
      for (const lamp of lamps) {
        lamp.paint(light, (context, box) => paintLamp(context, box, colours));
      }
    }
  }

  show({ lamps: { up, lit }, gate }: Pick<RaceShown, "lamps" | "gate">): void {
    const { x, y, radius } = this.#at;
    this.#board.place({ x, y, alpha: up });
    const isOff = gate === 1;
    LAMPS.forEach((across, i) => {
      const at = { x: x + across * radius, y };
      this.#waiting[i]?.place({ ...at, alpha: i < lit && !isOff ? up : 0 });
      this.#going[i]?.place({ ...at, alpha: isOff ? up : 0 });
    });
  }
}
