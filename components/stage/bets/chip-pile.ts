import { Container, Rectangle, Sprite, Texture } from "pixi.js";
import type { Point } from "../drawing.ts";
import { SceneNode } from "../pixi/nodes.ts";
import { Pictures } from "../pixi/pictures.ts";
import type { DrawingTools } from "../pixi/surface.ts";
import { STEP } from "./bet-place.ts";

/** The picture of all chips, side by side, rendered by the studio. */
export const CHIPS_URL = new URL("../studio/pack/chips.avif", import.meta.url).href;

const COLOURS = ["red", "blue", "green", "black", "violet", "cream"] as const;
type ChipColour = (typeof COLOURS)[number];

/** A chip's width relative to its part of the picture. */
const CHIP_SHARE = 0.9;

/** A chip's texture; null until the picture is loaded. */
function chipTexture(pictures: Pictures, colour: ChipColour): Texture | null {
  const all = pictures.getOrLoad(CHIPS_URL);
  if (all === null) {
    return null;
  }
  const width = all.width / COLOURS.length;
  const frame = new Rectangle(COLOURS.indexOf(colour) * width, 0, width, all.height);
  return new Texture({ source: all.source, frame });
}

/** Share of its fall in which a chip grows to full size. */
const GROWN = 0.2;
/** Sideways offsets of the chips in a pile, in chip widths, so that piles look natural. */
const OFFSETS = [0, 0.03, -0.02, 0.015, -0.03, 0.02] as const;

/** A pile's shadow: its inner and outer circle (x, y and radius), as fractions of its picture, and their colours. */
const SHADOW = {
  circles: [0.5, 0.5, 0.22, 0.52, 0.54, 0.46],
  colours: ["#000000b0", "#00000000"],
} as const;

interface PileLook {
  chips: number;
  /** Height of the falling chip above its place, in chip widths. */
  height?: number;
  /** Scale, 0 (hidden) to 1. Chips shrink instead of fading, because they are opaque. */
  size: number;
}

/** Number of successive chips of the same colour. */
const IN_A_ROW = 2;

/** A pile of chips, in repeating colours from the bottom up. */
export function makePile(tools: DrawingTools, ...colours: readonly ChipColour[]) {
  const shadow = tools.picture();
  const pictures = new Pictures(tools.changed);
  const pile = new Container<Sprite>();
  let textures: readonly Texture[] = [];
  let chipPx = 0;
  let chipStep = STEP;
  pile.once("destroyed", () => {
    textures.forEach((texture) => texture.destroy());
    pictures.destroy();
  });

  /** Sets a chip's width, in CSS pixels, and each chip's height above the one beneath, in chip widths. */
  function fit(widthPx: number, step = STEP): void {
    chipStep = step;
    if (widthPx === chipPx) {
      return;
    }
    chipPx = widthPx;
    shadow.paint({ width: widthPx * 1.5, height: widthPx }, (context, { width, height }) => {
      context.scale(width, height);
      const soft = context.createRadialGradient(...SHADOW.circles);
      soft.addColorStop(0, SHADOW.colours[0]);
      soft.addColorStop(1, SHADOW.colours[1]);
      context.fillStyle = soft;
      context.fillRect(0, 0, 1, 1);
    });
  }

  /** Draws the pile. The point is the centre of its lowest chip. */
  function show({ x, y }: Point, { chips, height = 0, size }: PileLook): void {
    const isVisible = size > 0 && chips > 0;
    pile.visible = isVisible;
    shadow.place({ x, y, scale: size, alpha: isVisible ? Math.min(1, chips) : 0 });
    if (isVisible && textures.length === 0) {
      const found = colours.map((colour) => chipTexture(pictures, colour));
      textures = found.filter((texture) => texture !== null);
    }
    const [first] = textures;
    if (first === undefined || !isVisible) {
      return;
    }
    const whole = Math.floor(chips);
    const width = chipPx * size;
    const scale = width / (CHIP_SHARE * first.width);
    pile.position.set(x, y);
    while (pile.children.length <= whole) {
      const index = Math.floor(pile.children.length / IN_A_ROW) % textures.length;
      pile.addChild(new Sprite({ texture: textures[index] ?? first, anchor: 0.5 }));
    }
    for (const [i, sprite] of pile.children.entries()) {
      const isDown = i < whole;
      const grown = isDown ? 1 : i === whole ? Math.min(1, (chips - whole) / GROWN) : 0;
      const offset = (OFFSETS[i % OFFSETS.length] ?? 0) * width;
      sprite.visible = grown > 0;
      sprite.position.set(offset, -(i * chipStep + (isDown ? 0 : height)) * width);
      sprite.scale.set(scale * grown);
    }
  }

  return { nodes: [shadow, new SceneNode(pile)], fit, show };
}
