import { Container, Rectangle, Sprite, Texture } from "pixi.js";
import type { TextureSource } from "pixi.js";
import type { Picture, Size } from "../kit.ts";
import { flatFrom, nearness } from "../tilted.ts";
import type { Flat, Slant, TiltedPart } from "../tilted.ts";
import type { Bench } from "./bench.ts";
import { PixiNode, PixiPicture } from "./nodes.ts";

/** A strip of a picture, and the texture that it is cut out with. */
interface Strip {
  sprite: Sprite;
  cut: Texture;
}

/** All strips of one picture; more of them are made as more of it is seen. */
interface Strips {
  container: Container;
  all: Strip[];
  used: number;
  source: TextureSource;
}

/** A height of the box that is drawn as one: where it is seen, and where what is seen there lies flat. */
interface Row {
  top: number;
  foot: number;
  flatTop: number;
  flatFoot: number;
  near: number;
}

/** So many pictures are painted for one frame at the most, or it would be late: the others come when there is time. */
const PAINTS = 1;

function pixiPicture(picture: Picture): PixiPicture {
  if (!(picture instanceof PixiPicture)) {
    throw new TypeError("This picture was made by another kit.");
  }
  return picture;
}

/** Flat pictures as they are seen aslant, in strips across the box. */
export class Tilted extends PixiNode implements TiltedPart {
  readonly #bench: Bench;
  readonly #strips = new Map<Picture, Strips>();
  /** What is seen, and painted anew for the next frame: on a busy page there may be no better time for it. */
  #stale: PixiPicture | undefined;

  constructor(bench: Bench) {
    super();
    this.#bench = bench;
    this.container.visible = false;
    this.container.once("destroyed", () => {
      for (const { all } of this.#strips.values()) {
        discard(all);
      }
    });
  }

  show(box: Size, slant: Slant, flats: readonly Flat[]): void {
    this.container.visible = true;
    for (const strips of this.#strips.values()) {
      strips.used = 0;
    }
    const rows = this.#rowsOf(box, slant);
    let paints = PAINTS;
    if (this.#stale) {
      this.#stale.refresh();
      paints -= 1;
    }
    this.#stale = undefined;
    for (const flat of flats) {
      const picture = pixiPicture(flat.picture);
      const isUnpainted = picture.isUnpainted;
      if (isUnpainted && paints === 0) {
        picture.putOff();
      } else if (this.#lay(box, slant, flat, rows)) {
        paints -= isUnpainted ? 1 : 0;
        this.#stale ??= picture.isStale ? picture : undefined;
      }
    }
    for (const { all, used } of this.#strips.values()) {
      all.forEach(({ sprite }, i) => (sprite.visible = i < used));
    }
  }

  hide(): void {
    this.container.visible = false;
  }

  /** As high as a strip of a bent card is wide, on whole pixels of the screen. */
  #rowsOf({ height }: Size, slant: Slant): Row[] {
    const { density, detail } = this.#bench.queue;
    const high = Math.max(1, Math.round(detail.stripPx * 0.75 * density)) / density;
    return Array.from({ length: Math.ceil(height / high) }, (_, i) => {
      const [top, foot] = [i * high, (i + 1) * high];
      const flatTop = slant.y + flatFrom(slant, top - slant.y);
      const flatFoot = slant.y + flatFrom(slant, foot - slant.y);
      return { top, foot, flatTop, flatFoot, near: nearness(slant, (flatTop + flatFoot) / 2) };
    });
  }

  /** Lays the strips of a picture that are in the box; whether there are any. */
  #lay(box: Size, slant: Slant, flat: Flat, rows: readonly Row[]): boolean {
    const { x, y, width, height } = flat;
    const picture = pixiPicture(flat.picture);
    let isSeen = false;
    const foot = y + height;
    for (const row of rows) {
      if (row.flatFoot <= y || row.flatTop >= foot) {
        continue;
      }
      const left = slant.x + (x - slant.x) * row.near;
      const right = left + width * row.near;
      if (right <= 0 || left >= box.width) {
        continue;
      }
      const flatHigh = row.flatFoot - row.flatTop;
      const from = Math.max(y, row.flatTop);
      const to = Math.min(foot, row.flatFoot);
      const high = row.foot - row.top;
      const seenTop = row.top + ((from - row.flatTop) / flatHigh) * high;
      const seenFoot = row.foot - ((row.flatFoot - to) / flatHigh) * high;
      // What is beside the box is not drawn.
      const [seenLeft, seenRight] = [Math.max(left, 0), Math.min(right, box.width)];
      isSeen = true;
      const { sprite, cut } = this.#stripOf(picture);
      const { frame, source } = cut;
      frame.x = ((seenLeft - left) / (right - left)) * source.width;
      frame.width = ((seenRight - seenLeft) / (right - left)) * source.width;
      frame.y = ((from - y) / height) * source.height;
      frame.height = ((to - from) / height) * source.height;
      cut.update();
      sprite.position.set(seenLeft, seenTop);
      sprite.scale.set((seenRight - seenLeft) / frame.width, (seenFoot - seenTop) / frame.height);
    }
    return isSeen;
  }

  /** The next strip of a picture. */
  #stripOf(picture: PixiPicture): Strip {
    const { source } = picture.painted;
    let strips = this.#strips.get(picture);
    if (strips?.source !== source) {
      // It was painted anew.
      discard(strips?.all ?? []);
      strips = { container: strips?.container ?? this.#layer(), all: [], used: 0, source };
      this.#strips.set(picture, strips);
    }
    const { container, all, used } = strips;
    strips.used += 1;
    const known = all[used];
    if (known) {
      return known;
    }
    // Dynamic: the sprite follows when its frame changes.
    const cut = new Texture({ source, frame: new Rectangle(0, 0, 1, 1), dynamic: true });
    const strip = { sprite: new Sprite({ texture: cut }), cut };
    all.push(strip);
    container.addChild(strip.sprite);
    return strip;
  }

  /** What holds the strips of one picture: they lie over those of the pictures before it, whenever they are made. */
  #layer(): Container {
    return this.container.addChild(new Container());
  }
}

function discard(strips: readonly Strip[]): void {
  for (const { sprite, cut } of strips) {
    sprite.destroy();
    cut.destroy();
  }
}
