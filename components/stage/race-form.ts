import { courseLayout, seenIn } from "./course.ts";
import type { CourseLayout, Shot } from "./course.ts";
import type { Kit, Label, Node, Picture } from "./kit.ts";
import { FORM_RATIO, paintForm } from "./paint/medal.ts";
import type { Form } from "./past.ts";
import type { BallShown } from "./race-shown.ts";

/** With smaller balls than this, in CSS pixels, there is no room for how often they won. */
const RECORD_FROM_PX = 30;
/** With smaller cells than this, in CSS pixels, a place is told by its figure alone. */
const WORD_FROM_PX = 20;
/** Where the line of their wins ends, in lengths of the course: before the line. */
const RECORD_AT = 0.955;

/** What is known of one ball. */
interface Row {
  places: Picture;
  /** What that is painted with. */
  painted: string;
  record: Label;
}

/** What balls have done before, in their lanes while bets are taken: their last places, their wins and podiums. */
export class RaceForm {
  readonly nodes: readonly Node[];
  readonly #kit: Kit;
  readonly #places: readonly string[];
  /** The parts of the line of wins and podiums, around both figures. */
  readonly #record: readonly string[];
  readonly #rows: readonly Row[];
  #course = courseLayout({ width: 1, height: 1 });
  /** From the gate to the last places, and the height of the type, in CSS pixels. */
  #from = 0;
  #typePx = 9;

  /**
   * For so many balls; `places` are what places are called, and in `record` each of two signs # stands for
   * a number, of wins and of podiums.
   */
  constructor(kit: Kit, count: number, places: readonly string[], record: string) {
    this.#kit = kit;
    this.#places = places;
    this.#record = record.split("#");
    this.#rows = Array.from({ length: count }, () => ({
      places: kit.picture(),
      painted: "",
      record: kit.label(),
    }));
    this.nodes = this.#rows.flatMap((row) => [row.places, row.record]);
  }

  /** `from` is how far from the gate it may begin, beside type so high. CSS pixels. */
  fit(course: CourseLayout, from: number, typePx: number): void {
    [this.#course, this.#from, this.#typePx] = [course, from, typePx];
    for (const row of this.#rows) {
      row.painted = "";
    }
  }

  /** Balls and what is known of them in the order of the sides. */
  show(balls: readonly BallShown[], form: readonly (Form | null)[], shot: Shot): void {
    balls.forEach((ball, i) => {
      const row = this.#rows[i];
      if (row) {
        // Under way it is behind them.
        this.#showRow(ball, row, form[i] ?? null, ball.at > 0.03 ? 0 : ball.name, shot);
      }
    });
  }

  #showRow({ lane }: BallShown, row: Row, form: Form | null, alpha: number, shot: Shot): void {
    const course = this.#course;
    const places = form?.places ?? [];
    const cell = course.tall
      ? Math.max(12, course.ballPx * 0.56)
      : Math.max(10, course.ballPx * 0.62) * course.at(0, lane).scale;
    const wide = cell * FORM_RATIO;
    const told = places.join(" ");
    if (alpha > 0 && told !== row.painted) {
      row.painted = told;
      const text = (place: number) =>
        cell < WORD_FROM_PX ? String(place) : (this.#places[place - 1] ?? String(place));
      const box = course.tall
        ? { width: wide, height: cell * places.length }
        : { width: wide * places.length, height: cell };
      row.places.paint(box, (context, size) =>
        paintForm(
          context,
          size,
          places.map((place) => ({ place, text: text(place) })),
          this.#kit.look,
        ),
      );
    }
    const gate = seenIn(shot, course.at(course.gateAt, lane));
    const ahead = seenIn(shot, course.at(0.24, lane));
    row.places.place({
      x: course.tall ? ahead.x : gate.x + this.#from + (wide * places.length) / 2,
      y: course.tall ? ahead.y - (cell * places.length) / 2 : gate.y,
      alpha: told === "" ? 0 : alpha,
    });
    this.#showRecord(row.record, form, seenIn(shot, course.at(RECORD_AT, lane)), alpha);
  }

  /** In a tall box, or a small one, there is no room. */
  #showRecord(
    label: Label,
    form: Form | null,
    at: { x: number; y: number; scale: number },
    alpha: number,
  ): void {
    const course = this.#course;
    const isSeen = form !== null && alpha > 0 && !course.tall && course.ballPx >= RECORD_FROM_PX;
    if (isSeen) {
      const [before, between, after] = this.#record;
      label.write(`${before ?? ""}${form.wins}${between ?? ""}${form.podiums}${after ?? ""}`, {
        sizePx: Math.max(9, Math.round(this.#typePx * 0.88 * at.scale)),
        colour: this.#kit.look.inkSoft,
        weight: 600,
        anchor: "right",
      });
    }
    label.place({ x: at.x, y: at.y, alpha: isSeen ? alpha : 0 });
  }
}
