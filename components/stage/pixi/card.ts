import { Container, Sprite, Texture } from "pixi.js";
import type { CardLook, CardPart } from "../kit.ts";
import { PixiNode } from "./nodes.ts";
import { paintCardBack } from "../paint/card-back.ts";
import { cardOutline, paintBow, paintCardFace } from "../paint/card-face.ts";
import { paintSoftBox } from "../paint/felt.ts";
import { Raster } from "./raster.ts";
import type { Size } from "../scene.ts";
import { CARD_RATIO } from "../theme.ts";
import { clamp01 } from "../tracks.ts";
import { profileOf } from "../curl.ts";
import type { Profile } from "../curl.ts";

/** Upright strips that a turning card is made of: on a large card each is a step of under a pixel. */
const STRIPS = 28;
/** From the eye to the felt, and how high a card is carried, in widths of the card. */
const [EYE, LIFT] = [3.6, 0.27];
/** Painted around a card so that its edge, when it lies askew, is smoothed by the texture's filter. */
const RIM = 2;

interface Side {
  raster: Raster;
  strips: Texture[];
}

/**
 * The light on a piece of paper that leans by an angle: above 0 brighter than lying, below it darker.
 * The lamp stands behind and a little to the left; a gleam runs over what leans half-way towards it.
 */
function lightOn(lean: number, back: boolean): number {
  const facing = back ? 1 : -1;
  const lit = facing * (0.3 * Math.sin(lean) + 0.95 * Math.cos(lean)) - 0.95;
  const gleam = back ? (lean - 0.55) / 0.3 : (Math.PI - 0.45 - lean) / 0.3;
  return lit * 0.62 + 0.42 * Math.exp(-gleam * gleam);
}

/** The shadow that the rolled edge throws on what it lies over, by how far it is away, in widths. */
const shadeOf = (distance: number): number => 0.4 * clamp01(1 - Math.abs(distance) / 0.22);

/**
 * A playing card made of sprites. Lying flat it is one sprite; while it bends it is cut into strips,
 * each as wide and as high as perspective makes it there, since the 2D canvas has no meshes.
 */
export class PixiCard extends PixiNode implements CardPart {
  readonly #density: number;
  /** Where the card touches the felt, and what its height makes of it. */
  readonly #contact = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  readonly #shadow = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  /** Light and shade on a card that is bowed while it lies. */
  readonly #bow = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  readonly #flat = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  readonly #dark = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  readonly #turning = new Container();
  readonly #strips = Array.from(
    { length: STRIPS },
    () => new Sprite({ texture: Texture.EMPTY, anchor: { x: 0, y: 0.5 } }),
  );
  /** Light and shade over the strips, one over each. */
  readonly #shades = Array.from(
    { length: STRIPS },
    () => new Sprite({ texture: Texture.EMPTY, anchor: { x: 0, y: 0.5 } }),
  );
  /** The paper's edge, seen while the card stands. */
  readonly #edge = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  #size: Size = { width: 0, height: 0 };
  #rasters: Raster[] = [];
  #back: Side | undefined;
  #face: Side | undefined;
  #sheen: Side | undefined;
  #shade: Side | undefined;
  /** What the face shows: value and suit, or nothing. */
  #shown = "";

  constructor(density: number) {
    super();
    this.#density = density;
    this.#strips.forEach((strip, i) => {
      this.#turning.addChild(strip, this.#shades[i] ?? strip);
    });
    this.#turning.addChild(this.#edge);
    this.container.addChild(this.#shadow, this.#contact, this.#flat, this.#turning, this.#bow);
    this.container.addChild(this.#dark);
    this.container.once("destroyed", () => this.#release());
  }

  fit(widthPx: number): void {
    if (widthPx === this.#size.width) {
      return;
    }
    this.#release();
    this.#size = { width: widthPx, height: widthPx * CARD_RATIO };
    this.#back = this.#side((context, size) => paintCardBack(context, size));
    this.#face = this.#side(() => {});
    this.#shown = "";
    const covered = (colour: string) =>
      this.#side((context, size) => {
        cardOutline(context, size);
        context.fillStyle = colour;
        context.fill();
      });
    this.#shade = covered("#04110c");
    this.#sheen = covered("#fffaf0");
    this.#dark.texture = this.#shade.raster.texture;
    this.#bow.texture = this.#raster(this.#padded(), (context) => {
      this.#within(context, (size) => paintBow(context, size));
    });
    this.#shadow.texture = this.#soft(widthPx * 0.13);
    this.#contact.texture = this.#soft(Math.max(1.5, widthPx * 0.035));
    const edge = { width: 8, height: this.#size.height };
    this.#edge.texture = this.#raster(edge, (context, size) => {
      const paper = context.createLinearGradient(0, 0, 0, size.height);
      paper.addColorStop(0, "#fffaf0");
      paper.addColorStop(0.5, "#e9dfca");
      paper.addColorStop(1, "#b5a98f");
      context.fillStyle = paper;
      context.fillRect(0, 0, size.width, size.height);
    });
  }

  show({ card, turn, bend, lift, dim }: CardLook): void {
    const written = card ? card.value + card.suit : "";
    if (card && written !== this.#shown) {
      this.#face?.raster.repaint(this.#padded(), (context) => {
        this.#within(context, (size) => paintCardFace(context, size, card));
      });
      this.#shown = written;
    }
    const share = card ? clamp01(turn) : 0;
    const lies = share === 0 || share === 1;
    const side = share < 0.5 ? this.#back : this.#face;
    const flat = lies && Math.abs(bend) < 0.02;
    this.#flat.visible = flat;
    this.#turning.visible = !flat;
    this.#bow.visible = lies && !flat;
    this.#bow.alpha = 0.75 * Math.min(1, Math.abs(bend));
    if (side && flat) {
      this.#flat.texture = side.raster.texture;
      this.#flat.scale.set(1 + lift * 0.08);
      this.#castShadow(lift, 1, 0);
    } else {
      this.#roll(profileOf(share, bend, STRIPS), lift, lies);
    }
    this.#dark.visible = dim > 0 && flat;
    this.#dark.alpha = dim;
  }

  /** The light comes from above and behind: the higher the card, the further down its shadow falls. */
  #castShadow(raised: number, width: number, middle: number): void {
    const unit = this.#size.width;
    this.#shadow.position.set(
      middle + unit * (0.01 + 0.05 * raised),
      unit * (0.05 + 0.24 * raised),
    );
    this.#shadow.alpha = 0.6 - 0.3 * raised;
    this.#shadow.scale.set(width + 0.08 * raised, 1 + 0.08 * raised);
    this.#contact.position.set(middle, unit * 0.02);
    this.#contact.alpha = 0.75 * Math.max(0, 1 - 2.4 * raised);
    this.#contact.scale.set(width, 1);
  }

  /** Lays the strips along a profile, in perspective: those further along it lie above the others. */
  #roll({ x, z, lean }: Profile, lift: number, lies: boolean): void {
    const unit = this.#size.width;
    const padded = this.#padded();
    const nearness = (at: number) => EYE / (EYE - (z[at] ?? 0) - lift * LIFT);
    const snap = this.#pixelsAlong();
    const ends = x.map((along, i) => snap(along * padded.width * nearness(i)));
    const tip = x[STRIPS] ?? 0;
    this.#strips.forEach((strip, i) => {
      const [from, to] = [ends[i] ?? 0, ends[i + 1] ?? 0];
      const back = to >= from;
      // The face is seen unmirrored: its strips run the other way along the card.
      const texture = back ? this.#back?.strips[i] : this.#face?.strips[STRIPS - 1 - i];
      strip.texture = texture ?? Texture.EMPTY;
      const left = Math.min(from, to);
      const high = (nearness(i) + nearness(i + 1)) / 2;
      // Askew there are no whole pixels to end on: each reaches under the next, or seams would show.
      const wide = Math.abs(to - from) + (this.#isAskew ? 1 : 0);
      strip.position.x = left;
      strip.scale.set(wide / (padded.width / STRIPS), high);
      const shade = this.#shades[i];
      if (shade) {
        const lit = lies
          ? 0
          : lightOn(lean[i] ?? 0, back) - (back ? shadeOf(tip - (x[i] ?? 0)) : 0);
        shade.visible = lit !== 0;
        shade.texture = (lit > 0 ? this.#sheen : this.#shade)?.strips[i] ?? Texture.EMPTY;
        shade.alpha = Math.min(0.8, Math.abs(lit));
        shade.position.x = left;
        shade.scale.set(wide / (padded.width / STRIPS), high);
      }
    });
    const [first, last] = [Math.min(...ends), Math.max(...ends)];
    this.#bow.scale.set((last - first) / padded.width, nearness(STRIPS >> 1));
    this.#bow.position.x = (first + last) / 2;
    const thick = lies ? 0 : Math.max(1.2, unit * 0.014);
    this.#edge.position.x = ends[STRIPS] ?? 0;
    this.#edge.scale.set(thick / 8, nearness(STRIPS) * 0.94);
    const raised = Math.max(lift, Math.min(0.8, Math.max(...z)));
    this.#castShadow(raised, (last - first) / padded.width, (first + last) / 2);
  }

  get #isAskew(): boolean {
    const { rotation } = this.container;
    return Math.abs(Math.sin(rotation) * Math.cos(rotation)) > 0.001;
  }

  /** Brings a point of the card's axis, from its middle, to the nearest whole pixel of the screen. */
  #pixelsAlong(): (along: number) => number {
    if (this.#isAskew) {
      return (along) => along;
    }
    const { x, y } = this.container.position;
    const { rotation } = this.container;
    const lies = Math.abs(Math.sin(rotation)) > 0.99;
    const [origin, way] = lies ? [y, Math.sign(rotation)] : [x, 1];
    const pixel = this.#density;
    return (along) => (Math.round((origin + way * along) * pixel) / pixel - origin) * way;
  }

  #padded(): Size {
    return { width: this.#size.width + 2 * RIM, height: this.#size.height + 2 * RIM };
  }

  #within(context: CanvasRenderingContext2D, paint: (size: Size) => void): void {
    context.save();
    context.translate(RIM, RIM);
    paint(this.#size);
    context.restore();
  }

  #raster(size: Size, paint: (context: CanvasRenderingContext2D, size: Size) => void): Texture {
    const raster = new Raster(size, this.#density, paint);
    this.#rasters.push(raster);
    return raster.texture;
  }

  /** A shadow with the outline of the card, softened by so many CSS pixels. */
  #soft(blurPx: number): Texture {
    const { width, height } = this.#size;
    return this.#raster(
      { width: width + 2 * blurPx, height: height + 2 * blurPx },
      (context, size) => paintSoftBox(context, size, blurPx, "#000000"),
    );
  }

  #side(paint: (context: CanvasRenderingContext2D, size: Size) => void): Side {
    const raster = new Raster(this.#padded(), this.#density, (context) => {
      this.#within(context, (size) => paint(context, size));
    });
    this.#rasters.push(raster);
    return { raster, strips: raster.strips(STRIPS) };
  }

  #release(): void {
    for (const side of [this.#back, this.#face, this.#sheen, this.#shade]) {
      for (const strip of side?.strips ?? []) {
        strip.destroy();
      }
    }
    for (const raster of this.#rasters) {
      raster.destroy();
    }
    this.#rasters = [];
    this.#back = undefined;
    this.#face = undefined;
  }
}
