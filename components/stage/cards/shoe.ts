import type { Kit, Node } from "../kit.ts";
import { NOWHERE } from "./dealing.ts";
import type { CardPose, Spot } from "./dealing.ts";
import { paintShoe, SHOE_RATIO } from "./paint/shoe.ts";

/** A smaller one than this, in CSS pixels, is not recognised: cards come from nowhere in particular then. */
export const SMALL_PX = 42;

/** Where the next card of a shoe is that is so wide, around a spot: of one that is not seen, at the spot itself. */
export const mouthOf = (px: number, { x, y, angle }: Spot): Spot =>
  px < SMALL_PX ? { x, y, angle } : { x: x - 0.24 * px, y: y + 0.17 * px, angle: 1 };

/** The pack in a shoe. */
interface Pack {
  /** How much of it was dealt before this round, 0 to 1. */
  gone: number;
  /** The ground of its backs, `#rrggbb`. */
  ground: string;
}

/** So many of the edges that are seen of a full pack are gone when its last round is dealt. */
const MOST_GONE = 18;

/** The shoe that cards are dealt from: its pack is a little shorter with every card that has left it. */
export class Shoe {
  readonly node: Node;
  readonly #kit: Kit;
  readonly #picture;
  /** Where its next card is. */
  mouth: Spot = { x: 0, y: 0, angle: 0 };
  /** Where it stands, and how wide it is. CSS pixels. */
  spot: Spot = NOWHERE;
  px = 0;
  #dealt = 0;
  #pack: Pack;

  constructor(kit: Kit) {
    this.#kit = kit;
    this.#pack = { gone: 0, ground: kit.look.cardBack.ground };
    this.#picture = kit.picture();
    this.node = this.#picture;
  }

  /** Lays it out so wide, in CSS pixels, around a spot. */
  fit(px: number, spot: Spot): void {
    [this.px, this.spot] = [px, spot];
    this.mouth = mouthOf(px, spot);
    this.#paint();
    this.slide({ x: 0, y: 0 });
  }

  /** Moves it away from where it stands, by CSS pixels. */
  slide({ x, y }: { x: number; y: number }): void {
    const { px, spot } = this;
    this.#picture.place({ x: spot.x + x, y: spot.y + y, alpha: px < SMALL_PX ? 0 : 1 });
  }

  /** Puts a pack into it. */
  fill(pack: Pack): void {
    if (pack.gone !== this.#pack.gone || pack.ground !== this.#pack.ground) {
      this.#pack = pack;
      this.#paint();
    }
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
    const { px } = this;
    const { gone, ground } = this.#pack;
    const dealt = this.#dealt + Math.round(gone * MOST_GONE);
    if (px < SMALL_PX) {
      return;
    }
    this.#picture.paint({ width: px, height: px / SHOE_RATIO }, (context, size) =>
      paintShoe(context, size, { accent: this.#kit.accent, ground }, dealt),
    );
  }
}
