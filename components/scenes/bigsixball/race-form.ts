import type { Kit, Label, Node, Picture } from "../../stage/kit.ts";
import type { SideForm } from "../../stage/recent-form.ts";
import { lerp } from "../../stage/tracks.ts";
import { courseLayout, seenIn, WHOLE_COURSE } from "./course.ts";
import type { CourseLayout, Shot } from "./course.ts";
import { paintForm } from "./paint/medal.ts";
import type { FormCell } from "./paint/medal.ts";
import type { BallShown } from "./race-shown.ts";

/** With smaller balls than this, in CSS pixels, there is no room for how often they won. */
const RECORD_FROM_PX = 30;
/** With smaller cells than this, in CSS pixels, a place is its figure alone. */
const WORD_FROM_PX = 20;
/** Lanes lower than this, in CSS pixels, are filled by their figures. */
const FLAT_LANE_PX = 19;
/** How wide a place among the last ones is by its height. */
const FORM_RATIO = 1.28;
/** Where the last places begin in a tall box, in lengths of the course. */
const AHEAD = 0.11;
/** Where the line of their wins ends, in lengths of the course: before the line. */
const RECORD_AT = 0.955;

/** What is known of one ball. */
interface Row {
  places: Picture;
  /** What that is painted with. */
  painted: string;
  /** The middle of what is painted. */
  at: { x: number; y: number };
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
  /** Whether there is room for wins and podiums. */
  #hasRecord = false;

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
      at: { x: 0, y: 0 },
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
    // In the nearest lane all is largest.
    const cells = this.#cellsOf([1, 1, 1, 1, 1], this.#rows.length - 1);
    const end = Math.max(...cells.map(({ x, width }) => x + width));
    const look = { sizePx: typePx * 0.88, weight: 600 } as const;
    const room = course.at(RECORD_AT, this.#rows.length - 1).x - end - typePx;
    this.#hasRecord =
      !course.tall &&
      course.ballPx >= RECORD_FROM_PX &&
      this.#kit.widthOf(this.#record.join("00"), look) <= room;
  }

  /** Balls and what is known of them in the order of the sides, seen so well, 0 to 1. */
  show(
    balls: readonly BallShown[],
    form: readonly (SideForm | null)[],
    shot: Shot,
    seen: number,
  ): void {
    balls.forEach((ball, i) => {
      const row = this.#rows[i];
      if (row) {
        // Under way it is behind them.
        this.#showRow(ball, row, form[i] ?? null, ball.at > 0.03 ? 0 : seen * ball.name, shot);
      }
    });
  }

  #showRow({ lane }: BallShown, row: Row, form: SideForm | null, alpha: number, shot: Shot): void {
    const text = (form?.places ?? []).join(" ");
    if (alpha > 0 && text !== row.painted) {
      row.painted = text;
      const cells = this.#cellsOf(form?.places ?? [], lane);
      const [x, y] = [
        Math.min(...cells.map((cell) => cell.x)),
        Math.min(...cells.map((cell) => cell.y)),
      ];
      const size = {
        width: Math.max(...cells.map((cell) => cell.x + cell.width)) - x,
        height: Math.max(...cells.map((cell) => cell.y + cell.height)) - y,
      };
      row.at = { x: x + size.width / 2, y: y + size.height / 2 };
      row.places.paint(size, (context) => {
        context.translate(-x, -y);
        paintForm(context, cells, this.#kit.look);
      });
    }
    row.places.place({ ...row.at, alpha: text === "" ? 0 : alpha });
    this.#showRecord(row.record, form, seenIn(shot, this.#course.at(RECORD_AT, lane)), alpha);
  }

  /** The last places of a ball in its lane: as the camera sees the whole course, since nobody sees them else. */
  #cellsOf(places: readonly number[], lane: number): FormCell[] {
    const course = this.#course;
    const seen = (along: number, at = lane) =>
      seenIn(course.shot(WHOLE_COURSE), course.at(along, at));
    const gate = seen(course.gateAt);
    if (course.tall) {
      const [start, end] = [seen(AHEAD), seen(1)];
      let foot = start.y;
      // Lanes run straight: so far up the picture, so far from the one to the other.
      return places.map((place) => {
        const share = (start.y - foot) / (start.y - end.y);
        const height = Math.max(12, course.ballPx * 0.56 * lerp(start.scale, end.scale, share));
        const width = height * FORM_RATIO;
        foot -= height;
        const x =
          lerp(start.x, end.x, (start.y - foot - height / 2) / (start.y - end.y)) - width / 2;
        return { place, text: this.#textOf(place, height), x, y: foot, width, height };
      });
    }
    const laneHigh = seen(0, lane + 0.5).y - seen(0, lane - 0.5).y;
    const height = Math.max(
      course.ballPx * 0.62 * gate.scale,
      0.9 * Math.min(laneHigh, FLAT_LANE_PX),
    );
    const width = height * FORM_RATIO;
    return places.map((place, i) => ({
      place,
      text: this.#textOf(place, height),
      x: gate.x + this.#from + i * width,
      y: gate.y - height / 2,
      width,
      height,
    }));
  }

  #textOf(place: number, heightPx: number): string {
    return heightPx < WORD_FROM_PX ? String(place) : (this.#places[place - 1] ?? String(place));
  }

  /** Nothing where there is no room. */
  #showRecord(
    label: Label,
    form: SideForm | null,
    at: { x: number; y: number; scale: number },
    alpha: number,
  ): void {
    const isSeen = form !== null && alpha > 0 && this.#hasRecord;
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
