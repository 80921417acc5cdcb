import { Container, Sprite } from "pixi.js";
import type { Texture } from "pixi.js";
import type { GlyphLine, GlyphAtlas, Placement, TextLook } from "../kit.ts";
import type { Unpainted } from "./bench.ts";
import { dress, measure, PixiNode } from "./nodes.ts";
import type { PaintQueue } from "./paint-queue.ts";
import { Raster } from "./raster.ts";

/**
 * The signs of numbers in one look, side by side in one texture. A label that keeps changing would be
 * painted several times a second, and every new texture has Pixi sort the whole picture again.
 */
export class PixiGlyphAtlas implements GlyphAtlas, Unpainted {
  readonly container = null;
  readonly #queue: PaintQueue;
  readonly #signs: readonly string[];
  readonly #lines = new Set<PixiGlyphLine>();
  #look: TextLook = { sizePx: 1, colour: "#000000" };
  #raster: Raster | undefined;
  /** Width of the box of each sign, and how far it takes the line, in CSS pixels. */
  #cell = 1;
  #steps: readonly number[] = [];

  constructor(queue: PaintQueue, signs: string) {
    this.#queue = queue;
    this.#signs = [...signs];
  }

  fit(look: TextLook): void {
    this.#release();
    this.#look = look;
    this.#queue.await(this);
    for (const line of this.#lines) {
      line.clear();
    }
  }

  line(): PixiGlyphLine {
    const line = new PixiGlyphLine(this, this.#queue.density);
    this.#lines.add(line);
    line.container.once("destroyed", () => {
      this.#lines.delete(line);
      if (this.#lines.size === 0) {
        this.#release();
      }
    });
    return line;
  }

  paintNow(): void {
    this.#strips();
  }

  /** The textures of a text's signs, and where the box of each begins. Signs that are not there are left out. */
  *layOut(text: string): Generator<{ texture: Texture; x: number }> {
    const strips = this.#strips();
    let end = 0;
    for (const sign of text) {
      const at = this.#signs.indexOf(sign);
      const [texture, step] = [strips[at], this.#steps[at]];
      if (texture && step !== undefined) {
        yield { texture, x: Math.round(end + (step - this.#cell) / 2) };
        end += step;
      }
    }
  }

  #strips(): readonly Texture[] {
    this.#raster ??= this.#paint();
    return this.#raster.strips(this.#signs.length);
  }

  /** Measured only here: a font is not asked for before its atlas are seen. */
  #paint(): Raster {
    const { sizePx } = this.#look;
    this.#steps = this.#signs.map((sign) => measure(sign, this.#look));
    const cell = Math.ceil(Math.max(...this.#steps)) + 2;
    this.#cell = cell;
    const high = Math.ceil(sizePx * 1.5);
    return new Raster(
      { width: cell * this.#signs.length, height: high },
      this.#queue.density,
      (context) => {
        dress(context, this.#look, sizePx);
        context.fillStyle = this.#look.colour;
        context.textAlign = "center";
        this.#signs.forEach((sign, i) => {
          context.fillText(sign, (i + 0.5) * cell, high / 2 + sizePx * 0.355);
        });
      },
    );
  }

  #release(): void {
    this.#queue.forget(this);
    this.#raster?.destroy();
    this.#raster = undefined;
  }
}

/** A line of such signs. */
class PixiGlyphLine extends PixiNode implements GlyphLine {
  readonly #atlas: PixiGlyphAtlas;
  readonly #density: number;
  #text = "";

  constructor(atlas: PixiGlyphAtlas, density: number) {
    super(new Container());
    this.#atlas = atlas;
    this.#density = density;
  }

  /** Forgets what was written: the signs are others now. */
  clear(): void {
    this.#text = "";
    this.container.removeChildren().forEach((child) => child.destroy());
  }

  write(text: string): void {
    if (text === this.#text) {
      return;
    }
    this.#text = text;
    const signs = [...this.#atlas.layOut(text)];
    const { children } = this.container;
    signs.forEach(({ texture, x }, i) => {
      const sprite =
        (children[i] as Sprite | undefined) ?? new Sprite({ anchor: { x: 0, y: 0.5 } });
      sprite.texture = texture;
      sprite.x = x;
      sprite.visible = true;
      if (i === children.length) {
        this.container.addChild(sprite);
      }
    });
    children.slice(signs.length).forEach((sprite) => (sprite.visible = false));
  }

  override place(at: Placement): void {
    const whole = (length: number) => Math.round(length * this.#density) / this.#density;
    super.place({ ...at, x: whole(at.x), y: whole(at.y) });
  }
}
