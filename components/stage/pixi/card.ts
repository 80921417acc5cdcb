import { Container, Sprite, Texture } from "pixi.js";
import type { Card } from "../../../src/round/cards.ts";
import type { CardLook, CardPart, Placement } from "../kit.ts";
import { EDGE_PX } from "./card-stock.ts";
import type { CardStock, CardStocks } from "./card-stock.ts";
import type { Unpainted } from "./easel.ts";
import { PixiNode } from "./nodes.ts";
import { paintCardFace } from "../paint/card-face.ts";
import type { Raster } from "./raster.ts";
import { clamp01, lerp } from "../tracks.ts";
import { profileOf } from "../curl.ts";
import type { Profile } from "../curl.ts";

/** Upright strips that a turning card is made of: on a large card each is a step of under a pixel. */
const STRIPS = 36;
const SHARED_SIDES = ["back", "sheen", "shade"] as const;
/** From the eye to the felt, and how high a card is carried, in widths of the card. */
const [EYE, LIFT] = [5.2, 0.39];
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

/** How bright a gleam is at a place along a card, both 0 to 1. */
const gleamOn = (gleam: number, along: number): number =>
  gleam <= 0 || gleam >= 1 ? 0 : 0.38 * Math.exp(-(((along - gleam * 1.5 + 0.25) / 0.13) ** 2));

/** The shadow that the rolled edge throws on what it lies over, by how far it is away, in widths. */
const shadeOf = (distance: number): number => 0.4 * clamp01(1 - Math.abs(distance) / 0.22);

/**
 * A playing card made of sprites. Lying flat it is one sprite; while it bends it is cut into strips,
 * each as wide and as high as perspective makes it there, since the 2D canvas has no meshes.
 */
export class PixiCard extends PixiNode implements CardPart {
  readonly #stocks: CardStocks;
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
  #stock: CardStock | undefined;
  /** What is on the face, and the face itself once it is painted. */
  #card: Card | null = null;
  #face: Raster | undefined;
  /** The face without indices, for the rare card that is peeked at. */
  #secret: Raster | undefined;
  readonly #unpaintedFace: Unpainted = { container: null, paintNow: () => this.#paintedFace() };
  #look: CardLook | undefined;

  constructor(stocks: CardStocks) {
    super();
    this.#stocks = stocks;
    this.#strips.forEach((strip, i) => {
      this.#turning.addChild(strip, this.#shades[i] ?? strip);
    });
    this.#turning.addChild(this.#edge);
    this.container.addChild(this.#shadow, this.#contact, this.#flat, this.#turning, this.#bow);
    this.container.addChild(this.#dark);
    // Not before it has a place.
    this.container.visible = false;
    this.container.once("destroyed", () => this.#release());
  }

  fit(widthPx: number): void {
    if (widthPx === this.#stock?.size.width) {
      return;
    }
    this.#release();
    this.#stock = this.#stocks.join(widthPx);
    this.#awaitFace();
  }

  override place(at: Placement): void {
    const wasSeen = this.container.visible;
    super.place(at);
    if (!wasSeen && this.#look) {
      this.show(this.#look);
    }
  }

  show(look: CardLook): void {
    this.#look = look;
    if (look.card?.value !== this.#card?.value || look.card?.suit !== this.#card?.suit) {
      this.#card = look.card;
      this.#awaitFace();
    }
    // In the shoe nothing of it is needed.
    if (this.container.visible && this.#stock) {
      this.#draw(look, this.#stock);
    }
  }

  /** Has the face painted before it is turned up, if there is time. */
  #awaitFace(): void {
    this.#wipe();
    if (this.#card && this.#stock) {
      this.#stocks.easel.await(this.#unpaintedFace);
    }
  }

  #wipe(): void {
    this.#face?.destroy();
    this.#secret?.destroy();
    this.#face = undefined;
    this.#secret = undefined;
  }

  #paintedSecret(): Raster | undefined {
    const card = this.#card;
    if (card && !this.#secret) {
      this.#secret = this.#stock?.side((context, size) => paintCardFace(context, size, card, true));
    }
    return this.#secret;
  }

  #paintedFace(): Raster | undefined {
    const card = this.#card;
    if (card && !this.#face) {
      this.#face = this.#stock?.side((context, size) => paintCardFace(context, size, card));
    }
    return this.#face;
  }

  #draw({ card, turn, bend, gleam, lift, dim, secret }: CardLook, stock: CardStock): void {
    const share = card ? clamp01(turn) : 0;
    const lies = share === 0 || share === 1;
    const flat = lies && Math.abs(bend) < 0.02 && (gleam === 0 || gleam === 1);
    this.#flat.visible = flat;
    this.#turning.visible = !flat;
    this.#shadow.texture = stock.part("shadow").texture;
    this.#contact.texture = stock.part("contact").texture;
    this.#bow.visible = lies && !flat;
    if (this.#bow.visible) {
      this.#bow.texture = stock.part("bow").texture;
      this.#bow.alpha = 0.75 * Math.min(1, Math.abs(bend));
    }
    if (flat) {
      const side = share === 0 ? stock.part("back") : this.#paintedFace();
      this.#flat.texture = side?.texture ?? Texture.EMPTY;
      this.#flat.scale.set(1 + lift * 0.08);
      this.#castShadow(lift, 1, 0);
    } else {
      const face = secret ? this.#paintedSecret() : this.#paintedFace();
      this.#roll(profileOf(share, bend, STRIPS), lift, lies ? gleam : null, stock, face);
    }
    this.#dark.visible = dim > 0 && lies;
    if (this.#dark.visible) {
      // As the card lies: bowed as it is swept.
      const under = flat ? this.#flat : this.#bow;
      this.#dark.position.copyFrom(under.position);
      this.#dark.scale.copyFrom(under.scale);
      this.#dark.texture = stock.part("shade").texture;
      // White paper stays light: a card that has lost is still to be read.
      this.#dark.alpha = 0.72 * dim;
    }
  }

  /** The light comes from above and behind: the higher the card, the further down its shadow falls. */
  #castShadow(raised: number, width: number, middle: number): void {
    const unit = this.#stock?.size.width ?? 0;
    // Down the table, however the card lies on it.
    const { rotation } = this.container;
    const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
    const [x, y] = [unit * (0.01 + 0.05 * raised), unit * (0.05 + 0.24 * raised)];
    this.#shadow.position.set(middle + x * cos + y * sin, y * cos - x * sin);
    this.#shadow.alpha = 0.6 - 0.3 * raised;
    this.#shadow.scale.set(width + 0.08 * raised, 1 + 0.08 * raised);
    this.#contact.position.set(middle + unit * 0.02 * sin, unit * 0.02 * cos);
    this.#contact.alpha = 0.75 * Math.max(0, 1 - 2.4 * raised);
    this.#contact.scale.set(width, 1);
  }

  /**
   * Lays the strips along a profile, in perspective: those further along it lie above the others. Light
   * follows the lean of each; on a card that lies it is `gleam` that runs over it.
   */
  #roll(
    { x, z, lean }: Profile,
    lift: number,
    gleam: number | null,
    stock: CardStock,
    face: Raster | undefined,
  ): void {
    const faces = face?.strips(STRIPS);
    const { padded, size } = stock;
    const [backs, sheens, shades] = SHARED_SIDES.map((name) => stock.part(name).strips(STRIPS));
    const nearness = (at: number) => EYE / (EYE - (z[at] ?? 0) - lift * LIFT);
    const snap = this.#pixelsAlong();
    const ends = x.map((along, i) => snap(along * padded.width * nearness(i)));
    const tip = x[STRIPS] ?? 0;
    this.#strips.forEach((strip, i) => {
      const [from, to] = [ends[i] ?? 0, ends[i + 1] ?? 0];
      const back = to >= from;
      // The face is seen unmirrored: its strips run the other way along the card.
      const texture = back ? backs?.[i] : faces?.[STRIPS - 1 - i];
      strip.texture = texture ?? Texture.EMPTY;
      const left = Math.min(from, to);
      const high = (nearness(i) + nearness(i + 1)) / 2;
      // Askew there are no whole pixels to end on: each reaches under the next, or seams would show.
      const wide = Math.abs(to - from) + (this.#isAskew ? 1 : 0);
      strip.position.x = left;
      strip.scale.set(wide / (padded.width / STRIPS), high);
      const shade = this.#shades[i];
      if (shade) {
        const lit =
          gleam !== null
            ? gleamOn(gleam, 1 - i / STRIPS)
            : lightOn(lean[i] ?? 0, back) - (back ? shadeOf(tip - (x[i] ?? 0)) : 0);
        shade.visible = lit !== 0;
        shade.texture = (lit > 0 ? sheens : shades)?.[i] ?? Texture.EMPTY;
        shade.alpha = Math.min(0.8, Math.abs(lit));
        shade.position.x = left;
        shade.scale.set(wide / (padded.width / STRIPS), high);
      }
    });
    const [first, last] = [Math.min(...ends), Math.max(...ends)];
    this.#bow.scale.set((last - first) / padded.width, nearness(STRIPS >> 1));
    this.#bow.position.x = (first + last) / 2;
    const thick = gleam !== null ? 0 : Math.max(1.2, size.width * 0.014);
    this.#edge.texture = stock.part("edge").texture;
    // The paper ends within the last strip, which has the rim as well.
    const rim = Math.min(1, (padded.width - size.width) / 2 / (padded.width / STRIPS));
    this.#edge.position.x = lerp(ends[STRIPS] ?? 0, ends[STRIPS - 1] ?? 0, rim);
    this.#edge.scale.set(thick / EDGE_PX, nearness(STRIPS) * 0.94);
    const raised = Math.max(lift, Math.min(0.8, Math.max(...z)));
    this.#castShadow(raised, (last - first) / padded.width, (first + last) / 2);
  }

  /** Turned or scaled so that its strips do not end on whole pixels. */
  get #isAskew(): boolean {
    const { rotation, scale } = this.container;
    return scale.x !== 1 || Math.abs(Math.sin(rotation) * Math.cos(rotation)) > 0.001;
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
    const pixel = this.#stocks.easel.density;
    return (along) => (Math.round((origin + way * along) * pixel) / pixel - origin) * way;
  }

  #release(): void {
    this.#stocks.easel.forget(this.#unpaintedFace);
    this.#wipe();
    if (this.#stock) {
      this.#stocks.leave(this.#stock);
      this.#stock = undefined;
    }
  }
}
