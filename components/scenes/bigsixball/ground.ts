import type { Group, Kit, Picture } from "../../stage/kit.ts";
import type { Size } from "../../stage/scene.ts";
import { courseLayout, lies } from "./course.ts";
import type { CourseLayout, Point, Shot } from "./course.ts";
import type { Course } from "./courses.ts";
import { paintGround } from "./paint/ground.ts";
import type { GroundDetail } from "./paint/ground.ts";
import { partsOn } from "./paint/outline.ts";

/** Into how many tiles the ground is cut, along its longer and its shorter side: each is painted by itself. */
const [LONG, SHORT] = [4, 3] as const;
/** Tiles overlap by so much, in CSS pixels, or lines of the ground beneath would be seen between them. */
const OVERLAP = 1;

/** The ground with a course on it, painted tile by tile as the camera comes to see it. */
export class Ground {
  readonly node: Group;
  readonly #kit: Kit;
  readonly #tiles: readonly Picture[];
  #layout = courseLayout({ width: 1, height: 1 });
  #size: Size = { width: 1, height: 1 };
  /** How many CSS pixels the width of a ball is painted as. */
  #unit = 1;
  #course: Course | undefined;
  #detail: GroundDetail | undefined;

  constructor(kit: Kit) {
    this.#kit = kit;
    this.node = kit.group();
    this.#tiles = Array.from({ length: LONG * SHORT }, () => kit.picture());
    this.node.add(...this.#tiles);
  }

  /** What is painted from now on besides the plain course. */
  set detail(detail: GroundDetail) {
    this.#detail = detail;
    if (this.#course) {
      this.#paint(this.#course);
    }
  }

  fit(layout: CourseLayout, size: Size): void {
    [this.#layout, this.#size, this.#course] = [layout, size, undefined];
    const { left, right, top, foot } = layout.ground;
    const { gates, close, line } = layout.units;
    const { density, detail } = this.#kit;
    const most = Math.sqrt(detail.groundPixels / ((right - left) * (foot - top))) / density;
    this.#unit = Math.min(Math.max(gates, close, line), most);
  }

  /** How many tiles there are across and down, and how large each is, in widths of a ball. */
  get #grid() {
    const { tall, ground } = this.#layout;
    const [columns, rows] = tall ? [SHORT, LONG] : [LONG, SHORT];
    const [width, height] = [
      (ground.right - ground.left) / columns,
      (ground.foot - ground.top) / rows,
    ];
    return { columns, width, height };
  }

  /** Shows a course. One that is hidden is painted meanwhile, beginning with what will be seen of it. */
  show(course: Course, shot: Shot, isHidden = false): void {
    if (course !== this.#course) {
      this.#course = course;
      this.#paint(course, shot);
    }
    const alpha = isHidden ? 0 : 1;
    this.node.place({ x: shot.x, y: shot.y, scale: shot.unit / this.#unit, alpha });
    this.#tiles.forEach((tile, i) => {
      const { x, y, width, height } = this.#boxOf(i);
      tile.place({
        x: (x + width / 2) * this.#unit,
        y: (y + height / 2) * this.#unit,
        alpha: this.#isSeen(i, shot) ? 1 : 0,
      });
    });
  }

  /** The left top corner of a tile and its size, in widths of a ball. */
  #boxOf(nth: number) {
    const { columns, width, height } = this.#grid;
    const { left, top } = this.#layout.ground;
    const [x, y] = [left + (nth % columns) * width, top + Math.floor(nth / columns) * height];
    return { x, y, width, height };
  }

  #isSeen(nth: number, { x: shotX, y: shotY, unit }: Shot): boolean {
    const { x, y, width, height } = this.#boxOf(nth);
    const [fromX, fromY] = [shotX + x * unit, shotY + y * unit];
    return (
      fromX < this.#size.width &&
      fromX + width * unit > 0 &&
      fromY < this.#size.height &&
      fromY + height * unit > 0
    );
  }

  #paint(course: Course, shot?: Shot): void {
    const { tall, ground } = this.#layout;
    const unit = this.#unit;
    const { look, accent } = this.#kit;
    const placed = (at: Point) => lies(at, tall);
    const order = this.#tiles.map((tile, i) => ({
      tile,
      i,
      isSeen: shot && this.#isSeen(i, shot),
    }));
    order.sort((one, other) => Number(other.isSeen) - Number(one.isSeen));
    for (const { tile, i } of order) {
      const { x, y, width, height } = this.#boxOf(i);
      const size = { width: width * unit + 2 * OVERLAP, height: height * unit + 2 * OVERLAP };
      tile.paint(size, (context) => {
        context.translate(OVERLAP - x * unit, OVERLAP - y * unit);
        context.scale(unit, unit);
        const tile = { left: x, right: x + width, top: y, foot: y + height };
        const parts = partsOn(course, placed, tile);
        const paint = { course, look, accent, lies: placed, ground, tile, parts };
        paintGround(context, paint, unit, this.#detail);
      });
    }
  }
}
