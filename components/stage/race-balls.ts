import { courseLayout, seenIn } from "./course.ts";
import type { CourseLayout, Shot } from "./course.ts";
import type { BallMark, BallPart, Kit, Label, Node, Picture } from "./kit.ts";
import { mix } from "./paint/colour.ts";
import { paintBeam } from "./paint/light.ts";
import { paintForm, paintPlace } from "./paint/medal.ts";
import { paintWake } from "./paint/track.ts";
import type { Form } from "./past.ts";
import type { Podium, Step } from "./podium.ts";
import type { BallShown } from "./race-shown.ts";
import type { Size } from "./scene.ts";
import { arc, clamp01, easeOut, lerp } from "./tracks.ts";

/** Radians a ball turns on its way from gate to line. */
const ROLL = 34;
/** Where a ball stands on the podium. */
type Spots = (step: Step) => ReturnType<Podium["spot"]>;

/** Soft light is painted small and shown large. */
const WAKE = { width: 128, height: 32 } as const;

/** Where balls stand, and what is known of them, besides the course. */
interface Surroundings {
  /** How dark it is behind the podium, 0 to 1. */
  veil: number;
  spot: Spots;
  depth: number;
  life: number;
  form: readonly (Form | null)[];
}

/** With smaller balls than this, in CSS pixels, there is no room for what they did on the whole board. */
const RECORD_FROM_PX = 20;

/** What one ball has around it. */
interface Runner {
  ball: BallPart;
  /** Its lane, lit in its colour as far as it has come. */
  wake: Picture;
  trail: Picture;
  name: Label;
  /** Its last places, and what they are painted with. */
  form: Picture;
  formed: string;
  record: Label;
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
  readonly #kit: Kit;
  readonly #marks: readonly BallMark[];
  readonly #words: readonly string[];
  readonly #runners: readonly Runner[];
  readonly #places: readonly string[];
  readonly #ink: string;
  readonly #recordWords: readonly string[];
  #course = courseLayout({ width: 1, height: 1 });
  /** How wide each name is, in CSS pixels. */
  #widths: readonly number[] = [];
  /** From the gate to the last places, in CSS pixels. */
  #formAt = 0;

  /**
   * `words` names the balls, `places` what they can reach, and `record` how often they won and were
   * among the first three, each # being a number.
   */
  constructor(
    kit: Kit,
    marks: readonly BallMark[],
    {
      words,
      places,
      record,
    }: { words: readonly string[]; places: readonly string[]; record: string },
  ) {
    this.#kit = kit;
    this.#marks = marks;
    this.#recordWords = record.split("#");
    this.#words = words;
    this.#places = places;
    this.#ink = kit.look.ink;
    this.#runners = marks.map((mark) => ({
      ball: kit.ball(mark),
      wake: kit.light(),
      trail: kit.light(),
      name: kit.label(),
      form: kit.picture(),
      formed: "",
      record: kit.label(),
      flag: kit.picture(),
      told: 0,
    }));
    this.under = this.#runners.flatMap(({ wake, trail }) => [wake, trail]);
    this.nodes = this.#runners.flatMap(({ ball, name, form, record: total, flag }) => [
      form,
      total,
      flag,
      name,
      ball,
    ]);
  }

  fit(course: CourseLayout, size: Size): void {
    this.#course = course;
    const typePx = course.tall
      ? Math.max(9, size.width * 0.033)
      : Math.max(9, Math.min(course.ballPx * 0.55, 18));
    this.#widths = this.#words.map((word) =>
      this.#kit.widthOf(word, { sizePx: typePx, weight: 700 }),
    );
    this.#formAt = course.ballPx * 0.5 + Math.max(0, ...this.#widths) + typePx;
    this.#runners.forEach((runner, i) => {
      const fill = this.#marks[i]?.fill ?? "#ffffff";
      runner.wake.paint(WAKE, (context, box) => paintWake(context, box, fill));
      runner.trail.paint(WAKE, (context, box) =>
        paintBeam(context, box, mix(fill, "#ffffff", 0.35)),
      );
      const { scale } = course.at(0, i);
      runner.name.write(this.#words[i] ?? "", {
        sizePx: course.tall ? typePx : Math.max(9, typePx * scale),
        colour: this.#ink,
        weight: 700,
        anchor: course.tall ? "middle" : "left",
      });
      // Painted at its largest, on the podium, and scaled down on the course: sharp at both.
      runner.ball.fit(Math.max(course.ballPx, course.podium.ballPx));
      runner.told = 0;
      runner.formed = "";
    });
  }

  /**
   * `shot` is how the camera sees the course, the best go up the podium where
   * `spot` says, in the layer `depth`, and `veil` is how dark it is behind it, 0 to 1; `life` how long they have been waiting at the gate, in
   * seconds, and `form` which places they reached last.
   */
  show(
    shown: readonly BallShown[],
    shot: Shot,
    { veil, spot, depth, life, form }: Surroundings,
  ): void {
    shown.forEach((ball, i) => {
      const runner = this.#runners[i];
      if (runner) {
        const best = { ...spot(ball.step || 1), depth };
        const idle = idleOf(i, life, ball.name);
        this.#showBall(ball, runner, shot, best, { veil, width: this.#widths[i] ?? 0, ...idle });
        this.#showLight(ball, runner, ball.at > 0 ? 0 : idle.called);
        this.#showForm(ball, runner, shot, form[i] ?? null);
        this.#showFlag(ball, runner, shot);
      }
    });
  }

  #showBall(
    shown: BallShown,
    { ball, name }: Runner,
    shot: Shot,
    best: ReturnType<Spots> & { depth: number },
    idle: { veil: number; width: number; roll: number; hop: number },
  ): void {
    const course = this.#course;
    const painted = Math.max(course.ballPx, course.podium.ballPx);
    const here = seenIn(shot, course.at(shown.at, shown.lane));
    const { up, squash } = shown;
    const lift = shown.lift + (shown.at > 0 ? 0 : idle.hop);
    const diameter = course.ballPx * here.scale * (1 + 0.2 * lift);
    ball.show({
      roll: course.tall ? 0 : shown.at * ROLL + idle.roll,
      dim: shown.step ? 0 : 0.25 * idle.veil,
      // The podium is no polished track.
      reflected: 1 - up,
    });
    const scale = lerp(diameter, best.diameter, up) / painted;
    ball.place({
      x: lerp(here.x, best.x, easeOut(up)),
      y:
        lerp(here.y - lift * course.ballPx * 0.5, best.y, up) -
        arc(up) * best.diameter * 0.9 +
        squash * best.diameter * 0.05,
      scale: [scale * (1 + 0.07 * squash), scale * (1 - 0.1 * squash)],
      depth: up > 0 ? best.depth + shown.step : here.y + lift * course.ballPx,
    });
    // At the gate a name stands in its lane, or in two rows where lanes are narrow; the leader's goes
    // ahead of its ball.
    const leads = shown.at > 0.03;
    const along = shown.lane % 2 < 1 ? 0.13 : 0.18;
    const rail = seenIn(shot, course.at(along, -0.5)).x + idle.width / 2 + 3;
    const gate = course.tall
      ? {
          // Within the rails.
          x: Math.min(Math.max(here.x, rail), 2 * seenIn(shot, course.at(along, 2.5)).x - rail),
          y: seenIn(shot, course.at(along, shown.lane)).y,
        }
      : {
          x: seenIn(shot, course.at(course.gateAt, shown.lane)).x + course.ballPx * 0.5,
          y: here.y,
        };
    const ahead = course.tall
      ? { x: here.x, y: here.y - diameter * 0.85 }
      : { x: here.x + diameter * 0.72, y: here.y };
    // Seen from behind, the line is near the ball long before it is reached.
    const lead = shown.lead * (course.tall ? clamp01((0.74 - shown.at) / 0.04) : 1);
    name.place({ ...(leads ? ahead : gate), alpha: leads ? lead : shown.name });
  }

  /** The lane behind it in its colour, or all of it when it is called, and the light of its speed. */
  #showLight(shown: BallShown, { wake, trail }: Runner, called: number): void {
    const { at, lane, up } = shown;
    const { ballPx, gateAt } = this.#course;
    const [near, far] = [0.47, -0.47].map((off) => this.#course.at(at / 2, lane + off));
    const across = near && far ? Math.hypot(near.x - far.x, near.y - far.y) : 0;
    if (called > 0) {
      // Brightest where the ball is.
      this.#lay(wake, lane, [0.96, gateAt], { across, alpha: 0.42 * called });
    } else {
      this.#lay(wake, lane, [gateAt, at], { across, alpha: shown.wake });
    }
    const long = 0.2 * Math.max(shown.trail, 0.55);
    this.#lay(trail, lane, [Math.max(0, at - long), at + 0.015], {
      across: ballPx * this.#course.at(at, lane).scale * 1.25,
      alpha: Math.max(shown.trail, 0.42 * shown.speed) * (1 - up),
    });
  }

  /** Lays light along a lane, its bright end at the second of two points of the course. */
  #lay(
    light: Picture,
    lane: number,
    [from, to]: readonly [number, number],
    { across, alpha }: { across: number; alpha: number },
  ): void {
    const [a, b] = [this.#course.at(from, lane), this.#course.at(to, lane)];
    const [x, y] = [b.x - a.x, b.y - a.y];
    light.place({
      x: a.x + x / 2,
      y: a.y + y / 2,
      scale: [Math.max(1, Math.hypot(x, y)) / WAKE.width, across / WAKE.height],
      angle: Math.atan2(y, x),
      alpha,
      depth: 1,
    });
  }

  /** Its last places, beside its name, or ahead of it where lanes are narrow. */
  #showForm(shown: BallShown, runner: Runner, shot: Shot, form: Form | null): void {
    const course = this.#course;
    const places = form?.places ?? [];
    const text = places.join(" ");
    const alpha = shown.at > 0.03 ? 0 : shown.name;
    const cell = course.tall
      ? Math.max(12, course.ballPx * 0.62)
      : Math.max(10, course.ballPx * 0.72) * course.at(0, shown.lane).scale;
    if (alpha > 0 && text !== "" && text !== runner.formed) {
      runner.formed = text;
      const long = cell * places.length;
      const box = course.tall ? { width: cell, height: long } : { width: long, height: cell };
      runner.form.paint(box, (context, size) => paintForm(context, size, places, this.#kit.look));
    }
    const isWide = !course.tall && course.ballPx >= RECORD_FROM_PX;
    if (form && isWide && alpha > 0) {
      const [before, between, after] = this.#recordWords;
      runner.record.write(`${before}${form.wins}${between}${form.podiums}${after}`, {
        sizePx: Math.max(9, cell * 0.5),
        colour: this.#kit.look.inkSoft,
        weight: 600,
        anchor: "right",
      });
    }
    runner.record.place({
      ...seenIn(shot, course.at(0.94, shown.lane)),
      scale: 1,
      alpha: form && isWide ? alpha : 0,
    });
    const gate = seenIn(shot, course.at(course.gateAt, shown.lane));
    const ahead = seenIn(shot, course.at(0.24, shown.lane));
    runner.form.place({
      x: course.tall ? ahead.x : gate.x + this.#formAt + (cell * places.length) / 2,
      y: course.tall ? ahead.y - (cell * places.length) / 2 : gate.y,
      alpha: text === "" ? 0 : alpha,
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

/** How long one ball is called before the next, in seconds. */
const CALLED_S = 3;

/**
 * How a ball lies while it waits: it rocks a little, and in turn each is called: it rises, and its lane
 * is lit. `named` is how far its name is seen, 0 to 1.
 */
function idleOf(
  ball: number,
  life: number,
  named: number,
): { roll: number; hop: number; called: number } {
  const settled = Math.min(1, life / 2) * named;
  // Half a second late: tables that are looked at once a second see each of them called in full.
  const turn = (life + 0.5) / CALLED_S;
  const since = (turn % 1) * CALLED_S;
  const isCalled = Math.floor(turn) % 6 === ball;
  const called = isCalled ? settled * clamp01(Math.min(since, CALLED_S - since) / 0.4) : 0;
  return {
    roll: settled * 0.3 * Math.sin(life * 1.3 + ball * 1.9),
    hop: called * (0.16 + 0.16 * arc((since % 1.5) / 1.5)),
    called,
  };
}
