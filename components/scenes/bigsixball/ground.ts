import type { Group, Kit, Paint, Picture } from "../../stage/kit.ts";
import type { Size } from "../../stage/scene.ts";
import { courseLayout, lies } from "./course.ts";
import type { CourseLayout, Point, Shot } from "./course.ts";
import type { Course } from "./courses.ts";
import { paintGround } from "./paint/ground.ts";
import type { GroundDetail } from "./paint/ground.ts";
import { partsOn } from "./paint/outline.ts";

/** Into how many tiles the ground is cut, along its longer and its shorter side: each is painted by itself. */
const [LONG, SHORT] = [6, 4] as const;
/** Tiles overlap by so much, in CSS pixels, or lines of the ground beneath would be seen between them. */
const OVERLAP = 1;

/** Shows the ground aslant in a box as a shot has it, or not at all; its tiles lie where they do, in widths of a ball. */
export type Aslant = (
  shot: Shot | null,
  box: Size,
  tiles: readonly (Point & Size & { picture: Picture })[],
) => void;

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
  #aslant: Aslant | undefined;

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
      this.#paint(this.#course, null);
    }
  }

  /** What shows it aslant from now on. */
  set aslant(aslant: Aslant) {
    this.#aslant = aslant;
  }

  fit(layout: CourseLayout, size: Size): void {
    [this.#layout, this.#size, this.#course] = [layout, size, undefined];
    const { left, right, top, foot } = layout.ground;
    const { density, detail } = this.#kit;
    const most = Math.sqrt(detail.groundPixels / ((right - left) * (foot - top))) / density;
    this.#unit = Math.min(layout.largest, most);
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
    const isAslant = shot.slant.far > 0;
    const tiles = this.#tiles.map((picture, i) => ({ picture, ...this.#boxOf(i) }));
    this.#aslant?.(isAslant && !isHidden ? shot : null, this.#size, tiles);
    const alpha = isHidden || isAslant ? 0 : 1;
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

  /** Paints all tiles, first what is seen of them; with no shot when there is time, and until then they are seen as they are. */
  #paint(course: Course, shot: Shot | null): void {
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
      const paint: Paint = (context) => {
        context.translate(OVERLAP - x * unit, OVERLAP - y * unit);
        context.scale(unit, unit);
        const tile = { left: x, right: x + width, top: y, foot: y + height };
        const parts = partsOn(course, placed, tile);
        const how = { course, look, accent, lies: placed, ground, tile, parts };
        paintGround(context, how, unit, this.#detail);
      };
      if (shot) {
        tile.paint(size, paint);
      } else {
        tile.repaintWith(paint);
      }
    }
  }
}
