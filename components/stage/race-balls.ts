import { courseLayout } from "./course.ts";
import type { CourseLayout } from "./course.ts";
import type { BallMark, BallPart, Kit, Label, Node, Picture } from "./kit.ts";
import { mix } from "./paint/colour.ts";
import { paintBeam } from "./paint/light.ts";
import { paintMedal } from "./paint/medal.ts";
import { GATE_AT, paintWake } from "./paint/track.ts";
import type { Podium, Step } from "./podium.ts";
import type { BallShown } from "./race-shown.ts";
import type { Size } from "./scene.ts";
import { arc, clamp01, lerp } from "./tracks.ts";

/** Radians a ball turns on its way from gate to line. */
const ROLL = 34;
/** Where a ball stands on the podium. */
type Spots = (step: Step) => ReturnType<Podium["spot"]>;

/** Soft light is painted small and shown large. */
const WAKE = { width: 128, height: 32 } as const;

/** What one ball has around it. */
interface Runner {
  ball: BallPart;
  /** Its lane, lit in its colour as far as it has come. */
  wake: Picture;
  trail: Picture;
  name: Label;
  medal: Picture;
  /** The place that the medal is painted with. */
  told: number;
}

/** The balls of a race, with what they draw behind them, their names and their medals. */
export class RaceBalls {
  /** Light and names, to be added under the balls. */
  readonly under: readonly Node[];
  /** Balls and medals. */
  readonly nodes: readonly Node[];
  readonly #marks: readonly BallMark[];
  readonly #words: readonly string[];
  readonly #runners: readonly Runner[];
  readonly #ink: string;
  #course = courseLayout({ width: 1, height: 1 });

  constructor(kit: Kit, marks: readonly BallMark[], words: readonly string[]) {
    this.#marks = marks;
    this.#words = words;
    this.#ink = kit.look.ink;
    this.#runners = marks.map((mark) => ({
      ball: kit.ball(mark),
      wake: kit.light(),
      trail: kit.light(),
      name: kit.label(),
      medal: kit.picture(),
      told: 0,
    }));
    this.under = this.#runners.flatMap(({ wake, trail, name }) => [wake, trail, name]);
    this.nodes = this.#runners.flatMap(({ ball, medal }) => [ball, medal]);
  }

  fit(course: CourseLayout, size: Size): void {
    this.#course = course;
    this.#runners.forEach((runner, i) => {
      const fill = this.#marks[i]?.fill ?? "#ffffff";
      runner.wake.paint(WAKE, (context, box) => paintWake(context, box, fill));
      runner.trail.paint(WAKE, (context, box) =>
        paintBeam(context, box, mix(fill, "#ffffff", 0.35)),
      );
      const { scale } = course.at(0, i);
      runner.name.write(this.#words[i] ?? "", {
        sizePx: course.tall
          ? Math.max(9, size.width * 0.031)
          : Math.max(9, Math.min(course.ballPx * 0.55, 18) * scale),
        colour: this.#ink,
        weight: 700,
        anchor: course.tall ? "middle" : "left",
        maxWidthPx: course.tall ? size.width * 0.15 : size.width * 0.3,
      });
      // Painted at its largest, on the podium, and scaled down on the course: sharp at both.
      runner.ball.fit(Math.max(course.ballPx, course.podium.ballPx));
      runner.told = 0;
    });
  }

  /**
   * `podium` tells how far the best are up on it, 0 to 1, where `spot` says and in the layer `depth`;
   * `life` how long they have been waiting at the gate, in seconds.
   */
  show(
    shown: readonly BallShown[],
    podium: number,
    spot: Spots,
    depth: number,
    life: number,
  ): void {
    shown.forEach((ball, i) => {
      const runner = this.#runners[i];
      if (runner) {
        this.#showBall(ball, runner, podium, spot(ball.step || 1), depth, idleOf(i, life));
        this.#showLight(ball, runner, ball.step ? podium : 0);
        this.#showMedal(ball, runner);
      }
    });
  }

  #showBall(
    shown: BallShown,
    { ball, name }: Runner,
    podium: number,
    best: ReturnType<Podium["spot"]>,
    depth: number,
    idle: { roll: number; hop: number },
  ): void {
    const course = this.#course;
    const painted = Math.max(course.ballPx, course.podium.ballPx);
    const here = course.at(shown.at, shown.lane);
    const up = shown.step ? podium : 0;
    const lift = shown.lift + (shown.at > 0 ? 0 : idle.hop);
    const diameter = course.ballPx * here.scale * (1 + 0.2 * lift);
    ball.show({
      roll: course.tall ? 0 : shown.at * ROLL + idle.roll,
      dim: shown.step ? 0 : 0.25 * podium,
    });
    ball.place({
      x: lerp(here.x, best.x, up),
      y: lerp(here.y - lift * course.ballPx * 0.5, best.y, up) - arc(up) * course.ballPx,
      scale: lerp(diameter, best.diameter, up) / painted,
      depth: up > 0 ? depth + shown.step : here.y + lift * course.ballPx,
    });
    // At the gate a name stands in its lane; the leader's goes ahead of its ball.
    const leads = shown.at > 0.03;
    const gate = course.tall
      ? { x: here.x, y: course.at(0.13, shown.lane).y }
      : { x: course.at(GATE_AT, shown.lane).x + course.ballPx * 0.5, y: here.y };
    const ahead = course.tall
      ? { x: here.x, y: here.y - diameter * 0.85 }
      : { x: here.x + diameter * 0.72, y: here.y };
    name.place({ ...(leads ? ahead : gate), alpha: leads ? shown.lead : shown.name });
  }

  /** The lane behind it in its colour, and the light that its speed draws. */
  #showLight(shown: BallShown, { wake, trail }: Runner, up: number): void {
    const course = this.#course;
    const here = course.at(shown.at, shown.lane);
    const start = course.at(GATE_AT, shown.lane);
    const angle = Math.atan2(here.y - start.y, here.x - start.x);
    const [near, far] = [shown.lane + 0.47, shown.lane - 0.47].map((lane) =>
      course.at(shown.at / 2, lane),
    );
    const across = near && far ? Math.hypot(near.x - far.x, near.y - far.y) : 0;
    const run = Math.hypot(here.x - start.x, here.y - start.y);
    wake.place({
      x: (here.x + start.x) / 2,
      y: (here.y + start.y) / 2,
      scale: [Math.max(1, run) / WAKE.width, (course.tall ? across : across * 0.98) / WAKE.height],
      angle,
      alpha: clamp01(shown.at * 8) * (0.34 + 0.4 * shown.lead) * (1 - up),
      depth: -5,
    });
    const bright = Math.max(shown.trail, 0.42 * shown.speed);
    const behind = course.at(
      Math.max(0, shown.at - 0.13 * Math.max(shown.trail, 0.55)),
      shown.lane,
    );
    const diameter = course.ballPx * here.scale;
    const long = Math.hypot(here.x - behind.x, here.y - behind.y) * 1.7;
    trail.place({
      x: (here.x + behind.x) / 2 - (course.tall ? 0 : diameter * 0.3),
      y: (here.y + behind.y) / 2,
      scale: [Math.max(1, long) / WAKE.width, (diameter * 1.25) / WAKE.height],
      angle,
      alpha: bright * (1 - up),
      depth: here.y - 1,
    });
  }

  /** A flag with its place, in its own lane where it crossed the line. */
  #showMedal(shown: BallShown, runner: Runner): void {
    const course = this.#course;
    const line = course.at(1, shown.lane);
    const high = Math.max(11, course.ballPx * line.scale * 0.6);
    const size = { width: high * 1.7 + 6, height: high + 6 };
    if (shown.medal > 0 && shown.rank !== runner.told) {
      runner.told = shown.rank;
      runner.medal.paint(size, (context, box) => paintMedal(context, box, shown.rank));
    }
    const slid = 1 - shown.medal;
    const [x, y] = course.tall
      ? [line.x, line.y + size.height * (0.9 + slid)]
      : [line.x - size.width * (0.75 - slid), line.y];
    runner.medal.place({ x, y, alpha: shown.medal * (shown.rank <= 3 ? 1 : 0.7), depth: -1 });
  }
}

/** How a ball lies while it waits: it rocks a little, and now and then one of them hops. */
function idleOf(ball: number, life: number): { roll: number; hop: number } {
  const settled = Math.min(1, life / 2);
  const isNext = Math.floor(life) % 6 === ball;
  return {
    roll: settled * 0.3 * Math.sin(life * 1.3 + ball * 1.9),
    hop: isNext ? 0.34 * settled * arc((life % 1) * 1.6) : 0,
  };
}
