import { courseLayout } from "./course.ts";
import type { CourseLayout } from "./course.ts";
import type { BallMark, BallPart, Kit, Label, Node, Picture } from "./kit.ts";
import { mix } from "./paint/colour.ts";
import { paintBeam } from "./paint/light.ts";
import { GATE_AT } from "./paint/track.ts";
import type { Podium, Step } from "./podium.ts";
import type { Size } from "./scene.ts";
import { arc, lerp } from "./tracks.ts";

/** What is drawn of one ball. */
export interface BallShown {
  at: number;
  lane: number;
  lift: number;
  name: number;
  row: number;
  step: Step | 0;
  gap: number;
  rank: number;
  trail: number;
}

/** Radians a ball turns on its way from gate to line. */
const ROLL = 34;
/** Where a ball stands on the podium. */
type Spots = (step: Step) => ReturnType<Podium["spot"]>;

/** The balls of a race, with the trails they draw and their names beside the gate. */
export class RaceBalls {
  /** Trails and names, to be added under the balls. */
  readonly under: readonly Node[];
  readonly balls: readonly BallPart[];
  readonly #marks: readonly BallMark[];
  readonly #words: readonly string[];
  readonly #trails: readonly Picture[];
  readonly #names: readonly Label[];
  #course = courseLayout({ width: 1, height: 1 });

  constructor(kit: Kit, marks: readonly BallMark[], words: readonly string[]) {
    this.#marks = marks;
    this.#words = words;
    this.balls = marks.map((mark) => kit.ball(mark));
    this.#trails = marks.map(() => kit.light());
    this.#names = marks.map(() => kit.label());
    this.under = [...this.#trails, ...this.#names];
  }

  fit(course: CourseLayout, size: Size): void {
    this.#course = course;
    this.#trails.forEach((trail, i) => {
      const colour = mix(this.#marks[i]?.fill ?? "#ffffff", "#ffffff", 0.35);
      trail.paint({ width: 128, height: 32 }, (context, box) => paintBeam(context, box, colour));
    });
    this.#names.forEach((name, i) => {
      const { scale } = course.at(0, i);
      name.write(this.#words[i] ?? "", {
        sizePx: course.tall
          ? Math.max(9, size.width * 0.027)
          : Math.max(9, Math.min(course.ballPx * 0.55, 18) * scale),
        colour: "#ffffff",
        weight: 600,
        anchor: course.tall ? "middle" : "left",
        maxWidthPx: course.tall ? size.width * 0.15 : size.width * 0.3,
      });
    });
    for (const ball of this.balls) {
      // Painted at its largest, on the podium, and scaled down on the course: sharp at both.
      ball.fit(Math.max(course.ballPx, course.podium.ballPx));
    }
  }

  /** `podium` tells how far the best are up on it, 0 to 1, where `spot` says and in the layer `depth`. */
  show(shown: readonly BallShown[], podium: number, spot: Spots, depth: number): void {
    shown.forEach((ball, i) => this.#showBall(ball, i, podium, spot, depth));
  }

  #showBall(ball: BallShown, i: number, podium: number, spot: Spots, depth: number): void {
    const course = this.#course;
    const painted = Math.max(course.ballPx, course.podium.ballPx);
    const here = course.at(ball.at, ball.lane);
    const up = ball.step ? podium : 0;
    const best = spot(ball.step || 1);
    const diameter = course.ballPx * here.scale * (1 + 0.2 * ball.lift);
    this.balls[i]?.show({
      roll: course.tall ? 0 : ball.at * ROLL,
      dim: ball.step ? 0 : 0.25 * podium,
    });
    this.balls[i]?.place({
      x: lerp(here.x, best.x, up),
      y: lerp(here.y - ball.lift * course.ballPx * 0.5, best.y, up) - arc(up) * course.ballPx,
      scale: lerp(diameter, best.diameter, up) / painted,
      depth: up > 0 ? depth + ball.step : here.y + ball.lift * course.ballPx,
    });
    const behind = course.at(Math.max(0, ball.at - 0.13), ball.lane);
    const long = Math.hypot(here.x - behind.x, here.y - behind.y) * 1.7;
    this.#trails[i]?.place({
      x: (here.x + behind.x) / 2 - (course.tall ? 0 : diameter * 0.3),
      y: (here.y + behind.y) / 2,
      scale: [Math.max(1, long) / 128, (diameter * 1.25) / 32],
      angle: Math.atan2(here.y - behind.y, here.x - behind.x),
      alpha: ball.trail * (1 - up),
      depth: here.y - 1,
    });
    const beside = course.tall
      ? { x: here.x, y: course.at(0.13, ball.lane).y }
      : { x: course.at(GATE_AT, ball.lane).x + course.ballPx * 0.5, y: here.y };
    this.#names[i]?.place({ ...beside, alpha: ball.name });
  }
}
