import type { CardBack } from "../../../src/look/card-backs.ts";
import type { Paint } from "../kit.ts";
import { CARD_RATIO } from "../measures.ts";
import { backPaint } from "../paint/card-back.ts";
import { cardOutline, paintBow, SHEEN } from "../paint/card-face.ts";
import { paintSoftBox } from "../paint/felt.ts";
import type { Size } from "../scene.ts";
import type { Unpainted } from "./bench.ts";
import type { PaintQueue } from "./paint-queue.ts";
import { Raster } from "./raster.ts";

/** Painted around a card so that its edge, when it lies askew, is smoothed by the texture's filter. */
const RIM = 2;
/** Between how many strips a turning card is cut into. */
const [FEWEST, MOST] = [16, 96];
/** How thick the paper's edge is painted, in CSS pixels. */
export const EDGE_PX = 8;

/**
 * What the cards of one width share: their back, light and shade in their shape, less lamplight, both on a bowed
 * one, their shadows in the air and on the felt, and the paper's edge.
 */
const PARTS = ["back", "shade", "dusk", "sheen", "bow", "shadow", "contact", "edge"] as const;
type Part = (typeof PARTS)[number];

/** The shared parts of cards of one width, each painted once, when the first card shows it. */
export class CardStock {
  /** Of a card, CSS pixels. */
  readonly size: Size;
  /** Of a side, with the rim around it. */
  readonly padded: Size;
  /** How many cards are made of it. */
  users = 0;
  readonly #queue: PaintQueue;
  readonly #back: CardBack;
  readonly #painted = new Map<Part, Raster>();
  readonly #unpainted: readonly Unpainted[];

  constructor(widthPx: number, queue: PaintQueue, back: CardBack) {
    [this.#queue, this.#back] = [queue, back];
    this.size = { width: widthPx, height: widthPx * CARD_RATIO };
    this.padded = { width: widthPx + 2 * RIM, height: this.size.height + 2 * RIM };
    this.#unpainted = PARTS.map((part) => ({ container: null, paintNow: () => this.part(part) }));
    for (const unpainted of this.#unpainted) {
      queue.await(unpainted);
    }
  }

  /** Upright strips that a turning card is cut into at present. */
  get strips(): number {
    const { stripPx } = this.#queue.detail;
    return Math.max(FEWEST, Math.min(MOST, Math.round(this.padded.width / stripPx)));
  }

  part(name: Part): Raster {
    let raster = this.#painted.get(name);
    if (raster === undefined) {
      raster = this.#paint(name);
      this.#painted.set(name, raster);
    }
    return raster;
  }

  #paint(name: Part): Raster {
    const { width } = this.size;
    switch (name) {
      case "back":
        return this.side(backPaint(this.#back));
      case "shade":
        return this.side(shapeIn("#04110c"));
      case "dusk":
        return this.side(shapeIn("#4c2b0e"));
      case "sheen":
        return this.side(shapeIn(SHEEN));
      case "bow":
        return this.side(paintBow);
      case "shadow":
        return this.#soft(width * 0.13);
      case "contact":
        return this.#soft(Math.max(1.5, width * 0.035));
      case "edge":
        return new Raster({ ...this.size, width: EDGE_PX }, this.#queue.density, paintEdge);
    }
  }

  /** Makes a side of a card. */
  side(paint: Paint): Raster {
    return new Raster(this.padded, this.#queue.density, (context) => {
      context.translate(RIM, RIM);
      paint(context, this.size);
    });
  }

  /** A shadow with the outline of the card, softened by so many CSS pixels. */
  #soft(blurPx: number): Raster {
    const { width, height } = this.size;
    const box = { width: width + 2 * blurPx, height: height + 2 * blurPx };
    return new Raster(box, this.#queue.density, (context, size) =>
      paintSoftBox(context, size, blurPx, "#000000"),
    );
  }

  destroy(): void {
    for (const unpainted of this.#unpainted) {
      this.#queue.forget(unpainted);
    }
    for (const raster of this.#painted.values()) {
      raster.destroy();
    }
  }
}

/** Paints the shape of a card in one colour. */
function shapeIn(colour: string): Paint {
  return (context, size) => {
    cardOutline(context, size);
    context.fillStyle = colour;
    context.fill();
  };
}

const paintEdge: Paint = (context, size) => {
  const paper = context.createLinearGradient(0, 0, 0, size.height);
  paper.addColorStop(0, "#fffaf0");
  paper.addColorStop(0.5, "#e9dfca");
  paper.addColorStop(1, "#b5a98f");
  context.fillStyle = paper;
  context.fillRect(0, 0, size.width, size.height);
};

/** The stocks of a drawing, by the width of their cards. */
export class CardStocks {
  readonly queue: PaintQueue;
  readonly #back: CardBack;
  readonly #byWidth = new Map<number, CardStock>();

  constructor(queue: PaintQueue, back: CardBack) {
    [this.queue, this.#back] = [queue, back];
  }

  /** The stock of cards of a width in CSS pixels, for one more card. */
  join(widthPx: number): CardStock {
    const stock = this.#byWidth.get(widthPx) ?? new CardStock(widthPx, this.queue, this.#back);
    this.#byWidth.set(widthPx, stock);
    stock.users += 1;
    return stock;
  }

  /** One card less is made of it; the last one takes it along. */
  leave(stock: CardStock): void {
    stock.users -= 1;
    if (stock.users === 0) {
      this.#byWidth.delete(stock.size.width);
      stock.destroy();
    }
  }
}
