import type { SideForm } from "../../../src/hud/table/recent-form.ts";
import type { Kit, Label, Node, Picture } from "../../stage/kit.ts";
import { AT_GATES, courseLayout } from "./course.ts";
import type { CourseLayout, Point, Shot } from "./course.ts";
import { GATE, STALL } from "./courses.ts";
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
export const FORM_RATIO = 1.28;
/** How high a place is across the box, in lanes of balls so large. CSS pixels. */
export const formPx = (unit: number): number =>
  Math.max(unit * 0.72, 0.9 * Math.min(unit * STALL, FLAT_LANE_PX));
/** How far ahead of their stalls the last places begin in a tall box, in widths of a ball. */
const AHEAD = 1.1;
/** Where the line of their wins ends, on the ground. */
const RECORD_AT = GATE.x + 12.9;

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
  readonly #heading: Label;
  readonly #headingText: string;
  #course = courseLayout({ width: 1, height: 1 });
  /** From the gate to the last places, and the height of the type, in CSS pixels. */
  #from = 0;
  #typePx = 9;
  /** Whether there is room for wins and podiums. */
  #hasRecord = false;

  /**
   * For so many balls; `places` are what places are called, `heading` is written over them where there is room, and
   * in `record` each of two signs # stands for a number, of wins and of podiums.
   */
  constructor(
    kit: Kit,
    count: number,
    { places, heading, record }: { places: readonly string[]; heading: string; record: string },
  ) {
    this.#kit = kit;
    this.#places = places;
    this.#record = record.split("#");
    this.#heading = kit.label();
    this.#headingText = heading;
    this.#rows = Array.from({ length: count }, () => ({
      places: kit.picture(),
      painted: "",
      at: { x: 0, y: 0 },
      record: kit.label(),
    }));
    this.nodes = [this.#heading, ...this.#rows.flatMap((row) => [row.places, row.record])];
  }

  /** `from` is how far from its stall it may begin, beside type so high. CSS pixels. */
  fit(course: CourseLayout, from: number, typePx: number): void {
    [this.#course, this.#from, this.#typePx] = [course, from, typePx];
    for (const row of this.#rows) {
      row.painted = "";
    }
    const cells = this.#cellsOf([1, 1, 1, 1, 1], 0);
    const end = Math.max(...cells.map(({ x, width }) => x + width));
    const look = { sizePx: typePx * 0.88, weight: 600 } as const;
    const room = this.#recordAt(0).x - end - typePx;
    this.#hasRecord =
      !course.tall &&
      course.units.gates >= RECORD_FROM_PX &&
      this.#kit.widthOf(this.#record.join("00"), look) <= room;
  }

  /** The camera as bets are taken: nobody sees them else. */
  get #shot(): Shot {
    return this.#course.shot(AT_GATES);
  }

  /** Where the line of its wins ends. */
  #recordAt(lane: number): Point {
    const course = this.#course;
    return course.seen(this.#shot, { ...course.stall(lane), x: RECORD_AT });
  }

  /** Balls and what is known of them in the order of the sides, seen so well, 0 to 1. */
  show(
    balls: readonly BallShown[],
    form: readonly (SideForm | null)[],
    { unit }: Shot,
    seen: number,
  ): void {
    // They are not on the ground: as the camera leaves they go. Nor are they told of a ball that drew its own lane alone.
    const isStill =
      Math.abs(unit - this.#shot.unit) < 0.01 && balls.every(({ lane }, i) => lane === i);
    let shown = 0;
    balls.forEach((ball, i) => {
      const row = this.#rows[i];
      if (row) {
        const alpha = isStill && ball.at <= 0.001 ? seen * ball.name : 0;
        shown = Math.max(shown, form[i]?.places.length ? alpha : 0);
        this.#showRow(i, row, form[i] ?? null, alpha);
      }
    });
    this.#showHeading(shown);
  }

  /** Over the last places of a tall box, where there is room for it. */
  #showHeading(alpha: number): void {
    const { tall, list, stall } = this.#course;
    const top = Math.min(...this.#cellsOf([1, 1, 1, 1, 1], 0).map(({ y }) => y));
    const y = top - this.#typePx * 1.1;
    const isShown = tall && alpha > 0 && y > list.foot;
    if (isShown) {
      const lanes =
        this.#course.seen(this.#shot, stall(5)).x - this.#course.seen(this.#shot, stall(0)).x;
      this.#heading.write(this.#headingText, {
        sizePx: Math.max(9, Math.round(this.#typePx * 0.9)),
        colour: this.#kit.look.inkSoft,
        weight: 600,
        maxWidthPx: lanes * 1.15,
      });
    }
    const middle = this.#course.seen(this.#shot, GATE);
    this.#heading.place({ x: middle.x, y, alpha: isShown ? alpha : 0 });
  }

  #showRow(lane: number, row: Row, form: SideForm | null, alpha: number): void {
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
        paintForm(context, cells, this.#kit.look, this.#kit.accent);
      });
    }
    row.places.place({ ...row.at, alpha: text === "" ? 0 : alpha });
    this.#showRecord(row.record, form, this.#recordAt(lane), alpha);
  }

  /** The last places of a ball ahead of its stall. */
  #cellsOf(places: readonly number[], lane: number): FormCell[] {
    const course = this.#course;
    const { unit } = this.#shot;
    const { x, y } = course.seen(this.#shot, course.stall(lane));
    const height = course.tall ? Math.max(12, unit * 0.7) : formPx(unit);
    const width = height * FORM_RATIO;
    // Beside small balls there are three, so that what is bet has room before the rails.
    const most = course.tall || course.units.gates >= RECORD_FROM_PX ? 5 : 3;
    return places.slice(0, most).map((place, i) => ({
      place,
      text: height < WORD_FROM_PX ? String(place) : this.#textOf(place),
      ...(course.tall
        ? { x: x - width / 2, y: y - unit * AHEAD - (i + 1) * height }
        : { x: x + this.#from + i * width, y: y - height / 2 }),
      width,
      height,
    }));
  }

  #textOf(place: number): string {
    return this.#places[place - 1] ?? String(place);
  }

  /** Nothing where there is no room. */
  #showRecord(label: Label, form: SideForm | null, at: Point, alpha: number): void {
    const isSeen = form !== null && alpha > 0 && this.#hasRecord;
    if (isSeen) {
      const [before, between, after] = this.#record;
      label.write(`${before ?? ""}${form.wins}${between ?? ""}${form.podiums}${after ?? ""}`, {
        sizePx: Math.max(9, Math.round(this.#typePx * 0.88)),
        colour: this.#kit.look.inkSoft,
        weight: 600,
        anchor: "right",
      });
    }
    label.place({ x: at.x, y: at.y, alpha: isSeen ? alpha : 0 });
  }
}
