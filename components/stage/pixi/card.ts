import { Container, Sprite, Texture } from "pixi.js";
import type { Card } from "../../../src/round/cards.ts";
import { EYE, LIFT, lightOn, profileOf, shadeOf } from "../curl.ts";
import type { Profile } from "../curl.ts";
import type { CardLook, CardPart, Placement } from "../kit.ts";
import { paintBarePaper, paintCardFace } from "../paint/card-face.ts";
import { clamp01 } from "../tracks.ts";
import type { Unpainted } from "./bench.ts";
import { EDGE_PX } from "./card-stock.ts";
import type { CardStock, CardStocks } from "./card-stock.ts";
import { PixiNode } from "./nodes.ts";
import type { Raster } from "./raster.ts";

const SHARED_SIDES = ["back", "sheen", "shade"] as const;
/** How bright a gleam is at a place along a card, both 0 to 1. */
const gleamOn = (gleam: number, along: number): number =>
  gleam <= 0 || gleam >= 1 ? 0 : 0.38 * Math.exp(-(((along - gleam * 1.5 + 0.25) / 0.13) ** 2));

/** An upright strip of a turning card, and the light or the shade over it. */
interface Strip {
  side: Sprite;
  light: Sprite;
}

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
  /** The strips, with light and shade over each; none before it turns for the first time. */
  readonly #strips: Strip[] = [];
  /** The paper's edge, seen while the card stands. */
  readonly #edge = new Sprite({ texture: Texture.EMPTY, anchor: 0.5 });
  #stock: CardStock | undefined;
  /** What is on the face, and the face itself once it is painted. */
  #card: Card | null = null;
  #face: Raster | undefined;
  /** The face without indices, for the rare card that is peeked at. */
  #secret: Raster | undefined;
  /** Where a gleam may run over the face. */
  #paper: Raster | undefined;
  readonly #unpaintedFace: Unpainted = { container: null, paintNow: () => this.#paintedFace() };
  #look: CardLook | undefined;

  constructor(stocks: CardStocks) {
    super();
    this.#stocks = stocks;
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
      this.#stocks.queue.await(this.#unpaintedFace);
    }
  }

  #wipe(): void {
    this.#face?.destroy();
    this.#secret?.destroy();
    this.#paper?.destroy();
    this.#face = undefined;
    this.#secret = undefined;
    this.#paper = undefined;
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

  #paintedPaper(): Raster | undefined {
    const card = this.#card;
    if (card && !this.#paper) {
      this.#paper = this.#stock?.side((context, size) => paintBarePaper(context, size, card));
    }
    return this.#paper;
  }

  #draw({ card, turn, bend, gleam, lift, dim, secret }: CardLook, stock: CardStock): void {
    const share = card ? clamp01(turn) : 0;
    const lies = share === 0 || share === 1;
    const flat = lies && Math.abs(bend) < 0.02 && (gleam === 0 || gleam === 1);
    // A gleam runs over a card that lies: of that nothing is cut but the light.
    const isWhole = lies && Math.abs(bend) < 0.02;
    this.#flat.visible = isWhole;
    this.#turning.visible = !flat;
    this.#shadow.texture = stock.part("shadow").texture;
    this.#contact.texture = stock.part("contact").texture;
    this.#bow.visible = lies && !isWhole;
    if (this.#bow.visible) {
      this.#bow.texture = stock.part("bow").texture;
      this.#bow.alpha = 0.75 * Math.min(1, Math.abs(bend));
    }
    if (isWhole) {
      const side = share === 0 ? stock.part("back") : this.#paintedFace();
      this.#flat.texture = side?.texture ?? Texture.EMPTY;
      this.#flat.scale.set(1 + lift * 0.08);
      this.#castShadow(lift, 1, 0);
    }
    if (!flat) {
      const face = secret ? this.#paintedSecret() : this.#paintedFace();
      this.#roll(profileOf(share, bend, stock.strips), lift, lies ? gleam : null, stock, face);
    }
    this.#dark.visible = dim > 0 && lies;
    if (this.#dark.visible) {
      // As the card lies: bowed as it is swept.
      const under = isWhole ? this.#flat : this.#bow;
      this.#dark.position.copyFrom(under.position);
      this.#dark.scale.copyFrom(under.scale);
      this.#dark.texture = stock.part("dusk").texture;
      // Paper stays warm, and light: a card that has lost is still to be read.
      this.#dark.alpha = 0.78 * dim;
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
    const { padded, size, strips: count } = stock;
    const faces = face?.strips(count);
    const [backs, sheens, shades] = SHARED_SIDES.map((name) => stock.part(name).strips(count));
    const papers = gleam === null ? undefined : this.#paintedPaper()?.strips(count);
    const nearness = (at: number) => EYE / (EYE - (z[at] ?? 0) - lift * LIFT);
    const isAskew = this.#isAskew;
    const snap = this.#pixelsAlong();
    const ends = x.map((along, i) => snap(along * padded.width * nearness(i)));
    const tip = x[count] ?? 0;
    this.#cut(count).forEach(({ side, light }, i) => {
      const [from, to] = [ends[i] ?? 0, ends[i + 1] ?? 0];
      const back = to >= from;
      // The face is seen unmirrored: its strips run the other way along the card.
      const along = back ? i : count - 1 - i;
      const left = Math.min(from, to);
      const high = (nearness(i) + nearness(i + 1)) / 2;
      // Askew there are no whole pixels to end on: each reaches under the next, or seams would show.
      const wide = Math.abs(to - from) + (isAskew ? 1 : 0);
      const lit =
        gleam !== null
          ? gleamOn(gleam, 1 - i / count)
          : lightOn(lean[i] ?? 0, back) - (back ? shadeOf(tip - (x[i] ?? 0)) : 0);
      side.texture = (back ? backs : faces)?.[along] ?? Texture.EMPTY;
      light.texture = (lit < 0 ? shades : back ? sheens : papers)?.[along] ?? Texture.EMPTY;
      light.alpha = Math.min(0.8, Math.abs(lit));
      light.visible = Math.abs(lit) > 0.01;
      side.visible = !this.#flat.visible;
      for (const part of [side, light]) {
        part.position.x = left;
        part.scale.set(wide / (padded.width / count), high);
      }
    });
    const [first, last] = [Math.min(...ends), Math.max(...ends)];
    this.#bow.scale.set((last - first) / padded.width, nearness(count >> 1));
    this.#bow.position.x = (first + last) / 2;
    // As thick as it is seen from above, and no longer than the card is straight.
    const thick = Math.max(1.2, size.width * 0.014) * Math.sin(lean[count - 1] ?? 0);
    this.#edge.visible = thick > 0.2;
    this.#edge.texture = stock.part("edge").texture;
    this.#edge.position.x = ends[count - 1] ?? 0;
    this.#edge.scale.set(thick / EDGE_PX, nearness(count) * 0.89);
    const raised = Math.max(lift, Math.min(0.8, Math.max(...z)));
    this.#castShadow(raised, (last - first) / padded.width, (first + last) / 2);
  }

  /** The strips it is made of while it turns: so many of them. */
  #cut(count: number): readonly Strip[] {
    if (this.#strips.length !== count) {
      for (const part of this.#turning.removeChildren()) {
        if (part !== this.#edge) {
          part.destroy();
        }
      }
      const strip = () => new Sprite({ texture: Texture.EMPTY, anchor: { x: 0, y: 0.5 } });
      this.#strips.length = 0;
      for (let i = 0; i < count; i++) {
        const [side, light] = [strip(), strip()];
        this.#strips.push({ side, light });
        this.#turning.addChild(side, light);
      }
      this.#turning.addChild(this.#edge);
    }
    return this.#strips;
  }

  /** Turned or scaled so that its strips do not end on whole pixels. */
  get #isAskew(): boolean {
    const { rotation, scale, skew, parent } = this.container;
    if (skew.x !== 0 || skew.y !== 0) {
      return true;
    }
    // Not by its world transform, which is that of the last frame.
    for (let node: Container | null = parent; node !== null; node = node.parent) {
      if (node.scale.x !== 1 || node.rotation !== 0) {
        return true;
      }
    }
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
    const pixel = this.#stocks.queue.density;
    return (along) => (Math.round((origin + way * along) * pixel) / pixel - origin) * way;
  }

  #release(): void {
    this.#stocks.queue.forget(this.#unpaintedFace);
    this.#wipe();
    if (this.#stock) {
      this.#stocks.leave(this.#stock);
      this.#stock = undefined;
    }
  }
}
