import { courseLayout, seenIn } from "./course.ts";
import type { CourseLayout, Shot } from "./course.ts";
import type { BallMark, BallPart, Kit, Label, Node, Picture } from "./kit.ts";
import { mix } from "./paint/colour.ts";
import { paintBeam } from "./paint/light.ts";
import { paintPlace } from "./paint/medal.ts";
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
  flag: Picture;
  /** The place that the flag is painted with. */
  told: number;
}

/** How long a flag is by its height. */
const FLAG_RATIO = 2.1;

/** The balls of a race, with what they draw behind them, their names and the flags of their places. */
export class RaceBalls {
  /** Light on the lanes: it lies on the course, and is stretched with it. */
  readonly under: readonly Node[];
  /** Balls, names and flags, which are only moved by the camera. */
  readonly nodes: readonly Node[];
  readonly #marks: readonly BallMark[];
  readonly #words: readonly string[];
  readonly #runners: readonly Runner[];
  readonly #places: readonly string[];
  readonly #ink: string;
  #course = courseLayout({ width: 1, height: 1 });

  /** `words` names the balls, `places` what they can reach. */
  constructor(
    kit: Kit,
    marks: readonly BallMark[],
    { words, places }: { words: readonly string[]; places: readonly string[] },
  ) {
    this.#marks = marks;
    this.#words = words;
    this.#places = places;
    this.#ink = kit.look.ink;
    this.#runners = marks.map((mark) => ({
      ball: kit.ball(mark),
      wake: kit.light(),
      trail: kit.light(),
      name: kit.label(),
      flag: kit.picture(),
      told: 0,
    }));
    this.under = this.#runners.flatMap(({ wake, trail }) => [wake, trail]);
    this.nodes = this.#runners.flatMap(({ ball, name, flag }) => [flag, name, ball]);
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
          ? Math.max(9, size.width * 0.033)
          : Math.max(9, Math.min(course.ballPx * 0.55, 18) * scale),
        colour: this.#ink,
        weight: 700,
        anchor: course.tall ? "middle" : "left",
        maxWidthPx: size.width * 0.3,
      });
      // Painted at its largest, on the podium, and scaled down on the course: sharp at both.
      runner.ball.fit(Math.max(course.ballPx, course.podium.ballPx));
      runner.told = 0;
    });
  }

  /**
   * `shot` is how the camera sees the course, `podium` tells how far the best are up on it, 0 to 1, where `spot` says and in the layer `depth`;
   * `life` how long they have been waiting at the gate, in seconds.
   */
  show(
    shown: readonly BallShown[],
    shot: Shot,
    { podium, spot, depth, life }: { podium: number; spot: Spots; depth: number; life: number },
  ): void {
    shown.forEach((ball, i) => {
      const runner = this.#runners[i];
      if (runner) {
        const best = { ...spot(ball.step || 1), up: ball.step ? podium : 0, depth };
        this.#showBall(ball, runner, shot, best, { podium, ...idleOf(i, life) });
        this.#showLight(ball, runner, best.up);
        this.#showFlag(ball, runner, shot);
      }
    });
  }

  #showBall(
    shown: BallShown,
    { ball, name }: Runner,
    shot: Shot,
    best: ReturnType<Spots> & { up: number; depth: number },
    idle: { podium: number; roll: number; hop: number },
  ): void {
    const course = this.#course;
    const painted = Math.max(course.ballPx, course.podium.ballPx);
    const here = seenIn(shot, course.at(shown.at, shown.lane));
    const { up } = best;
    const lift = shown.lift + (shown.at > 0 ? 0 : idle.hop);
    const diameter = course.ballPx * here.scale * (1 + 0.2 * lift);
    ball.show({
      roll: course.tall ? 0 : shown.at * ROLL + idle.roll,
      dim: shown.step ? 0 : 0.25 * idle.podium,
    });
    ball.place({
      x: lerp(here.x, best.x, up),
      y: lerp(here.y - lift * course.ballPx * 0.5, best.y, up) - arc(up) * course.ballPx,
      scale: lerp(diameter, best.diameter, up) / painted,
      depth: up > 0 ? best.depth + shown.step : here.y + lift * course.ballPx,
    });
    // At the gate a name stands in its lane, or in two rows where lanes are narrow; the leader's goes
    // ahead of its ball.
    const leads = shown.at > 0.03;
    const gate = course.tall
      ? { x: here.x, y: seenIn(shot, course.at(shown.lane % 2 < 1 ? 0.13 : 0.18, shown.lane)).y }
      : { x: seenIn(shot, course.at(GATE_AT, shown.lane)).x + course.ballPx * 0.5, y: here.y };
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
      depth: 1,
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
      depth: 2,
    });
  }

  /** The place of a ball that is in, in its own lane and before the line: it covers no ball. */
  #showFlag(shown: BallShown, runner: Runner, shot: Shot): void {
    const course = this.#course;
    const line = seenIn(shot, course.at(course.tall ? 0.975 : 0.989, shown.lane));
    const ball = course.ballPx * line.scale;
    const high = Math.max(14, ball * 0.56);
    if (shown.flag > 0 && shown.rank !== runner.told) {
      runner.told = shown.rank;
      const place = { place: shown.rank, text: this.#places[shown.rank - 1] ?? "", ink: this.#ink };
      runner.flag.paint({ width: high * FLAG_RATIO, height: high }, (context, box) =>
        paintPlace(context, box, place),
      );
    }
    // It slides in from the line.
    const away = (1 - shown.flag) * high * 0.6;
    runner.flag.place({
      x: course.tall ? line.x : line.x - high * (0.3 + FLAG_RATIO / 2) + away,
      y: course.tall ? line.y + high * 0.9 - away : line.y,
      alpha: shown.flag,
      depth: -1,
    });
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
