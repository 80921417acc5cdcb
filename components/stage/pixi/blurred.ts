import { Sprite, Texture } from "pixi.js";
import type { Container } from "pixi.js";
import type { Node, Paint, Placement } from "../kit.ts";
import type { Size } from "../scene.ts";
import type { Bench } from "./bench.ts";
import { containerOf, PixiNode } from "./nodes.ts";
import { Raster } from "./raster.ts";

/** How far, in its own pixels, it is smeared on top of that. */
const SMEAR_PX = 1.1;

/** What is seen around a box, and the light on all of it. */
interface Around {
  beyond: number;
  /** A CSS colour. */
  colour: string;
  light: Paint;
}

/** What is out of focus: a small picture of the drawing as it stood, shown as large as that was. */
export class Blurred extends PixiNode {
  readonly #bench: Bench;
  readonly #sprite = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  #raster: Raster | undefined;
  #scale = 1;

  constructor(bench: Bench) {
    super();
    this.#bench = bench;
    this.container.addChild(this.#sprite);
    this.container.visible = false;
    this.container.once("destroyed", () => this.#raster?.destroy());
  }

  /**
   * Takes the picture of a box, with this part of the drawing alone in it, and of what lies so far `beyond` it on
   * every side, in CSS pixels. `light` paints over it, from the left top corner of the box.
   */
  take(size: Size, ground: Node, { beyond, colour, light }: Around): void {
    const hidden = besides(containerOf(ground)).filter(({ visible }) => visible);
    for (const container of hidden) {
      container.visible = false;
    }
    this.#bench.draw();
    for (const container of hidden) {
      container.visible = true;
    }
    // Enlarged, it is soft.
    const { blurredSmaller: smaller } = this.#bench.queue.detail;
    const small = {
      width: Math.ceil((size.width + 2 * beyond) / smaller),
      height: Math.ceil((size.height + 2 * beyond) / smaller),
    };
    this.#raster?.destroy();
    this.#raster = new Raster(small, 1, (context) => {
      context.fillStyle = colour;
      context.fillRect(0, 0, small.width, small.height);
      context.imageSmoothingQuality = "medium";
      const edge = beyond / smaller;
      const [width, height] = [size.width / smaller, size.height / smaller];
      context.drawImage(this.#bench.canvas, edge, edge, width, height);
      smear(context, small);
      context.translate(edge, edge);
      context.scale(1 / smaller, 1 / smaller);
      light(context, size);
    });
    this.#scale = smaller;
    // Its size in pixels is rounded up.
    this.#sprite.anchor.set(
      (size.width / 2 + beyond) / smaller / small.width,
      (size.height / 2 + beyond) / smaller / small.height,
    );
    this.#sprite.texture = this.#raster.texture;
  }

  override place(at: Placement): void {
    super.place(at);
    this.#sprite.scale.set(this.#scale);
  }
}

/** All that is drawn around a part of a picture. */
function besides(part: Container): Container[] {
  const { parent } = part;
  return parent ? [...parent.children.filter((child) => child !== part), ...besides(parent)] : [];
}

/** Softens what is painted in a box, in both ways. */
function smear(context: CanvasRenderingContext2D, { width, height }: Size): void {
  const { canvas } = context;
  for (const [x, y] of [
    [SMEAR_PX, 0],
    [0, SMEAR_PX],
    [2 * SMEAR_PX, 0],
    [0, 2 * SMEAR_PX],
  ] as const) {
    // A third each of what was there and of itself moved either way.
    context.globalAlpha = 0.5;
    context.drawImage(canvas, x, y, width, height);
    context.globalAlpha = 1 / 3;
    context.drawImage(canvas, -x * 1.5, -y * 1.5, width, height);
  }
  context.globalAlpha = 1;
}
