import { Texture } from "pixi.js";
import type { BallMark, Paint } from "../kit.ts";
import { mix } from "../paint/colour.ts";
import { fillRolled, QUARTER } from "../paint/rolled-pattern.ts";
import type { Unpainted } from "./bench.ts";
import type { PaintQueue } from "./paint-queue.ts";
import { Raster } from "./raster.ts";

/** How many pictures a quarter of a turn is cut into, in rows of so many, and how wide each is, in pixels. */
const [PICTURES, COLUMNS, SIDE] = [20, 5, 72];

const channelsOf = (hex: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** What rolls of a ball, from above: pictures of it on its way to the right, painted once for all balls of a mark. */
export class RolledBody implements Unpainted {
  readonly container = null;
  readonly #queue: PaintQueue;
  readonly #mark: BallMark;
  #raster: Raster | undefined;
  #pictures: readonly Texture[] = [];
  #users = 0;

  private constructor(queue: PaintQueue, mark: BallMark) {
    this.#queue = queue;
    this.#mark = mark;
  }

  static readonly #known = new WeakMap<PaintQueue, Map<string, RolledBody>>();

  /** That of a mark, until it is given back. */
  static of(queue: PaintQueue, mark: BallMark): RolledBody {
    const all = RolledBody.#known.get(queue) ?? new Map<string, RolledBody>();
    RolledBody.#known.set(queue, all);
    const name = `${mark.fill} ${mark.pattern}`;
    const body = all.get(name) ?? new RolledBody(queue, mark);
    all.set(name, body);
    if (body.#users === 0) {
      queue.await(body);
    }
    body.#users += 1;
    return body;
  }

  giveBack(): void {
    this.#users -= 1;
    if (this.#users === 0) {
      this.#queue.forget(this);
      this.#raster?.destroy();
      this.#raster = undefined;
    }
  }

  /** The ball as it is after rolling so far to the right, in radians. */
  at(rolled: number): Texture {
    this.paintNow();
    const share = rolled / QUARTER;
    const nth = Math.floor((share - Math.floor(share)) * PICTURES);
    return this.#pictures[nth % PICTURES] ?? Texture.EMPTY;
  }

  /** Safe to call twice. */
  paintNow(): void {
    if (this.#raster) {
      return;
    }
    const { fill, pattern } = this.#mark;
    const colours = {
      pattern,
      fill: channelsOf(fill),
      pale: channelsOf(mix(fill, "#fff6e4", 0.78)),
    };
    const size = { width: COLUMNS * SIDE, height: Math.ceil(PICTURES / COLUMNS) * SIDE };
    const corners = Array.from({ length: PICTURES }, (_, i) => ({
      left: (i % COLUMNS) * SIDE,
      top: Math.floor(i / COLUMNS) * SIDE,
    }));
    const paint: Paint = (context) => {
      const image = context.createImageData(size.width, size.height);
      corners.forEach((corner, i) =>
        fillRolled(image, { ...corner, side: SIDE }, colours, (QUARTER * i) / PICTURES),
      );
      context.putImageData(image, 0, 0);
    };
    const raster = new Raster(size, 1, paint);
    this.#raster = raster;
    this.#pictures = corners.map(({ left, top }) =>
      raster.part(left, top, { width: SIDE, height: SIDE }),
    );
  }
}
