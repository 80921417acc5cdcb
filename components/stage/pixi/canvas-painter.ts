import { Color, ExtensionType } from "pixi.js";
import type { Batch, BatchableSprite, BatcherAdaptor, BatcherPipe } from "pixi.js";
import { Damage, meet } from "./damage.ts";
import type { Box } from "./damage.ts";
import { Laid } from "./laid.ts";
import { LIVE } from "./raster.ts";

/** A sprite as it was drawn last. */
class Drawn {
  /** Where its place in the picture was, from the back. */
  nth = -1;
  /** In which frame that was. */
  frame = 0;
  box: Box = { left: 0, top: 0, right: 0, bottom: 0 };
  readonly laid = new Laid();
  /** What else of it is seen: its picture, the part of that, where and how it is drawn. */
  readonly #values: unknown[] = [];

  /** Follows its sprite. Returns whether it looks different from before. */
  follow(values: readonly unknown[]): boolean {
    let isOther = false;
    values.forEach((value, i) => {
      if (this.#values[i] !== value) {
        this.#values[i] = value;
        isOther = true;
      }
    });
    return isOther;
  }
}

/**
 * Draws sprites on a 2D canvas, and of the picture no more than has changed: the processor pays for every pixel.
 * Of Pixi's own adaptor it can do what a table needs: sprites that are not tinted, and stand in one group.
 */
export class CanvasPainter implements BatcherAdaptor {
  static readonly extension = { type: ExtensionType.CanvasPipesAdaptor, name: "batch" } as const;
  #renderer: BatcherPipe["renderer"] | undefined;
  /** What is in the picture, from the back, and as it was drawn last. */
  readonly #sprites: BatchableSprite[] = [];
  readonly #drawn = new Map<object, Drawn>();
  #frame = 0;
  /** Whether nothing of what was drawn stands any more. */
  #isBlank = true;

  init({ renderer }: BatcherPipe): void {
    this.#renderer = renderer;
    const blank = () => void (this.#isBlank = true);
    renderer.on("resize", blank);
    // Its canvas is made later.
    renderer.runners.init.add({
      init: () => renderer.canvas.addEventListener("contextrestored", blank),
    });
    renderer.runners.postrender.add(this);
  }

  start(): void {}

  /** Only notes what is to be drawn: that depends on all of it. */
  execute(_: BatcherPipe, batch: Batch): void {
    // Nothing but sprites is ever batched.
    this.#sprites.push(...((batch.elements ?? []) as unknown as BatchableSprite[]));
  }

  /** Draws what was noted. Pixi calls this once all of the picture has been gone through. */
  postrender(): void {
    const { canvas, background } = this.#renderer ?? {};
    const context = canvas?.getContext("2d");
    if (!canvas || !context || !background) {
      return;
    }
    const sprites = this.#sprites.splice(0);
    const whole = { left: 0, top: 0, right: canvas.width, bottom: canvas.height };
    const parts = this.#changed(sprites, whole);
    const colour = new Color(background.color).toHex();
    let mayLay = true;
    for (const part of parts) {
      context.save();
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.beginPath();
      context.rect(part.left, part.top, part.right - part.left, part.bottom - part.top);
      context.clip();
      context.fillStyle = colour;
      context.fill();
      for (const sprite of sprites) {
        const drawn = this.#drawn.get(sprite.renderable);
        if (drawn && meet(drawn.box, part)) {
          // One a frame: no frame is to take much longer than another.
          mayLay = !this.#draw(context, sprite, drawn, mayLay) && mayLay;
        }
      }
      context.restore();
    }
  }

  /** What has changed of the picture since it was drawn last. */
  #changed(sprites: readonly BatchableSprite[], whole: Box): readonly Box[] {
    const damage = new Damage();
    if (this.#isBlank) {
      damage.add(whole);
      this.#isBlank = false;
    }
    this.#frame += 1;
    let last = -1;
    sprites.forEach((sprite, nth) => {
      const { renderable, texture, transform, bounds, color } = sprite;
      const drawn = this.#drawn.get(renderable) ?? new Drawn();
      this.#drawn.set(renderable, drawn);
      const { source, frame } = texture;
      const isOther = drawn.follow([
        // One that is painted anew says so by its label.
        source.label === LIVE ? this.#frame : source,
        frame.x,
        frame.y,
        frame.width,
        frame.height,
        transform.a,
        transform.b,
        transform.c,
        transform.d,
        transform.tx,
        transform.ty,
        bounds.minX,
        bounds.minY,
        bounds.maxX,
        bounds.maxY,
        color,
      ]);
      // It came forward, or what was before it went back: either way it is in the box of one of them.
      if (isOther || drawn.nth < last) {
        damage.add(drawn.box);
        drawn.box = boxOf(sprite, this.#renderer?.resolution ?? 1, whole);
        damage.add(drawn.box);
      }
      last = Math.max(last, drawn.nth);
      [drawn.nth, drawn.frame] = [nth, this.#frame];
    });
    for (const [renderable, drawn] of this.#drawn) {
      if (drawn.frame !== this.#frame) {
        damage.add(drawn.box);
        this.#drawn.delete(renderable);
      }
    }
    return damage.boxes;
  }

  /** `mayLay`: whether there is time to keep it as it lies. Returns whether that was done. */
  #draw(
    context: CanvasRenderingContext2D,
    { texture, bounds, transform, color, blendMode }: BatchableSprite,
    { laid }: Drawn,
    mayLay: boolean,
  ): boolean {
    const { frame, source } = texture;
    const density = source.resolution;
    const resolution = this.#renderer?.resolution ?? 1;
    context.globalAlpha = (color >>> 24) / 255;
    context.globalCompositeOperation = blendMode === "add" ? "lighter" : "source-over";
    const picture = source.resource as HTMLCanvasElement;
    const { a, b, c, d, tx, ty } = transform;
    const { minX, minY, maxX, maxY } = bounds;
    const [x, y] = [tx + a * minX + c * minY, ty + b * minX + d * minY];
    const [wide, high] = [frame.width * density, frame.height * density];
    // How large a pixel of the picture is seen.
    const [across, down] = [
      (resolution * (maxX - minX)) / wide,
      (resolution * (maxY - minY)) / high,
    ];
    const placing = [
      a * across,
      b * across,
      c * down,
      d * down,
      x * resolution,
      y * resolution,
    ] as const;
    if (wide === picture.width && high === picture.height && source.label !== LIVE) {
      return laid.draw(context, picture, placing, mayLay);
    }
    context.setTransform(...placing);
    context.drawImage(picture, frame.x * density, frame.y * density, wide, high, 0, 0, wide, high);
    return false;
  }
}

/** Where a sprite is seen: all pixels that it touches. */
function boxOf({ transform, bounds }: BatchableSprite, resolution: number, whole: Box): Box {
  const { a, b, c, d, tx, ty } = transform;
  const [x, y] = [(bounds.minX + bounds.maxX) / 2, (bounds.minY + bounds.maxY) / 2];
  const [wide, high] = [(bounds.maxX - bounds.minX) / 2, (bounds.maxY - bounds.minY) / 2];
  const middle = { x: a * x + c * y + tx, y: b * x + d * y + ty };
  const across = Math.abs(a) * wide + Math.abs(c) * high;
  const down = Math.abs(b) * wide + Math.abs(d) * high;
  // Edges are smoothed into the next pixel.
  return {
    left: Math.max(whole.left, Math.floor((middle.x - across) * resolution) - 1),
    top: Math.max(whole.top, Math.floor((middle.y - down) * resolution) - 1),
    right: Math.min(whole.right, Math.ceil((middle.x + across) * resolution) + 1),
    bottom: Math.min(whole.bottom, Math.ceil((middle.y + down) * resolution) + 1),
  };
}
