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
  readonly #shadow = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  readonly #flat = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  readonly #dark = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  readonly #turning = new Container();
  readonly #strips = Array.from(
    { length: STRIPS },
    () => new Sprite({ texture: Texture.EMPTY, anchor: { x: 0, y: 0.5 } }),
  );
  #size: Size = { width: 0, height: 0 };
  #rasters: Raster[] = [];
  #back: Side | undefined;
  #face: Side | undefined;
  /** What the face shows: value and suit, or nothing. */
  #shown = "";

  constructor(density: number) {
    super();
    this.#density = density;
    this.#turning.addChild(...this.#strips);
    this.container.addChild(this.#shadow, this.#flat, this.#turning, this.#dark);
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
    const dark = this.#side((context, size) => {
      cardOutline(context, size);
      context.fillStyle = "#04110c";
      context.fill();
    });
    this.#dark.texture = dark.raster.texture;
    const blur = widthPx * 0.13;
    const shadow = new Raster(
      { width: widthPx + 2 * blur, height: this.#size.height + 2 * blur },
      this.#density,
      (context, size) => paintSoftBox(context, size, blur, "#000000"),
    );
    this.#rasters.push(shadow);
    this.#shadow.texture = shadow.texture;
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
    const { width } = this.#size;
    this.#shadow.position.set(width * (0.015 + 0.05 * raised), width * (0.035 + 0.2 * raised));
    this.#shadow.alpha = 0.62 - 0.3 * raised;
    this.#shadow.scale.set(
      (flat ? 1 : Math.max(0.12, Math.abs(Math.cos(Math.PI * share)))) + 0.06 * raised,
      1 + 0.06 * raised,
    );
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
    this.#strips.forEach((strip, i) => {
      const [from, to] = [(i / STRIPS - 0.5) * padded, ((i + 1) / STRIPS - 0.5) * padded];
      const [near, far] = [nearness(from), nearness(to)];
      const [left, right] = [from * cos * near, to * cos * far];
      strip.texture = side.strips[i] ?? Texture.EMPTY;
      strip.position.x = left;
      // A hair wider than its share, or the felt shines through the seams.
      strip.scale.set(Math.max(0, right - left + 0.4) / (padded / STRIPS), (near + far) / 2);
    });
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

  #side(paint: (context: CanvasRenderingContext2D, size: Size) => void): Side {
    const raster = new Raster(this.#padded(), this.#density, (context) => {
      this.#within(context, (size) => paint(context, size));
    });
    this.#rasters.push(raster);
    return { raster, strips: raster.strips(STRIPS) };
  }

  #release(): void {
    for (const side of [this.#back, this.#face]) {
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
