import { Container, Rectangle, Sprite, Texture } from "pixi.js";
import type { Card } from "../../../src/round/cards.ts";
import { EYE, LIFT, lightOn, shadeOf } from "../curl.ts";
import type { CardLook, CardPart, Paint } from "../kit.ts";
import { CARD_RATIO } from "../measures.ts";
import { backPaint } from "../paint/card-back.ts";
import { cardOutline, paintCardFace, SHEEN } from "../paint/card-face.ts";
import { paintSoftBox } from "../paint/felt.ts";
import { boxAcross, faceAngle, lyingAsOne, peelOf, twistOf } from "../peel.ts";
import type { Piece } from "../peel.ts";
import { clamp01 } from "../tracks.ts";
import type { Bench, Unpainted } from "./bench.ts";
import { PixiNode } from "./nodes.ts";
import { PaperLight } from "./paper-light.ts";
import type { LightStop } from "./paper-light.ts";
import { Raster } from "./raster.ts";

/** Painted around a card so that its outline is smoothed by the texture's filter, in CSS pixels. */
const RIM = 2;
/** How far up the picture what is lifted is seen: the table is looked at from its near side. */
const SEEN_UP = 0.3;
/** More pixels than these for each CSS pixel are not seen, and many. */
const MOST_DENSE = 2.4;
/** How far a strip reaches over its neighbour, in CSS pixels of the table. */
const LAP_PX = 0.7;
/**
 * Narrower strips, in CSS pixels, are left out: several of them over one pixel cover all of it, and the fold of the paper
 * would have a jagged edge.
 */
const NARROWEST_PX = 0.5;
/** Light, shade and shadows are soft: they are painted with so many pixels for each CSS pixel. */
const SOFT = 0.5;

/** What darkens paper. */
const SHADE = "#04110c";

type Side = "back" | "secret" | "face" | "backOutline" | "faceOutline";

/** A piece of the card as it is seen: where both ends of it are in the picture, which side of it, and how bright. */
interface Seen {
  from: number;
  to: number;
  isBack: boolean;
  lit: number;
}

/** How much larger than on the felt is seen what is so high over it, on a card that is lifted so far. */
const nearness = (z: number, lift: number): number => EYE / (EYE - z - lift * LIFT);

/** A strip of the card, and the light or shade over it. */
interface Strip {
  side: Sprite;
  light: Sprite;
}

/**
 * A card in close-up that is lifted by any edge or corner. It is cut across the way in which it is lifted, and
 * its sides are painted turned by as much, so that strips will do: the 2D canvas has no meshes.
 */
export class SqueezedCard extends PixiNode implements CardPart {
  readonly #bench: Bench;
  readonly #shadow = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  readonly #body = new Container();
  readonly #strips: Strip[] = [];
  /** What the strips show of the sides, all of them. */
  readonly #cuts: Texture[] = [];
  readonly #painted = new Map<Side, Raster>();
  readonly #waiting: Unpainted[] = [];
  /** Made with the first card. */
  #lights: Record<"back" | "face", PaperLight> | undefined;
  #shadowRaster: Raster | undefined;
  #card: Card | null = null;
  #axis = 0;
  /** Of the card on the table, in CSS pixels, and how much larger it is shown. */
  #widthPx = 0;
  #zoom = 1;

  constructor(bench: Bench) {
    super();
    this.#bench = bench;
    this.container.addChild(this.#shadow, this.#body);
    this.container.visible = false;
    this.container.once("destroyed", () => {
      this.#wipe();
      for (const texture of this.#cuts) {
        texture.destroy();
      }
      this.#lights?.back.destroy();
      this.#lights?.face.destroy();
    });
  }

  /** Draws it at a width in CSS pixels, to be seen `zoom` times as large. */
  fit(widthPx: number, zoom = 1): void {
    if (widthPx === this.#widthPx && zoom === this.#zoom) {
      return;
    }
    [this.#widthPx, this.#zoom] = [widthPx, zoom];
    this.#wipe();
  }

  /** Has a card painted that will be lifted by an edge (`CardLook.axis`), one side after another. */
  prepare(card: Card, axis: number): void {
    const { value, suit } = this.#card ?? {};
    if (card.value === value && card.suit === suit && axis === this.#axis) {
      return;
    }
    this.#wipe();
    [this.#card, this.#axis] = [card, axis];
    for (const side of ["back", "secret", "face"] as const) {
      const unpainted = { container: null, paintNow: () => this.#raster(side) };
      this.#waiting.push(unpainted);
      this.#bench.queue.await(unpainted);
    }
  }

  /** Paints one side that is still missing, if there is one: in a round that leaves no idle time. */
  paintOne(): void {
    const next = this.#waiting.pop();
    if (next) {
      this.#bench.queue.forget(next);
      next.paintNow();
    }
  }

  show({ card, turn, axis, lift, secret }: CardLook): void {
    const width = this.#widthPx * this.#zoom;
    if (!card || width === 0) {
      return;
    }
    this.prepare(card, axis);
    const front = secret ? "secret" : "face";
    const { long } = boxAcross(axis, CARD_RATIO);
    const pieces = peelOf(turn, long + (2 * RIM) / width, this.#bench.queue.detail.peel);
    const seenAxis = axis + twistOf(turn, axis);
    this.#body.rotation = seenAxis;
    this.#body.scale.set(1 / this.#zoom);
    const tip = pieces.at(-1)?.x[1] ?? 0;
    const see = (piece: Piece) => this.#seen(piece, { tip, axis: seenAxis, lift });
    const seen = pieces.map(see);
    this.#lights ??= { back: new PaperLight(), face: new PaperLight() };
    for (const isBack of [true, false]) {
      const stops = pieces.flatMap(({ from, to }, i): LightStop[] => {
        const middle = (from + to) / 2;
        const { lit = 0, isBack: own } = seen[i] ?? {};
        return own === isBack ? [{ at: isBack ? middle : 1 - middle, lit }] : [];
      });
      const outline = this.#raster(isBack ? "backOutline" : "faceOutline");
      const light = this.#lights[isBack ? "back" : "face"];
      light.paint(outline, stops, { bright: SHEEN, dark: SHADE });
    }
    const drawn = lyingAsOne(pieces);
    this.#cut(drawn.length);
    drawn.forEach((piece, i) => this.#lay(i, piece, { axis: seenAxis, lift, front }, see(piece)));
    this.#castShadow(lift, pieces, seenAxis);
  }

  #seen(
    { x, z, lean }: Piece,
    { tip, axis, lift }: { tip: number; axis: number; lift: number },
  ): Seen {
    const unit = this.#widthPx * this.#zoom;
    const turned = axis + this.container.rotation;
    const along = (end: 0 | 1) =>
      unit * (x[end] * nearness(z[end], lift) - z[end] * SEEN_UP * Math.sin(turned));
    const [from, to] = [along(0), along(1)];
    const isBack = to >= from;
    const lit = lightOn(lean, isBack) - (isBack ? shadeOf(tip - (x[0] + x[1]) / 2) : 0);
    return { from, to, isBack, lit };
  }

  #lay(
    nth: number,
    piece: Piece,
    { axis, lift, front }: { axis: number; lift: number; front: Side },
    { from, to, isBack }: Seen,
  ): void {
    const [strip, lights] = [this.#strips[nth], this.#lights];
    if (!strip || !lights) {
      return;
    }
    const unit = this.#widthPx * this.#zoom;
    const turned = axis + this.container.rotation;
    const across = -unit * ((piece.z[0] + piece.z[1]) / 2) * SEEN_UP * Math.cos(turned);
    const [left, wide] = [Math.min(from, to), Math.abs(to - from)];
    const high = nearness((piece.z[0] + piece.z[1]) / 2, lift);
    // A strip follows the slope of the paper: upright ones would leave steps along its edges.
    const rise = (piece.z[1] - piece.z[0]) * (isBack ? 1 : -1);
    const slope = wide > 0.5 ? (-unit * rise * SEEN_UP * Math.cos(turned)) / wide : 0;
    const part = isBack ? piece : { from: 1 - piece.to, to: 1 - piece.from };
    // Each shows a little of the one before it, away from the fold, or the cloth would be seen between them.
    const lap = (this.#zoom * LAP_PX * (part.to - part.from)) / Math.max(wide, LAP_PX);
    const lay = (sprite: Sprite, texture: Texture) => {
      sprite.visible = wide >= NARROWEST_PX;
      const cut = cutOut(sprite, texture, part.from - lap, part.to);
      const scale = wide / (part.to - part.from);
      const middle = (cut.from + cut.to - part.from - part.to) / 2;
      sprite.position.set(
        left + (cut.from - part.from) * scale,
        across + slope * (middle * scale - ((cut.to - cut.from) * scale) / 2),
      );
      const stretch = Math.hypot(1, slope);
      sprite.skew.y = Math.atan(slope);
      sprite.scale.set((stretch * scale * (cut.to - cut.from)) / sprite.texture.frame.width, high);
    };
    lay(strip.side, this.#raster(isBack ? "back" : front).texture);
    lay(strip.light, lights[isBack ? "back" : "face"].texture);
  }

  /** The shadow of what lies falls close by it, and that of what is lifted further down the table. */
  #castShadow(lift: number, pieces: readonly Piece[], axis: number): void {
    const unit = this.#widthPx;
    const ends = pieces.flatMap(({ x }) => x);
    const high = Math.max(...pieces.flatMap(({ z }) => z));
    const [first, last] = [Math.min(...ends), Math.max(...ends)];
    const isSide = Math.abs(Math.sin(axis)) < 0.01;
    const raised = Math.max(lift, Math.min(0.8, isSide ? high : high * 0.5));
    const { rotation } = this.container;
    const [x, y] = [unit * (0.01 + 0.05 * raised), unit * (0.05 + 0.22 * raised)];
    const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
    const middle = isSide ? (unit * (first + last) * Math.cos(axis)) / 2 : 0;
    this.#shadowRaster ??= this.#paintShadow();
    this.#shadow.texture = this.#shadowRaster.texture;
    this.#shadow.position.set(middle + x * cos + y * sin, y * cos - x * sin);
    // Under what is lifted far there is light again.
    this.#shadow.alpha = isSide ? 0.7 - 0.3 * raised : 0.66 - 0.4 * clamp01(high / 0.3);
    this.#shadow.scale.set((isSide ? last - first : 1) + 0.06 * raised, 1 + 0.06 * raised);
  }

  #paintShadow(): Raster {
    const [width, blurPx] = [this.#widthPx, this.#widthPx * 0.11];
    const box = { width: width + 2 * blurPx, height: width * CARD_RATIO + 2 * blurPx };
    return new Raster(box, SOFT * this.#zoom, (context, size) =>
      paintSoftBox(context, size, blurPx, "#000000"),
    );
  }

  /** A side of the card, turned so that the edge it is lifted by lies at the right. */
  #raster(side: Side): Raster {
    let raster = this.#painted.get(side);
    if (!raster) {
      raster = this.#paint(side, this.#axis);
      this.#painted.set(side, raster);
    }
    return raster;
  }

  #paint(side: Side, axis: number): Raster {
    const width = this.#widthPx * this.#zoom;
    const size = { width, height: width * CARD_RATIO };
    const { long, wide } = boxAcross(axis, CARD_RATIO);
    const box = { width: long * width + 2 * RIM, height: wide * width + 2 * RIM };
    const card = this.#card;
    const paints: Record<Side, Paint> = {
      back: backPaint(this.#bench.look.cardBack),
      // What comes around the bend are pips, of a card that is small on the table as well.
      secret: (context) => card && paintCardFace(context, size, card, true, true),
      face: (context) => card && paintCardFace(context, size, card, false, true),
      backOutline: (context) => fillCard(context, size, SHEEN),
      faceOutline: (context) => fillCard(context, size, SHEEN),
    };
    const isSoft = side === "backOutline" || side === "faceOutline";
    const density = isSoft
      ? SOFT
      : Math.min(this.#bench.queue.density, Math.max(1, MOST_DENSE / this.#zoom));
    const isFace = side === "secret" || side === "face" || side === "faceOutline";
    const angle = isFace ? faceAngle(axis) : -axis;
    return new Raster(box, density, (context) => {
      context.translate(box.width / 2, box.height / 2);
      context.rotate(angle);
      context.translate(-size.width / 2, -size.height / 2);
      paints[side](context, size);
    });
  }

  #cut(count: number): void {
    const strip = () => {
      const { source } = Texture.EMPTY;
      // Dynamic: the sprite follows when its frame changes.
      const texture = new Texture({ source, frame: new Rectangle(), dynamic: true });
      this.#cuts.push(texture);
      return new Sprite({ texture, anchor: { x: 0, y: 0.5 } });
    };
    while (this.#strips.length < count) {
      const [side, light] = [strip(), strip()];
      this.#strips.push({ side, light });
      this.#body.addChild(side, light);
    }
    this.#strips.forEach(({ side, light }, i) => {
      side.visible = i < count;
      light.visible = i < count;
    });
  }

  #wipe(): void {
    for (const unpainted of this.#waiting.splice(0)) {
      this.#bench.queue.forget(unpainted);
    }
    for (const texture of this.#cuts) {
      texture.source = Texture.EMPTY.source;
    }
    for (const raster of this.#painted.values()) {
      raster.destroy();
    }
    this.#painted.clear();
    this.#shadowRaster?.destroy();
    this.#shadowRaster = undefined;
    this.#card = null;
  }
}

/** Has a sprite show a part of a raster, in shares of its width: so much of that as there is. */
function cutOut(
  sprite: Sprite,
  shown: Texture,
  wantedFrom: number,
  wantedTo: number,
): { from: number; to: number } {
  const [from, to] = [Math.max(0, wantedFrom), Math.min(1, wantedTo)];
  const { texture } = sprite;
  const { source } = shown;
  if (texture.source !== source) {
    texture.source = source;
  }
  const { frame } = texture;
  frame.x = from * source.width;
  frame.width = Math.max(0.01, (to - from) * source.width);
  frame.height = source.height;
  texture.update();
  return { from, to };
}

function fillCard(
  context: CanvasRenderingContext2D,
  size: { width: number; height: number },
  colour: string,
): void {
  cardOutline(context, size);
  context.fillStyle = colour;
  context.fill();
}
