import type { BallMark, BallPart, Kit, Label, Node } from "../../stage/kit.ts";
import { limitIn } from "../../stage/measures.ts";
import { samePose } from "../../stage/same-pose.ts";
import type { Size } from "../../stage/scene.ts";
import { clamp01 } from "../../stage/tracks.ts";
import { courseLayout, lies } from "./course.ts";
import type { CourseLayout, Point, Shot } from "./course.ts";
import { STALL } from "./courses.ts";
import { lowerRow, rowsOf } from "./name-rows.ts";
import type { Step } from "./paint/podium.ts";
import { flightOf } from "./podium-flight.ts";
import type { PodiumSpot } from "./podium.ts";
import type { BallShown } from "./race-shown.ts";

/** Radians a ball turns for each of its widths: fewer than it would, or nobody could read its number. */
const ROLL = 0.9;
/** Where a ball stands on the podium. */
type Spots = (step: Step) => PodiumSpot;

/** Where balls stand besides the course. */
interface BallsView {
  /** How dark it is behind the podium, 0 to 1. */
  veil: number;
  spot: Spots;
  depth: number;
}

/** What a ball does besides the race while it waits at the gate. */
export interface BallMove {
  /** How far ahead of its stall it is, in widths of a ball. */
  ahead: number;
  /** How far it is lifted: by 1 it is so much larger, and 0.4 of its width higher. */
  hop: number;
  /** How far it has rolled along its lane, in radians. */
  roll: number;
}

/** It lies in its stall. */
export const STILL: BallMove = { ahead: 0, hop: 0, roll: 0 };

/** What one ball has around it. */
interface Runner {
  ball: BallPart;
  name: Label;
}

/** Balls that would be smaller than this, in CSS pixels, are drawn larger than they are, but not by more than a share. */
const [READABLE_PX, LARGER] = [17, 0.3];
/** So much larger is a ball drawn than it is. */
export const largerAt = (unit: number): number =>
  Math.max(1, Math.min(1 + LARGER, READABLE_PX / unit));

/** How far ahead of its stall a name begins, in widths of a ball. */
const NAME_AHEAD = 0.95;

/** The balls of a race and their names. */
export class RaceBalls {
  readonly nodes: readonly Node[];
  /** How far ahead of its ball the longest name ends at the gate, and how high its type is, in CSS pixels. */
  names = { endPx: 0, typePx: 9 };
  readonly #kit: Kit;
  readonly #words: readonly string[];
  readonly #runners: readonly Runner[];
  readonly #ink: string;
  /** What balls do at the gate, and how one is shown anew that does something else. */
  #moves: readonly BallMove[] = [];
  #showNth: (nth: number) => void = () => {};
  #course = courseLayout({ width: 1, height: 1 });
  /** The height of the type of names, in CSS pixels. */
  #typePx = 9;
  /** The same where names stand in a row, in a tall box. */
  #rowPx = 9;
  /** In how many rows. */
  #rows: 1 | 2 = 1;

  /** `words` are their names. */
  constructor(kit: Kit, marks: readonly BallMark[], words: readonly string[]) {
    this.#kit = kit;
    this.#words = words;
    this.#ink = kit.look.ink;
    this.#runners = marks.map((mark) => ({
      ball: kit.ball(mark),
      name: kit.label(),
    }));
    this.nodes = this.#runners.flatMap(({ ball, name }) => [name, ball]);
  }

  fit(course: CourseLayout, size: Size): void {
    this.#course = course;
    const { gates } = course.units;
    const typePx = course.tall
      ? Math.max(9, Math.round(size.width * 0.036))
      : Math.max(9, Math.round(Math.min(gates * 0.5, limitIn(size.height, 18, 0.034))));
    this.#typePx = typePx;
    const widest = Math.max(
      1,
      ...this.#words.map((word) => this.#kit.widthOf(word, { sizePx: typePx, weight: 700 })),
    );
    // In a tall box all names stand in a row, each beneath its ball.
    const inRows = rowsOf({ typePx, lanePx: gates * STALL, widestPx: widest });
    [this.#rows, this.#rowPx] = [inRows.rows, inRows.typePx];
    this.names = { endPx: gates * NAME_AHEAD + widest, typePx };
    for (const runner of this.#runners) {
      runner.ball.fit(this.#paintedPx, course.podium.ballPx);
    }
  }

  /** How large balls are painted for the course: as large as they are seen. CSS pixels. */
  get #paintedPx(): number {
    const { gates, close, line } = this.#course.units;
    const unit = Math.max(gates, close, line);
    return 2 * Math.ceil((unit * largerAt(unit)) / 2);
  }

  /**
   * `shot` is how the camera sees the course. The best go up the podium where `spot` says, in the layer
   * `depth`, and `veil` is how dark it is behind them, 0 to 1.
   */
  show(shown: readonly BallShown[], shot: Shot, { veil, spot, depth }: BallsView): void {
    this.#showNth = (i) => {
      const [ball, runner] = [shown[i], this.#runners[i]];
      if (ball && runner) {
        const here = this.#course.seen(shot, ball);
        this.#letter(i, runner);
        this.#showName(ball, runner, here, shot);
        const best = { ...spot(ball.step || 1), depth };
        const move = this.#moves[i] ?? STILL;
        this.#showBall(ball, runner, here, best, { veil, unit: shot.unit, ...move });
      }
    };
    shown.forEach((_, i) => this.#showNth(i));
  }

  /** Has balls that wait at the gate do something. */
  move(moves: readonly BallMove[]): void {
    const before = this.#moves;
    this.#moves = moves;
    moves.forEach((move, i) => samePose(move, before[i] ?? STILL) || this.#showNth(i));
  }

  /** Writes a name in the size of where it stands. */
  #letter(i: number, runner: Runner): void {
    const { tall } = this.#course;
    const sizePx = tall ? this.#rowPx : this.#typePx;
    const anchor = tall ? "middle" : "left";
    runner.name.write(this.#words[i] ?? "", { sizePx, colour: this.#ink, weight: 700, anchor });
  }

  #showBall(
    shown: BallShown,
    { ball }: Runner,
    here: Point,
    best: PodiumSpot & { depth: number },
    { veil, unit, ahead, hop, roll }: BallMove & { veil: number; unit: number },
  ): void {
    const { up, squash, step, far } = shown;
    const to = lies({ x: Math.cos(shown.heading), y: Math.sin(shown.heading) }, this.#course.tall);
    const isRolling = far !== 0 && up === 0;
    const diameter = unit * largerAt(unit) * (1 + 0.12 * hop);
    ball.show({
      roll: isRolling ? far * ROLL : roll,
      ...(isRolling || roll ? { heading: Math.atan2(to.y, to.x) } : {}),
      dim: step ? 0 : 0.25 * veil,
      // Neither the podium nor the course is polished.
      reflected: 0.3 * (1 - up),
    });
    const at = lies({ x: ahead * unit, y: 0 }, this.#course.tall);
    const start = { x: here.x + at.x, y: here.y + at.y - hop * unit * 0.4, diameter };
    const flying = up > 0 ? flightOf(up, best.from, best, best.clearY) : start;
    const scale = flying.diameter / this.#paintedPx;
    ball.place({
      x: flying.x,
      y: flying.y + squash * best.diameter * 0.05,
      scale: [scale * (1 + 0.07 * squash), scale * (1 - 0.1 * squash)],
      // As it goes dark the best are gone from the course; they come in from the sides.
      alpha: up > 0 ? 1 : shown.seen * (step > 0 ? clamp01(1 - 2.4 * veil) : 1),
      // Nobody flies before the winner.
      depth: step > 0 && (up > 0 || veil > 0) ? best.depth - step : here.y + hop * unit,
    });
  }

  /** At the gate a name stands in its stall, or before its ball, in two rows where stalls are narrow. */
  #showName({ lane, name: shown }: BallShown, { name }: Runner, here: Point, shot: Shot) {
    const course = this.#course;
    const { unit } = shot;
    const stall = course.seen(shot, course.stall(lane));
    // From far away, and in the lowest boxes, names would cover each other.
    const isLow = !course.tall && course.units.gates * STALL < this.#typePx;
    const alpha = isLow ? 0 : shown * clamp01((unit / course.units.gates - 0.7) / 0.2);
    name.place(
      course.tall
        ? {
            x: stall.x,
            y:
              stall.y +
              unit * 0.75 +
              this.#rowPx * (0.75 + (this.#rows - 1) * 1.15 * lowerRow(lane)),
            alpha,
            // Over what the ball throws on the ground.
            depth: here.y + unit,
          }
        : { x: stall.x + unit * NAME_AHEAD, y: stall.y, alpha, depth: -1 },
    );
  }
}
