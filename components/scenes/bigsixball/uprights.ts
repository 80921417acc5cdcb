import type { Kit, Picture } from "../../stage/kit.ts";
import type { Size } from "../../stage/scene.ts";
import type { CourseLayout, Point, Shot } from "./course.ts";
import { COURSES, courseAt, PEG_RADIUS, WORLD } from "./courses.ts";
import type { Course } from "./courses.ts";
import { RAIL } from "./paint/outline.ts";
import { paintBleachers, paintFlag, paintPost } from "./paint/upright.ts";
import type { RaceTable } from "./table.ts";

/*
 * What stands on the ground is seen upright by a camera that leans: posts, flags at the line, and the stands along
 * the last straight and the upper edge. From straight above nothing of it is seen but what is painted on the ground.
 */

/** Sizes as they are seen by a camera that leans, in widths of a ball. */
const POST: Size = { width: PEG_RADIUS * 2.5, height: 0.7 };
const FLAG: Size = { width: 1.25, height: 2.1 };
const STAND: Size = { width: 16, height: 2.3 };
/** How many lengths of a stand there are along the upper edge and along the last straight. */
const [ALONG_EDGE, ALONG_HOME] = [3, 2] as const;
/** The stand along the last straight stands so far behind its rail, and begins so far before the line. */
const [BEHIND, HOME] = [0.5, 21.5];
/** Where the upper edge of the ground has its stand. */
const EDGE = 0.9;
/** How low a camera that leans makes what it sees, at the least. */
const LOWEST = 0.74;

/** What stands at a place, of a size in widths of a ball; `swings` to the left where it is mirrored. */
interface Standing {
  node: Picture;
  size: Size;
}

/** What stands on the ground. */
export class Uprights {
  readonly #kit: Kit;
  readonly #table: RaceTable;
  readonly #posts: readonly Standing[];
  readonly #flags: readonly Standing[];
  readonly #stands: readonly Standing[];
  #unit = 1;

  constructor(kit: Kit, table: RaceTable) {
    [this.#kit, this.#table] = [kit, table];
    const some = (count: number, size: Size): Standing[] =>
      Array.from({ length: count }, () => ({ node: kit.picture(), size }));
    const most = Math.max(...Array.from({ length: COURSES }, (_, i) => courseAt(i).pegs.length));
    this.#posts = some(most, POST);
    this.#flags = some(2, FLAG);
    this.#stands = some(ALONG_EDGE + ALONG_HOME, STAND);
    table.under.add(...this.#stands.map(({ node }) => node));
    table.field.add(...[...this.#posts, ...this.#flags].map(({ node }) => node));
  }

  fit({ largest }: CourseLayout): void {
    const { accent, look } = this.#kit;
    this.#unit = largest;
    const paint = (
      all: readonly Standing[],
      how: (context: CanvasRenderingContext2D, size: Size) => void,
    ) => {
      for (const { node, size } of all) {
        const unit = this.#unit;
        node.paint({ width: size.width * unit, height: size.height * unit }, how);
      }
    };
    paint(this.#posts, (context, size) => paintPost(context, size, accent));
    paint(this.#flags, (context, size) => paintFlag(context, size, accent));
    paint(this.#stands, (context, size) => paintBleachers(context, size, look, accent));
  }

  /** The stand along the last straight is seen by so much, 0 to 1: elsewhere it would stand before the balls. */
  show(course: Course, shot: Shot, home: number): void {
    const { tall } = this.#table.layout;
    // Nothing of it is seen from straight above.
    const risen = Math.min(1, (1 - shot.slant.low ** 2) / (1 - LOWEST ** 2)) ** 0.5;
    this.#posts.forEach((post, i) => {
      const peg = course.pegs[i];
      this.#stand(post, peg ?? null, shot, risen);
    });
    this.#flags.forEach((flag, i) => {
      // The nearer one would stand before the balls.
      const at = tall || i === 0 ? this.#besideLine(course, i === 0 ? -1 : 1) : null;
      this.#stand(flag, at, shot, risen, 0.5);
    });
    const line = course.path.at(course.length, -course.halfWidth(course.length));
    this.#stands.forEach((stand, i) => {
      const nth = i - ALONG_EDGE;
      const at =
        nth < 0
          ? { x: WORLD.left + (i + 0.5) * STAND.width, y: EDGE }
          : { x: line.x - HOME + (nth + 0.5) * STAND.width, y: line.y - RAIL - BEHIND };
      const isThere = !tall && this.#kit.look.isOrnate;
      this.#stand(stand, isThere ? at : null, shot, risen * (nth < 0 ? 1 : home));
    });
  }

  #besideLine(course: Course, side: 1 | -1): Point {
    const { length } = course;
    return course.path.at(length, side * (course.halfWidth(length) + RAIL / 2));
  }

  /** Stands it on a point of the ground, `aside` of its width further right; or nowhere. */
  #stand({ node, size }: Standing, at: Point | null, shot: Shot, risen: number, aside = 0): void {
    if (!at || risen <= 0) {
      node.place({ x: 0, y: 0, alpha: 0 });
      return;
    }
    const { x, y, unit } = this.#table.layout.seen(shot, at);
    const scale = unit / this.#unit;
    node.place({
      x: x + aside * size.width * unit,
      y: y - (size.height * unit * risen) / 2,
      scale: [scale, scale * risen],
      alpha: Math.min(1, 4 * risen),
      depth: y,
    });
  }
}
