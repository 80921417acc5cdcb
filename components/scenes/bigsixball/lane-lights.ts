import type { Kit, Node, Picture } from "../../stage/kit.ts";
import { mix } from "../../stage/paint/colour.ts";
import { paintBeam } from "../../stage/paint/light.ts";
import { lerp } from "../../stage/tracks.ts";
import { courseLayout } from "./course.ts";
import { laneBox, paintLaneLight } from "./paint/track.ts";
import type { BallShown } from "./race-shown.ts";

/** Soft light is painted small and shown large. */
const BEAM = { width: 128, height: 32 } as const;
/** Light on a lane is soft enough for half of the screen's density. */
const SHEET = 0.5;
/** How far along its lane the light of a ball that is called reaches: up to the line. */
const CALLED_TO = 0.985;

/** What one ball leaves on the course. */
interface LaneLight {
  fill: string;
  /** Its lane in its colour, of which so much is seen as it has come. */
  sheet: Picture;
  /** The lane that the sheet is painted for. */
  lane: number;
  /** The light of its speed. */
  trail: Picture;
}

/** The light of balls on their lanes; it lies on the course, and is stretched with it. */
export class LaneLights {
  readonly nodes: readonly Node[];
  readonly #lights: readonly LaneLight[];
  #course = courseLayout({ width: 1, height: 1 });

  /** `fills` are the colours of the balls, in the order of the sides. */
  constructor(kit: Kit, fills: readonly string[]) {
    this.#lights = fills.map((fill) => {
      const light = { fill, sheet: kit.picture(), lane: Number.NaN, trail: kit.light() };
      light.trail.paint(BEAM, (context, box) =>
        paintBeam(context, box, mix(fill, "#ffffff", 0.35)),
      );
      return light;
    });
    this.nodes = this.#lights.flatMap(({ sheet, trail }) => [sheet, trail]);
  }

  fit(course: ReturnType<typeof courseLayout>): void {
    this.#course = course;
    for (const light of this.#lights) {
      light.lane = Number.NaN;
    }
  }

  /** Lights the lane of a ball; all of it while the ball is `called`, 0 to 1, at the gate. */
  show(ball: number, shown: BallShown, called: number): void {
    const light = this.#lights[ball];
    if (!light) {
      return;
    }
    const { at, lane, up, drawn } = shown;
    // TiePlace two lanes it lights none.
    const alpha = Number.isInteger(lane) ? Math.max(shown.wake, 0.5 * called, 0.7 * drawn) : 0;
    const to = called > 0 ? CALLED_TO : lerp(at, CALLED_TO, drawn);
    this.#showSheet(light, lane, to, alpha);
    this.#showTrail(light.trail, shown, Math.max(shown.trail, 0.42 * shown.speed) * (1 - up));
  }

  #showSheet(light: LaneLight, lane: number, to: number, alpha: number): void {
    const { sheet, fill } = light;
    const course = this.#course;
    if (Number.isInteger(lane) && lane !== light.lane) {
      light.lane = lane;
      const { width, height } = laneBox(course, lane);
      sheet.paint({ width: width * SHEET, height: height * SHEET }, (context) =>
        paintLaneLight(context, course, lane, fill, SHEET),
      );
    }
    if (to <= course.gateAt || !Number.isInteger(lane)) {
      sheet.place({ x: 0, y: 0, alpha: 0 });
      return;
    }
    const { x, y, width, height } = laneBox(course, lane);
    const end = course.at(to, lane);
    // From the gate to where the ball is: from the left, or from below.
    const part = course.tall
      ? { x: 0, y: (end.y - y) / height, width: 1, height: 1 - (end.y - y) / height }
      : { x: 0, y: 0, width: Math.min(1, (end.x - x) / width), height: 1 };
    sheet.crop(part);
    sheet.place({
      x: x + width * (part.x + part.width / 2),
      y: y + height * (part.y + part.height / 2),
      scale: 1 / SHEET,
      alpha,
      depth: 1,
    });
  }

  #showTrail(trail: Picture, { at, lane, trail: long }: BallShown, alpha: number): void {
    const course = this.#course;
    const from = course.at(Math.max(0, at - 0.2 * Math.max(long, 0.55)), lane);
    const to = course.at(at + 0.015, lane);
    const [x, y] = [to.x - from.x, to.y - from.y];
    const across = course.ballPx * course.at(at, lane).scale * 1.25;
    trail.place({
      x: from.x + x / 2,
      y: from.y + y / 2,
      scale: [Math.max(1, Math.hypot(x, y)) / BEAM.width, across / BEAM.height],
      angle: Math.atan2(y, x),
      alpha,
      depth: 1,
    });
  }
}
