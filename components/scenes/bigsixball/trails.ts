import type { Kit, Node } from "../../stage/kit.ts";
import { mix } from "../../stage/paint/colour.ts";
import { paintBeam } from "../../stage/paint/light.ts";
import { clamp01 } from "../../stage/tracks.ts";
import type { CourseLayout, Shot } from "./course.ts";
import { lies } from "./course.ts";
import type { BallShown } from "./race-shown.ts";

/** Soft light is painted small and shown large. */
const BEAM = { width: 96, height: 32 } as const;
/** How long a streak is at full speed, in widths of a ball. */
const LONG = 1.8;
/** From which speed on one is faster than a field ever is, and at which it is by far; so much longer is its streak then. */
const [FASTER, FASTEST, AWAY] = [1.15, 1.6, 1.6];

/** The streak that a fast ball draws in the eye: longer the faster it is. */
export class Trails {
  readonly nodes: readonly Node[];
  readonly #streaks;

  constructor(kit: Kit, fills: readonly string[]) {
    this.#streaks = fills.map((fill) => {
      const streak = kit.light();
      streak.paint(BEAM, (context, box) => paintBeam(context, box, mix(fill, "#ffffff", 0.3)));
      return streak;
    });
    this.nodes = this.#streaks;
  }

  show(balls: readonly BallShown[], layout: CourseLayout, shot: Shot): void {
    balls.forEach(({ heading, speed, seen, up, ...ball }, i) => {
      const { x, y } = layout.seen(shot, ball);
      const to = lies({ x: Math.cos(heading), y: Math.sin(heading) }, layout.tall);
      // Who gets away draws a line that nobody else has.
      const [fast, away] = [clamp01(speed), clamp01((speed - FASTER) / (FASTEST - FASTER))];
      const long = LONG * (fast + away * AWAY) * shot.unit;
      this.#streaks[i]?.place({
        x: x - to.x * long * 0.42,
        y: y - to.y * long * 0.42,
        scale: [long / BEAM.width, (shot.unit * 1.05) / BEAM.height],
        angle: Math.atan2(to.y, to.x),
        alpha: (0.42 + 0.35 * away) * fast * seen * (1 - up),
      });
    });
  }
}
