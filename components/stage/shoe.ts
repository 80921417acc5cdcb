import type { CardPose, Spot } from "./dealing.ts";
import type { Kit, Node } from "./kit.ts";
import { paintShoe, SHOE_RATIO } from "./paint/shoe.ts";

/** A smaller one than this, in CSS pixels, is not recognised: cards come from nowhere in particular then. */
const SMALL_PX = 56;

/** The shoe that cards are dealt from: its pack is a little shorter with every card that has left it. */
export class Shoe {
  readonly node: Node;
  readonly #kit: Kit;
  readonly #picture;
  #px = 0;
  #dealt = 0;

  constructor(kit: Kit) {
    this.#kit = kit;
    this.#picture = kit.picture();
    this.node = this.#picture;
  }

  /** Lays it out so wide, in CSS pixels, around a spot. */
  fit(px: number, { x, y }: Spot): void {
    this.#px = px;
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
