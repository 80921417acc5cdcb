import { Container, Sprite, Texture } from "pixi.js";
import type { CardLook, CardPart } from "../kit.ts";
import { PixiNode } from "./nodes.ts";
import { paintCardBack } from "../paint/card-back.ts";
import { cardOutline, paintCardFace } from "../paint/card-face.ts";
import { paintSoftBox } from "../paint/felt.ts";
import { Raster } from "./raster.ts";
import type { Size } from "../scene.ts";
import { CARD_RATIO } from "../theme.ts";
import { clamp01 } from "../tracks.ts";

/** Upright strips that a turning card is made of: on a large card each is a step of under a pixel. */
const STRIPS = 28;
/** From the eye to the card, in widths of the card. */
const EYE = 3.4;
/** Painted around a card so that its edge, when it lies askew, is smoothed by the texture's filter. */
const RIM = 2;

interface Side {
  raster: Raster;
  strips: Texture[];
}

/**
 * A playing card made of sprites. Lying flat it is one sprite; while it turns it is cut into strips,
 * each as high as perspective makes it there, since the 2D canvas has no meshes.
 */
export class PixiCard extends PixiNode implements CardPart {
  readonly #density: number;
  /** Where the card touches the felt, and what its height makes of it. */
  readonly #contact = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  readonly #shadow = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
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
    this.#turning.addChild(...this.#strips, ...this.#shades, this.#edge);
    this.container.addChild(this.#shadow, this.#contact, this.#flat, this.#turning, this.#dark);
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

  show({ card, turn, lift, dim }: CardLook): void {
    const written = card ? card.value + card.suit : "";
    if (card && written !== this.#shown) {
      this.#face?.raster.repaint(this.#padded(), (context) => {
        this.#within(context, (size) => paintCardFace(context, size, card));
      });
      this.#shown = written;
    }
    const share = card ? clamp01(turn) : 0;
    const side = share < 0.5 ? this.#back : this.#face;
    const raised = Math.max(lift, Math.sin(Math.PI * share) * 0.6);
    const flat = share === 0 || share === 1;
    this.#flat.visible = flat;
    this.#turning.visible = !flat;
    if (side && flat) {
      this.#flat.texture = side.raster.texture;
      this.#flat.scale.set(1 + raised * 0.08);
    } else if (side) {
      this.#stand(side, share);
    }
    this.#dark.visible = dim > 0 && flat;
    this.#dark.alpha = dim;
    this.#castShadow(raised, flat ? 1 : Math.max(0.12, Math.abs(Math.cos(Math.PI * share))));
  }

  /** The light comes from above and behind: the higher the card, the further down its shadow falls. */
  #castShadow(raised: number, width: number): void {
    const unit = this.#size.width;
    this.#shadow.position.set(unit * (0.01 + 0.05 * raised), unit * (0.05 + 0.24 * raised));
    this.#shadow.alpha = 0.6 - 0.3 * raised;
    this.#shadow.scale.set(width + 0.08 * raised, 1 + 0.08 * raised);
    this.#contact.position.set(0, unit * 0.02);
    this.#contact.alpha = 0.75 * Math.max(0, 1 - 2.4 * raised);
    this.#contact.scale.set(width, 1);
  }

  /** Stands the strips up in perspective, turned by a share of half a turn about the upright axis. */
  #stand(side: Side, share: number): void {
    const padded = this.#padded().width;
    const angle = Math.PI * share;
    // Past the edge the face is seen, unmirrored: the strips run the other way along the card.
    const facing = share < 0.5 ? 1 : -1;
    const [cos, sin] = [Math.cos(angle) * facing, Math.sin(angle) * facing];
    const eye = EYE * this.#size.width;
    // The middle rises towards the eye, so that the card clears the felt it turns on.
    const rise = Math.sin(angle) * 0.16 * this.#size.width;
    const nearness = (along: number) => eye / (eye - rise - along * sin);
    // Paper is brightest where it leans towards the lamp behind it; a sheen runs over it on the way.
    const tilt = Math.sin(angle) * (share < 0.5 ? -0.42 : -0.24);
    const gleam = (share < 0.5 ? share * 2.6 - 0.15 : (share - 0.5) * 2.6 - 0.15) * STRIPS;
    const snap = this.#pixelsAlong();
    this.#strips.forEach((strip, i) => {
      const [from, to] = [(i / STRIPS - 0.5) * padded, ((i + 1) / STRIPS - 0.5) * padded];
      const [near, far] = [nearness(from), nearness(to)];
      // On whole pixels, or seams show between the strips: as felt, and as lines in light and shade.
      const [left, right] = [snap(from * cos * near), snap(to * cos * far)];
      strip.texture = side.strips[i] ?? Texture.EMPTY;
      strip.position.x = left;
      strip.scale.set(Math.max(0, right - left) / (padded / STRIPS), (near + far) / 2);
      const lit = tilt + 0.42 * Math.exp(-(((i - gleam) / 5) ** 2)) * Math.sin(angle);
      const shade = this.#shades[i];
      if (shade) {
        shade.texture = (lit > 0 ? this.#sheen : this.#shade)?.strips[i] ?? Texture.EMPTY;
        shade.alpha = Math.min(1, Math.abs(lit));
        shade.position.x = left;
        shade.scale.set(Math.max(0, right - left) / (padded / STRIPS), (near + far) / 2);
      }
    });
    const end = (sin > 0 ? 0.5 : -0.5) * this.#size.width;
    const thick = Math.max(1.6, this.#size.width * 0.02) * Math.abs(sin);
    const upright = nearness(end);
    this.#edge.position.x = end * cos * upright + (Math.sign(end) * thick) / 2;
    this.#edge.scale.set(thick / 8, upright * 0.94);
  }

  /** Brings a point of the card's axis, from its middle, to the nearest whole pixel of the screen. */
  #pixelsAlong(): (along: number) => number {
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
