import type { BallMark, BallPart, Kit, Label, Node, Picture } from "../../stage/kit.ts";
import type { SideForm } from "../../stage/recent-form.ts";
import type { Size } from "../../stage/scene.ts";
import { arc, clamp01, easeOut, lerp } from "../../stage/tracks.ts";
import { courseLayout, seenIn, WHOLE_COURSE } from "./course.ts";
import type { CourseLayout, Shot } from "./course.ts";
import { idleOf } from "./idle.ts";
import { LaneLights } from "./lane-lights.ts";
import { paintPlace } from "./paint/medal.ts";
import type { Step } from "./paint/podium.ts";
import type { Podium } from "./podium.ts";
import { RaceForm } from "./race-form.ts";
import type { BallShown } from "./race-shown.ts";

/** Radians a ball turns on its way from gate to line. */
const ROLL = 34;
/** Where a ball stands on the podium. */
type Spots = (step: Step) => ReturnType<Podium["spot"]>;

/** Where balls stand, and what is known of them, besides the course. */
interface BallsView {
  /** How dark it is behind the podium, 0 to 1. */
  veil: number;
  spot: Spots;
  depth: number;
  life: number;
  form: readonly (SideForm | null)[];
  /** How well what they did before is seen, 0 to 1. */
  formShown: number;
}

/** What is written beside the balls. */
interface RaceWords {
  /** Their names. */
  words: readonly string[];
  /** What they can reach. */
  places: readonly string[];
  /** How often they won, and how often they were among the first three, for each of two signs #. */
  record: string;
}

/** What one ball has around it. */
interface Runner {
  ball: BallPart;
  name: Label;
  flag: Picture;
  /** The place that the flag is painted with, and the size of the type of the name, in CSS pixels. */
  painted: number;
  typePx: number;
}

/** From here on, in lengths of the course, a name goes with its ball. */
const LAUNCHED = 0.03;
/** How much larger names are written as lanes are drawn. */
const CALLED_TYPE = 1.7;
/** How long a flag is by its height. */
const FLAG_RATIO = 2.1;

/** The balls of a race, with what they draw behind them, their names and the flags of their places. */
export class RaceBalls {
  /** Light on the lanes: it lies on the course, and is stretched with it. */
  readonly under: readonly Node[];
  /** Balls, names and flags, which are only moved by the camera. */
  readonly nodes: readonly Node[];
  readonly #kit: Kit;
  readonly #words: readonly string[];
  readonly #lanes: LaneLights;
  readonly #runners: readonly Runner[];
  readonly #places: readonly string[];
  readonly #ink: string;
  readonly #form: RaceForm;
  #course = courseLayout({ width: 1, height: 1 });
  /** The height of the type of names, in CSS pixels. */
  #typePx = 9;
  /** The same where names stand in a row, in a tall box. */
  #rowPx = 9;

  constructor(kit: Kit, marks: readonly BallMark[], { words, places, record }: RaceWords) {
    this.#kit = kit;
    this.#form = new RaceForm(kit, marks.length, places, record);
    this.#words = words;
    this.#places = places;
    this.#ink = kit.look.ink;
    this.#runners = marks.map((mark) => ({
      ball: kit.ball(mark),
      name: kit.label(),
      flag: kit.picture(),
      painted: 0,
      typePx: 0,
    }));
    this.#lanes = new LaneLights(
      kit,
      marks.map(({ fill }) => fill),
    );
    this.under = this.#lanes.nodes;
    this.nodes = [
      ...this.#form.nodes,
      ...this.#runners.flatMap(({ ball, name, flag }) => [flag, name, ball]),
    ];
  }

  fit(course: CourseLayout, size: Size): void {
    this.#course = course;
    this.#lanes.fit(course);
    const typePx = course.tall
      ? Math.max(9, Math.round(size.width * 0.036))
      : Math.max(9, Math.min(course.ballPx * 0.55, 18));
    this.#typePx = typePx;
    const widest = Math.max(
      1,
      ...this.#words.map((word) => this.#kit.widthOf(word, { sizePx: typePx, weight: 700 })),
    );
    // Seen from behind all names stand in one row, each beneath its ball.
    const lanePx = course.at(0, 1).x - course.at(0, 0).x;
    this.#rowPx = Math.max(9, Math.floor(typePx * Math.min(1, (lanePx * 0.96) / widest)));
    const named = course.ballPx * 0.5 + widest;
    this.#form.fit(course, named + typePx, typePx);
    this.#runners.forEach((runner) => {
      runner.typePx = 0;
      runner.ball.fit(this.#paintedPx, course.podium.ballPx);
      runner.painted = 0;
    });
  }

  /** How large balls are painted for the course: as large as they are seen at the finish. CSS pixels. */
  get #paintedPx(): number {
    const { near } = this.#course.shot({ ...WHOLE_COURSE, zoom: 1, along: 1 });
    return 2 * Math.ceil((this.#course.ballPx * near) / 2);
  }

  /**
   * `shot` is how the camera sees the course. The best go up the podium where `spot` says, in the layer
   * `depth`, and `veil` is how dark it is behind them, 0 to 1. `life` is how long they have been waiting
   * at the gate, in seconds, and `form` what they did before, seen so
   * well as
   * `formShown` says, 0 to 1.
   */
  show(
    shown: readonly BallShown[],
    shot: Shot,
    { veil, spot, depth, life, form, formShown }: BallsView,
  ): void {
    this.#form.show(shown, form, shot, formShown);
    shown.forEach((ball, i) => {
      const runner = this.#runners[i];
      if (runner) {
        const best = { ...spot(ball.step || 1), depth };
        const idle = idleOf(i, life, ball.name);
        this.#letter(i, runner, ball);
        this.#showBall(ball, runner, shot, best, { veil, ...idle });
        this.#lanes.show(i, ball, ball.at > 0 ? 0 : idle.called);
        this.#showFlag(ball, runner, shot);
      }
    });
  }

  /** Writes a name in the size of where it stands: in its lane, large as that is drawn, or ahead of its ball. */
  #letter(i: number, runner: Runner, { named, lane, at }: BallShown): void {
    const course = this.#course;
    const leads = at > LAUNCHED && named <= 0;
    const typePx =
      named > 0 ? Math.min(this.#typePx * CALLED_TYPE, course.ballPx * 1.1) : this.#typePx;
    // Whole pixels: lanes of about one size share a font.
    const sizePx = course.tall
      ? leads
        ? this.#typePx
        : this.#rowPx
      : Math.max(9, Math.round(typePx * course.at(0, lane).scale));
    if (sizePx !== runner.typePx) {
      runner.typePx = sizePx;
      runner.name.write(this.#words[i] ?? "", {
        sizePx,
        colour: this.#ink,
        weight: 700,
        anchor: course.tall ? "middle" : "left",
      });
    }
  }

  #showBall(
    shown: BallShown,
    { ball, name }: Runner,
    shot: Shot,
    best: ReturnType<Spots> & { depth: number },
    idle: { veil: number; roll: number; hop: number },
  ): void {
    const course = this.#course;
    const here = seenIn(shot, course.at(shown.at, shown.lane + shown.sway));
    const { up, squash } = shown;
    const lift = shown.lift + (shown.at > 0 ? 0 : idle.hop);
    const diameter = course.ballPx * here.scale * (1 + 0.2 * lift);
    ball.show({
      roll: course.tall ? 0 : shown.at * ROLL + idle.roll,
      dim: shown.step ? 0 : 0.25 * idle.veil,
      // The podium is no polished track.
      reflected: 1 - up,
    });
    const scale = lerp(diameter, best.diameter, up) / this.#paintedPx;
    ball.place({
      x: lerp(here.x, best.x, easeOut(up)),
      y:
        lerp(here.y - lift * course.ballPx * 0.5, best.y, up) -
        arc(up) * best.diameter * 0.6 +
        squash * best.diameter * 0.05,
      scale: [scale * (1 + 0.07 * squash), scale * (1 - 0.1 * squash)],
      // Rolling off, where nothing hides it, it is gone in time.
      alpha: clamp01((1.5 - shown.at) / 0.2),
      // While it goes dark the best stay lit, where they came to rest; nobody flies before the winner.
      depth:
        shown.step > 0 && (up > 0 || idle.veil > 0)
          ? best.depth - shown.step
          : here.y + lift * course.ballPx,
    });
    // At the gate a name stands in its lane, or before its ball, in two rows, where lanes are narrow; the
    // leader's goes ahead of its ball.
    const leads = shown.at > LAUNCHED && shown.named <= 0;
    const gateX = seenIn(shot, course.at(course.gateAt, shown.lane)).x;
    const gate = course.tall
      ? {
          x: seenIn(shot, course.at(0, shown.lane)).x,
          y: seenIn(shot, course.at(course.ends[0], shown.lane)).y + this.#rowPx,
          // Over what the ball throws on the ground.
          depth: here.y + course.ballPx,
        }
      : { x: gateX + course.ballPx * 0.5 * shot.near, y: here.y, depth: -1 };
    const ahead = course.tall
      ? { x: here.x, y: here.y - diameter * 0.85 }
      : { x: here.x + diameter * 0.72, y: here.y };
    // Seen from behind, the line is near the ball long before it is reached.
    const lead = shown.lead * (course.tall ? clamp01((0.74 - shown.at) / 0.04) : 1);
    name.place({
      ...(leads ? ahead : gate),
      alpha: leads ? lead : clamp01(shown.name + shown.named),
    });
  }

  /** Where the flag of a lane is once it is in, and how high it is. */
  #flagAt(lane: number, shot: Shot): { x: number; y: number; high: number } {
    const course = this.#course;
    const { x, y, scale } = seenIn(shot, course.at(course.tall ? 0.975 : 0.989, lane));
    const high = Math.max(14, course.ballPx * scale * 0.56);
    return course.tall
      ? { x, y: y + high * 0.9, high }
      : { x: x - high * (0.3 + FLAG_RATIO / 2), y, high };
  }

  /**
   * The middle of words of a size about a ball that is in, where they cover no other: in its lane behind
   * its flag, or seen from behind before the ball itself.
   */
  wordsAt(shown: BallShown, shot: Shot, { width, height }: Size): { x: number; y: number } {
    const course = this.#course;
    if (!course.tall) {
      const { x, y, high } = this.#flagAt(shown.lane, shot);
      return { x: x - (high * FLAG_RATIO + width) / 2, y };
    }
    const { x, y, scale } = seenIn(shot, course.at(shown.at, shown.lane));
    return {
      x: within(course.land.width, x, width),
      y: y - (course.ballPx * scale + height) / 2 - 2,
    };
  }

  /** The place of a ball that is in, in its own lane and before the line: it covers no ball. */
  #showFlag(shown: BallShown, runner: Runner, shot: Shot): void {
    const course = this.#course;
    const { x, y, high } = this.#flagAt(shown.lane, shot);
    if (shown.flag > 0 && shown.rank !== runner.painted) {
      runner.painted = shown.rank;
      const { look } = this.#kit;
      const place = { place: shown.rank, text: this.#places[shown.rank - 1] ?? "", look };
      runner.flag.paint({ width: high * FLAG_RATIO, height: high }, (context, box) =>
        paintPlace(context, box, place),
      );
    }
    // It slides in from the line.
    const away = (1 - shown.flag) * high * 0.6;
    runner.flag.place({
      x: course.tall ? x : x + away,
      y: course.tall ? y - away : y,
      alpha: shown.flag,
      depth: -1,
    });
  }
}

/** The middle of words so wide that are to stand at `x`, moved into a box as far as need be. */
function within(boxPx: number, x: number, widthPx: number): number {
  const half = widthPx / 2 + 4;
  return Math.min(Math.max(x, half), boxPx - half);
}
