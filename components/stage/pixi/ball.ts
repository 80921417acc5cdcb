import { Sprite, Texture } from "pixi.js";
import type { BallLook, BallMark, BallPart, Paint, Placement } from "../kit.ts";
import { paintBallBody, paintBallLight } from "../paint/ball-face.ts";
import { mix } from "../paint/colour.ts";
import { paintGlow } from "../paint/felt.ts";
import { PixiNode } from "./nodes.ts";
import type { PaintQueue, Unpainted } from "./paint-queue.ts";
import { Raster } from "./raster.ts";

/** Balls that are never larger than this, in CSS pixels, give more of themselves to the number. */
const SMALL_PX = 56;
/** What is soft is painted at this share of its size. */
const SOFT = 0.25;
/** TiePlace two layers in one raster, in CSS pixels. */
const GAP = 2;

/** One layer of a ball: how wide and how high it is, by the ball's diameter, and at which share it is painted. */
type Layer = readonly [width: number, height: number, share: number, paint: Paint];

/** The layers of a ball from the ground up: reflection, shadow, what rolls, what stays upright, what darkens it. */
function layersOf(mark: BallMark, isSmall: boolean): readonly Layer[] {
  return [
    // Its colour in the polish of the track beneath it.
    [1.1, 0.9, SOFT, (context, size) => paintGlow(context, size, mix(mark.fill, "#ffffff", 0.2))],
    [1.3, 0.5, SOFT, paintShadow],
    [1, 1, 1, (context, { width }) => paintBallBody(context, width, mark)],
    [1, 1, 1, (context, { width }) => paintBallLight(context, width, mark, isSmall)],
    [1, 1, SOFT, paintDark],
  ];
}

const paintShadow: Paint = (context, size) => {
  paintGlow(context, size, "#000000");
  paintGlow(context, size, "#000000");
};

const paintDark: Paint = (context, { width }) => {
  context.beginPath();
  context.arc(width / 2, width / 2, width * 0.49, 0, 2 * Math.PI);
  context.fillStyle = "#050a10";
  context.fill();
};

/** All layers of a ball, painted at one size side by side in one raster. */
class Coat implements Unpainted {
  readonly container = null;
  readonly #queue: PaintQueue;
  readonly #diameter: number;
  readonly #layers: readonly Layer[];
  #raster: Raster | undefined;
  #textures: readonly Texture[] = [];

  constructor(queue: PaintQueue, diameter: number, layers: readonly Layer[]) {
    this.#queue = queue;
    this.#diameter = diameter;
    this.#layers = layers;
    queue.await(this);
  }

  /** One for each layer. */
  get textures(): readonly Texture[] {
    this.paintNow();
    return this.#textures;
  }

  /** Safe to call twice. */
  paintNow(): void {
    if (this.#raster) {
      return;
    }
    let end = 0;
    const boxes = this.#layers.map(([wide, high, share, paint]) => {
      const painted = this.#diameter * share;
      const box = { x: end, width: Math.ceil(wide * painted), height: Math.ceil(high * painted) };
      end += box.width + GAP;
      return { ...box, paint };
    });
    const size = { width: end, height: this.#diameter };
    const paintAll: Paint = (context) => {
      for (const { x, paint, ...box } of boxes) {
        context.save();
        context.translate(x, 0);
        paint(context, box);
        context.restore();
      }
    };
    const raster = new Raster(size, this.#queue.density, paintAll, true);
    this.#raster = raster;
    this.#textures = boxes.map((box) => raster.part(box.x, 0, box));
  }

  destroy(): void {
    this.#queue.forget(this);
    this.#raster?.destroy();
  }
}

/** A ball made of sprites: its pattern rolls, its number and its light stay upright. */
export class PixiBall extends PixiNode implements BallPart, Unpainted {
  readonly #queue: PaintQueue;
  readonly #mark: BallMark;
  readonly #reflection = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  readonly #shadow = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  readonly #body = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  readonly #light = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  readonly #dark = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  #diameter = 0;
  #layers: readonly Layer[] = [];
  /** As it is for the most part, and as it is at its largest. */
  #usual: Coat | undefined;
  #large: Coat | undefined;
  #worn: Coat | undefined;

  /** `bare` lies on nothing that it could throw a shadow on. */
  constructor(queue: PaintQueue, mark: BallMark, bare = false) {
    super();
    this.#queue = queue;
    this.#mark = mark;
    this.#shadow.visible = !bare;
    this.#reflection.visible = !bare;
    this.container.addChild(this.#reflection, this.#shadow, this.#body, this.#light, this.#dark);
    this.container.once("destroyed", () => this.#release());
  }

  fit(diameterPx: number, largestPx = diameterPx): void {
    this.#release();
    this.#diameter = diameterPx;
    this.#layers = layersOf(this.#mark, largestPx < SMALL_PX);
    this.#usual = new Coat(this.#queue, diameterPx, this.#layers);
    this.#large =
      largestPx > diameterPx ? new Coat(this.#queue, largestPx, this.#layers) : undefined;
    this.#wear(this.#usual);
    this.#shadow.position.set(diameterPx * 0.08, diameterPx * 0.44);
    this.#reflection.position.set(0, diameterPx * 0.62);
  }

  /** Sharp at any size: as it grows it changes its coat. */
  override place(at: Placement): void {
    super.place(at);
    const { x, y } = this.container.scale;
    const coat = Math.max(x, y) > 1 ? (this.#large ?? this.#usual) : this.#usual;
    if (coat !== this.#worn) {
      this.#wear(coat);
    }
  }

  #wear(coat: Coat | undefined): void {
    this.#worn = coat;
    this.#queue.await(this);
  }

  /** Puts on the coat that it wears from now on. */
  paintNow(): void {
    const { children } = this.container;
    this.#worn?.textures.forEach((texture, i) => {
      const [sprite, layer] = [children[i], this.#layers[i]];
      if (sprite instanceof Sprite && layer) {
        sprite.texture = texture;
        sprite.setSize(layer[0] * this.#diameter, layer[1] * this.#diameter);
      }
    });
  }

  show({ roll, dim, reflected = 1 }: BallLook): void {
    this.#reflection.alpha = reflected;
    this.#body.rotation = roll;
    this.#dark.visible = dim > 0;
    this.#dark.alpha = dim;
  }

  #release(): void {
    this.#queue.forget(this);
    this.#usual?.destroy();
    this.#large?.destroy();
  }
}
