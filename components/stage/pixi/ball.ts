import { Sprite, Texture } from "pixi.js";
import type { BallLook, BallMark, BallPart, Paint, Placement, Size } from "../kit.ts";
import type { Easel, Unpainted } from "./easel.ts";
import { PixiNode } from "./nodes.ts";
import { paintBallBody, paintBallLight } from "../paint/ball-face.ts";
import { mix } from "../paint/colour.ts";
import { paintGlow } from "../paint/felt.ts";
import { Raster } from "./raster.ts";

/** Balls that are never larger than this, in CSS pixels, give more of themselves to the number. */
const SMALL_PX = 56;
/** What is soft is painted at this share of its size. */
const SOFT = 0.25;
/** Between two layers in one raster, in CSS pixels. */
const GAP = 2;

/** One layer of a ball; its size is told by the ball's diameter. */
interface Layer extends Size {
  share: number;
  paint: Paint;
}

/** The layers of a ball: what rolls and what stays upright; what darkens it, its shadow and its reflection. */
function layersOf(mark: BallMark, isSmall: boolean, isBare: boolean): readonly Layer[] {
  const face = { width: 1, height: 1, share: 1 };
  const rolling: Paint = (context, { width }) => paintBallBody(context, width, mark);
  const upright: Paint = (context, { width }) => paintBallLight(context, width, mark, isSmall);
  const faces = [
    { ...face, paint: rolling },
    { ...face, paint: upright },
  ];
  const dark: Paint = (context, { width }) => {
    context.beginPath();
    context.arc(width / 2, width / 2, width * 0.49, 0, 2 * Math.PI);
    context.fillStyle = "#050a10";
    context.fill();
  };
  const shadow: Paint = (context, size) => {
    paintGlow(context, size, "#000000");
    paintGlow(context, size, "#000000");
  };
  // Its colour in the polish of the track beneath it.
  const reflection: Paint = (context, size) =>
    paintGlow(context, size, mix(mark.fill, "#ffffff", 0.2));
  const others = [
    { width: 1, height: 1, share: SOFT, paint: dark },
    { width: 1.3, height: 0.5, share: SOFT, paint: shadow },
    { width: 1.1, height: 0.9, share: SOFT, paint: reflection },
  ];
  return isBare ? faces : [...faces, ...others];
}

/** All layers of a ball, painted at one size side by side in one raster. */
class Coat implements Unpainted {
  readonly container = null;
  readonly #easel: Easel;
  readonly #diameter: number;
  readonly #layers: readonly Layer[];
  #raster: Raster | undefined;
  #textures: readonly Texture[] | undefined;

  constructor(easel: Easel, diameter: number, layers: readonly Layer[]) {
    this.#easel = easel;
    this.#diameter = diameter;
    this.#layers = layers;
    easel.await(this);
  }

  /** A texture of each layer. */
  get textures(): readonly Texture[] {
    this.#easel.forget(this);
    this.#textures ??= this.#paint();
    return this.#textures;
  }

  paintNow(): void {
    this.#textures ??= this.#paint();
  }

  #paint(): readonly Texture[] {
    let end = 0;
    const boxes = this.#layers.map(({ width, height, share }) => {
      const painted = Math.ceil(width * share * this.#diameter);
      const box = { x: end, width: painted, height: Math.ceil(height * share * this.#diameter) };
      end += painted + GAP;
      return box;
    });
    const size = { width: end, height: this.#diameter };
    const paint: Paint = (context) =>
      this.#layers.forEach((layer, i) => {
        const box = boxes[i];
        if (box) {
          context.save();
          context.translate(box.x, 0);
          layer.paint(context, box);
          context.restore();
        }
      });
    const raster = new Raster(size, this.#easel.density, paint, true);
    this.#raster = raster;
    return boxes.map((box) => raster.part(box.x, 0, box));
  }

  destroy(): void {
    this.#easel.forget(this);
    this.#raster?.destroy();
  }
}

/** A ball made of sprites: its pattern rolls, its number and its light stay upright. */
export class PixiBall extends PixiNode implements BallPart, Unpainted {
  readonly #easel: Easel;
  readonly #mark: BallMark;
  readonly #isBare: boolean;
  readonly #body = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  readonly #light = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  readonly #dark = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  readonly #shadow = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  readonly #reflection = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  #diameter = 0;
  #layers: readonly Layer[] = [];
  /** As it is for the most part, and as it is at its largest. */
  #coats: { usual: Coat; large: Coat } | undefined;
  #worn: Coat | undefined;

  /** `bare` lies on nothing that it could throw a shadow on. */
  constructor(easel: Easel, mark: BallMark, bare = false) {
    super();
    this.#easel = easel;
    this.#mark = mark;
    this.#isBare = bare;
    this.container.addChild(this.#reflection, this.#shadow, this.#body, this.#light, this.#dark);
    this.container.once("destroyed", () => this.#release());
  }

  fit(diameterPx: number, largestPx = diameterPx): void {
    this.#release();
    this.#diameter = diameterPx;
    this.#layers = layersOf(this.#mark, largestPx < SMALL_PX, this.#isBare);
    const coat = (diameter: number) => new Coat(this.#easel, diameter, this.#layers);
    const usual = coat(diameterPx);
    this.#coats = { usual, large: largestPx > diameterPx ? coat(largestPx) : usual };
    this.#worn = usual;
    this.#easel.await(this);
    this.#shadow.position.set(diameterPx * 0.08, diameterPx * 0.44);
    this.#reflection.position.set(0, diameterPx * 0.62);
  }

  /** Sharp at any size: as it grows it changes its coat. */
  override place(at: Placement): void {
    super.place(at);
    const { x, y } = this.container.scale;
    const wanted = this.#coats?.[Math.max(x, y) > 1 ? "large" : "usual"];
    if (wanted !== this.#worn) {
      this.#worn = wanted;
      this.#easel.await(this);
    }
  }

  /** Puts on the coat that it wears from now on. */
  paintNow(): void {
    const textures = this.#worn?.textures ?? [];
    [this.#body, this.#light, this.#dark, this.#shadow, this.#reflection].forEach((sprite, i) => {
      const [texture, layer] = [textures[i], this.#layers[i]];
      if (texture && layer) {
        sprite.texture = texture;
        sprite.scale.set(
          (layer.width * this.#diameter) / texture.width,
          (layer.height * this.#diameter) / texture.height,
        );
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
    this.#easel.forget(this);
    this.#coats?.usual.destroy();
    this.#coats?.large.destroy();
  }
}
