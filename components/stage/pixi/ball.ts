import { Sprite, Texture } from "pixi.js";
import type { BallLook, BallMark, BallPart } from "../kit.ts";
import type { Easel, Unpainted } from "./easel.ts";
import { PixiNode } from "./nodes.ts";
import { paintBallBody, paintBallLight } from "../paint/ball-face.ts";
import { mix } from "../paint/colour.ts";
import { paintGlow } from "../paint/felt.ts";
import { Raster } from "./raster.ts";
import type { Paint } from "../kit.ts";
import type { Size } from "../scene.ts";

/** A ball made of sprites: its pattern rolls, its number and its light stay upright. */
export class PixiBall extends PixiNode implements BallPart, Unpainted {
  readonly #easel: Easel;
  readonly #mark: BallMark;
  /** It lies on nothing that it could throw a shadow on. */
  readonly #isBare: boolean;
  /** Its colour in the polish of the track beneath it. */
  readonly #reflection = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  readonly #shadow = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  readonly #body = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  readonly #light = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  readonly #dark = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  #diameter = 0;
  #rasters: Raster[] = [];
  #isDarkPainted = false;

  constructor(easel: Easel, mark: BallMark, bare = false) {
    super();
    this.#easel = easel;
    this.#mark = mark;
    this.#isBare = bare;
    this.#shadow.visible = !bare;
    this.#reflection.visible = !bare;
    this.container.addChild(this.#reflection, this.#shadow, this.#body, this.#light, this.#dark);
    this.container.once("destroyed", () => this.#release());
  }

  fit(diameterPx: number): void {
    if (diameterPx === this.#diameter) {
      return;
    }
    this.#release();
    this.#diameter = diameterPx;
    this.#easel.await(this);
  }

  paintNow(): void {
    const diameterPx = this.#diameter;
    const box = { width: diameterPx, height: diameterPx };
    this.#body.texture = this.#raster(box, (context) =>
      paintBallBody(context, diameterPx, this.#mark),
    );
    this.#light.texture = this.#raster(box, (context) =>
      paintBallLight(context, diameterPx, this.#mark),
    );
    this.#isDarkPainted = false;
    if (!this.#isBare) {
      this.#paintGround();
    }
    this.#paintDark();
  }

  show({ roll, dim, reflected = 1 }: BallLook): void {
    this.#reflection.alpha = reflected;
    this.#body.rotation = roll;
    this.#dark.visible = dim > 0;
    this.#dark.alpha = dim;
    this.#paintDark();
  }

  /** Its shadow and its reflection. */
  #paintGround(): void {
    const diameterPx = this.#diameter;
    const shade = { width: diameterPx * 1.3, height: diameterPx * 0.5 };
    this.#shadow.texture = this.#raster(shade, (context, size) => {
      paintGlow(context, size, "#000000");
      paintGlow(context, size, "#000000");
    });
    this.#shadow.position.set(diameterPx * 0.08, diameterPx * 0.44);
    const pool = { width: diameterPx * 1.1, height: diameterPx * 0.9 };
    this.#reflection.texture = this.#raster(pool, (context, size) => {
      paintGlow(context, size, mix(this.#mark.fill, "#ffffff", 0.2));
    });
    this.#reflection.position.set(0, diameterPx * 0.62);
  }

  /** What darkens it, once that is seen: few balls ever are, and none in the first frame. */
  #paintDark(): void {
    if (this.#isDarkPainted || !this.#dark.visible || this.#rasters.length === 0) {
      return;
    }
    this.#isDarkPainted = true;
    const diameterPx = this.#diameter;
    this.#dark.texture = this.#raster({ width: diameterPx, height: diameterPx }, (context) => {
      context.beginPath();
      context.arc(diameterPx / 2, diameterPx / 2, diameterPx * 0.49, 0, 2 * Math.PI);
      context.fillStyle = "#050a10";
      context.fill();
    });
  }

  #raster(size: Size, paint: Paint): Texture {
    const raster = new Raster(size, this.#easel.density, paint, true);
    this.#rasters.push(raster);
    return raster.texture;
  }

  #release(): void {
    this.#easel.forget(this);
    for (const raster of this.#rasters) {
      raster.destroy();
    }
    this.#rasters = [];
  }
}
