import type { CourseLayout } from "./course.ts";
import type { Kit, Node } from "./kit.ts";
import { withAlpha } from "./paint/colour.ts";
import { paintGlow } from "./paint/felt.ts";
import type { RaceShown } from "./race-shown.ts";
import type { Size } from "./scene.ts";
import { sideColours } from "./theme.ts";

/** How many lamps there are, and from one's middle to the next, in radii. */
const [LAMPS, APART] = [3, 3.1];
/** How large the light of a lamp is, in radii. */
const HALO = 6;

/** The lamps over the start: red one by one, and off as the balls are. */
export class StartLamps {
  readonly nodes: readonly Node[];
  readonly #board;
  readonly #lights;
  #at = { x: 0, y: 0, radius: 1 };

  constructor(kit: Kit) {
    this.#board = kit.picture();
    this.#lights = Array.from({ length: LAMPS }, () => kit.light());
    this.nodes = [this.#board, ...this.#lights];
  }

  /** Above the course, where the crowd is. */
  fit({ width, height }: Size, { tall, crowd, at }: CourseLayout, accent: string): void {
    const radius = Math.max(4, Math.min(width, height) * 0.026);
    // Seen from behind, the finish is above the course.
    const y = tall ? at(0.3, 2.5).y : Math.max(radius * 1.9, crowd.foot * 0.5);
    this.#at = { x: width / 2, y, radius };
    const board = { width: radius * APART * (LAMPS + 0.2), height: radius * 3.2 };
    this.#board.paint(board, (context, box) => {
      context.beginPath();
      context.roundRect(1, 1, box.width - 2, box.height - 2, box.height * 0.3);
      context.fillStyle = "#07090cf2";
      context.fill();
      context.lineWidth = 1.5;
      context.strokeStyle = withAlpha(accent, 0.8);
      context.stroke();
      for (let i = 0; i < LAMPS; i++) {
        context.beginPath();
        const x = box.width / 2 + (i - (LAMPS - 1) / 2) * radius * APART;
        context.arc(x, box.height / 2, radius, 0, 2 * Math.PI);
        context.fillStyle = "#2a0d0e";
        context.fill();
        context.stroke();
      }
    });
    const { fill } = sideColours.red;
    for (const light of this.#lights) {
      const side = radius * HALO;
      light.paint({ width: side, height: side }, (context, box) => {
        paintGlow(context, box, fill);
        context.beginPath();
        context.arc(side / 2, side / 2, radius * 0.92, 0, 2 * Math.PI);
        context.fillStyle = "#ff5148";
        context.fill();
      });
    }
  }

  show({ up, lit }: RaceShown["lamps"]): void {
    const { x, y, radius } = this.#at;
    this.#board.place({ x, y, alpha: up });
    this.#lights.forEach((light, i) =>
      light.place({
        x: x + (i - (LAMPS - 1) / 2) * radius * APART,
        y,
        alpha: i < lit ? up : 0,
      }),
    );
  }
}
