import { Container, Sprite } from "pixi.js";
import type { Texture } from "pixi.js";
import { Node } from "../pixi/nodes.ts";
import { Pictures } from "../pixi/pictures.ts";
import type { DrawingTools } from "../pixi/surface.ts";
import { STEP } from "./bet-place.ts";
import { CHIP_SHARE, chipTexture } from "./chip.ts";
import type { ChipColour } from "./chip.ts";

/** The part of its fall in which a chip grows to full size. */
const GROWN = 0.2;
/** Sideways offsets of the chips in a pile, in chip widths, so that piles look natural. */
const OFFSETS = [0, 0.03, -0.02, 0.015, -0.03, 0.02] as const;

interface PileLook {
  chips: number;
  /** Height of the falling chip above its place, in chip widths. */
  high?: number;
  /** Scale, 0 (hidden) to 1. Chips shrink instead of fading, because they are opaque. */
  size: number;
}

const IN_A_ROW = 2;

/** A pile of chips, in repeating colours from the bottom up. */
export class ChipPile {
  readonly nodes: readonly Node[];
  readonly #shadow;
  readonly #chips = new Container();
  readonly #pictures: Pictures;
  readonly #colours: readonly ChipColour[];
  #textures: readonly Texture[] = [];
  #widthPx = 0;
  #step = STEP;

  constructor(tools: DrawingTools, ...colours: readonly ChipColour[]) {
    this.#colours = colours;
    this.#shadow = tools.picture();
    this.#pictures = new Pictures(tools.changed);
    this.nodes = [this.#shadow, new Node(this.#chips)];
    this.#chips.once("destroyed", () => {
      this.#textures.forEach((texture) => texture.destroy());
      this.#pictures.destroy();
    });
  }

  /** Sets the width of a chip, in CSS pixels, and the height of each chip above the one beneath, in chip widths. */
  fit(widthPx: number, step = STEP): void {
    const isSame = widthPx === this.#widthPx;
    [this.#widthPx, this.#step] = [widthPx, step];
    if (isSame) {
      return;
    }
    this.#shadow.paint({ width: widthPx * 1.5, height: widthPx }, (context, { width, height }) => {
      context.scale(1, height / width);
      const soft = context.createRadialGradient(
        width * 0.5,
        width * 0.5,
        width * 0.22,
        width * 0.52,
        width * 0.54,
        width * 0.46,
      );
      soft.addColorStop(0, "#000000b0");
      soft.addColorStop(1, "#00000000");
      context.fillStyle = soft;
      context.fillRect(0, 0, width, width);
    });
  }

  /** Draws the pile. The point is the middle of its lowest chip. */
  show({ x, y }: { x: number; y: number }, { chips, high = 0, size }: PileLook): void {
    const isVisible = size > 0 && chips > 0;
    this.#chips.visible = isVisible;
    this.#shadow.place({ x, y, scale: size, alpha: isVisible ? Math.min(1, chips) : 0 });
    if (isVisible && this.#textures.length === 0) {
      const textures = this.#colours.map((colour) => chipTexture(this.#pictures, colour));
      this.#textures = textures.filter((texture) => texture !== null);
    }
    const [first] = this.#textures;
    if (first === undefined || !isVisible) {
      return;
    }
    const whole = Math.floor(chips);
    const width = this.#widthPx * size;
    const scale = width / (CHIP_SHARE * first.width);
    this.#chips.position.set(x, y);
    while (this.#chips.children.length <= whole) {
      const nth = Math.floor(this.#chips.children.length / IN_A_ROW) % this.#textures.length;
      this.#chips.addChild(new Sprite({ texture: this.#textures[nth] ?? first, anchor: 0.5 }));
    }
    for (const [i, sprite] of this.#chips.children.entries()) {
      const isDown = i < whole;
      const grown = isDown ? 1 : i === whole ? Math.min(1, (chips - whole) / GROWN) : 0;
      const offset = (OFFSETS[i % OFFSETS.length] ?? 0) * width;
      sprite.visible = grown > 0;
      sprite.position.set(offset, -(i * this.#step + (isDown ? 0 : high)) * width);
      sprite.scale.set(scale * grown);
    }
  }
}
