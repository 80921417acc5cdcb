import type { Kit, Node } from "../kit.ts";
import type { CardPose, Spot } from "./dealing.ts";
import { paintShoe, SHOE_RATIO } from "./paint/shoe.ts";

/** A smaller one than this, in CSS pixels, is not recognised: cards come from nowhere in particular then. */
const SMALL_PX = 56;

/** Where the next card of a shoe is that is so wide, around a spot: of one that is not seen, at the spot itself. */
export const mouthOf = (px: number, { x, y, angle }: Spot): Spot =>
  px < SMALL_PX ? { x, y, angle } : { x: x - 0.24 * px, y: y + 0.17 * px, angle: 1 };

/** The shoe that cards are dealt from: its pack is a little shorter with every card that has left it. */
export class Shoe {
  readonly node: Node;
  readonly #kit: Kit;
  readonly #picture;
  /** Where its next card is. */
  mouth: Spot = { x: 0, y: 0, angle: 0 };
  #px = 0;
  #dealt = 0;

  constructor(kit: Kit) {
    this.#kit = kit;
    this.#picture = kit.picture();
    this.node = this.#picture;
  }

  /** Lays it out so wide, in CSS pixels, around a spot. */
  fit(px: number, spot: Spot): void {
    const { x, y } = spot;
    this.#px = px;
    this.mouth = mouthOf(px, spot);
    this.#paint();
    this.#picture.place({ x, y, alpha: px < SMALL_PX ? 0 : 1 });
  }

  /** Shows it after the cards that are on their way, or lie, or were swept. */
  show(cards: readonly CardPose[]): void {
    const dealt = cards.filter(({ travel }) => travel > 0).length;
    if (dealt !== this.#dealt) {
      this.#dealt = dealt;
      this.#paint();
    }
  }

  #paint(): void {
    const [px, dealt] = [this.#px, this.#dealt];
    if (px < SMALL_PX) {
      return;
    }
    this.#picture.paint({ width: px, height: px / SHOE_RATIO }, (context, size) =>
      paintShoe(context, size, this.#kit.accent, dealt),
    );
  }
}
