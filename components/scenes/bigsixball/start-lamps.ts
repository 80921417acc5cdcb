import type { Kit, Node } from "../../stage/kit.ts";
import type { Size } from "../../stage/scene.ts";
import type { CourseLayout } from "./course.ts";
import { LAMP_LIGHT, LAMPS, paintLamp, paintLampBoard } from "./paint/start-lamps.ts";
import type { RaceShown } from "./race-shown.ts";

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

  /** Above the course, where the crowd is; seen from behind, that is where the finish is. */
  fit({ width, height }: Size, { tall, crowd, at }: CourseLayout, accent: string): void {
    const radius = Math.max(4, Math.min(width, height) * 0.026);
    const y = tall ? at(0.3, 2.5).y : crowd.foot / 2;
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
