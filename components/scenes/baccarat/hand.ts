import type { ColourToken } from "../../../src/look/palette.ts";
import { BetLight } from "../../stage/cards/bet-light.ts";
import { CardPlace, HandLight, seenBeside } from "../../stage/cards/card-place.ts";
import { layCardOfHand, NOWHERE } from "../../stage/cards/dealing.ts";
import type { Spot } from "../../stage/cards/dealing.ts";
import type { Area, Pinned } from "../../stage/cards/framing.ts";
import type { SideWords } from "../../stage/cards/side-words.ts";
import type { StreakShown } from "../../stage/cards/streak-shown.ts";
import { StreakPill } from "../../stage/cards/streak.ts";
import { Rays, Spotlight } from "../../stage/celebration.ts";
import type { CardPart, Kit } from "../../stage/kit.ts";
import { slidBack } from "../../stage/lights.ts";
import { CARD_RATIO } from "../../stage/measures.ts";
import type { Size } from "../../stage/scene.ts";
import { LIGHTS } from "../../stage/theme.ts";
import { WordPill } from "../../stage/word-pill.ts";
import { SLOTS } from "./coup.ts";
import type { Hand, Slot } from "./coup.ts";
import { twoHandsLayout } from "./layout.ts";
import type { HandPose } from "./pose.ts";
import { TotalBadge } from "./total-badge.ts";

/** From the middle of a card to the left, what its index leaves free, in widths of a card. */
const INDEX_CLEAR = 0.1;
/** And from its index to its right edge. */
const INDEX_FREE = 0.74;

const STREAK_TYPE = { size: 0.115, fromPx: 60 } as const;

/** Which hand it is, and how its medallion is coloured and lettered. */
interface Named {
  id: Hand;
  colour: string;
  token: ColourToken;
  letter: string;
}

/** What a hand has to know of the table. */
interface Around {
  /** Where cards come from. */
  mouth: Spot;
  isTie: boolean;
  celebration: number;
  /** Whether the seconds that are left are counted: no empty medallion is seen then. */
  isCounting: boolean;
  streak: StreakShown | null;
}

/** The drawn parts of one hand of up to three cards: its places, cards, lights, words and total. */
export class CoupHand {
  readonly id: Hand;
  readonly colour: string;
  readonly #words: SideWords;
  // The first two cards share a place; most hands never use that of the third.
  readonly #plate;
  readonly #third;
  readonly #rays;
  readonly #spotlight;
  readonly #pairLight;
  readonly #thirdLight;
  readonly #betLight;
  readonly #streak;
  readonly #pill;
  readonly #name;
  readonly #cards: readonly CardPart[];
  readonly #total;
  readonly #totalGroup;
  readonly #lying: [Spot, Spot, Spot] = [NOWHERE, NOWHERE, NOWHERE];
  #layout = twoHandsLayout({ width: 1, height: 1 });
  #size: Size = { width: 1, height: 1 };

  constructor(kit: Kit, { id, colour, token, letter }: Named, words: SideWords) {
    const outwards = id === "player" ? -1 : 1;
    [this.id, this.colour, this.#words] = [id, colour, words];
    this.#plate = new CardPlace(kit, colour, id);
    this.#third = new CardPlace(kit, colour, null);
    this.#rays = new Rays(kit);
    this.#spotlight = new Spotlight(kit);
    this.#pairLight = new HandLight(kit);
    this.#thirdLight = new HandLight(kit);
    this.#betLight = new BetLight(kit, outwards, colour);
    this.#streak = new StreakPill(kit, words.word("streak"), STREAK_TYPE);
    this.#pill = new WordPill(kit);
    this.#name = kit.label();
    this.#cards = SLOTS.map(() => kit.card());
    this.#total = new TotalBadge(kit, { token, letter }, outwards);
    this.#totalGroup = kit.group();
    this.#totalGroup.add(...this.#total.nodes);
    this.#totalGroup.place({ x: 0, y: 0 });
  }

  /** Its parts by the layers of a table, lowest first. */
  get layers() {
    return {
      cloth: [this.#betLight.node, ...this.#rays.nodes],
      spotlight: this.#spotlight.nodes,
      places: [...this.#plate.nodes, ...this.#third.nodes],
      lights: [...this.#pairLight.nodes, ...this.#thirdLight.nodes],
      name: this.#name,
      cards: this.#cards,
      pill: [...this.#pill.nodes, ...this.#streak.nodes],
      total: this.#totalGroup,
    };
  }

  /** Lays it out in the box of a table. */
  fit(size: Size): void {
    const layout = twoHandsLayout(size);
    [this.#layout, this.#size] = [layout, size];
    const { cardWidth } = layout;
    const { spots, total: at } = this.#own;
    const { pair } = this;
    for (const card of this.#cards) {
      card.fit(cardWidth);
    }
    this.#total.fit(layout.badgePx, at, this.#words.nameOf(this.id));
    this.#rays.fit(pair, Math.min(size.width * 0.34, cardWidth * 2.5));
    const gap = Math.abs(spots[1].x - spots[0].x) - cardWidth;
    this.#plate.fit(cardWidth, pair, 2, gap);
    this.#third.fit(cardWidth, spots[2]);
    this.#streak.fit(cardWidth);
    this.#betLight.fit(layout.bets);
    this.#pairLight.fit(cardWidth, pair, 2, gap);
    this.#thirdLight.fit(cardWidth, spots[2]);
    this.#pill.fit(Math.max(8, cardWidth * 0.13));
  }

  /** Its total: in close-up it stands in the upper corner, where no hand comes in. */
  get pinned(): Pinned {
    return {
      node: this.#totalGroup,
      at: this.#own.total,
      ...this.#total.inCorner(this.#size.width),
      caption: (shown) => this.#total.caption(shown),
    };
  }

  /** One of its cards, where it lies as it was shown last, and where all of them lie. */
  cardAt(slot: Slot): { part: CardPart; spot: Spot; hand: Area } | undefined {
    const part = this.#cards[slot];
    return part && { part, spot: this.#lying[slot], hand: this.#own.area };
  }

  /** The middle of its first two cards. */
  get pair(): Spot {
    const [one, other] = this.#own.spots;
    const lean = ((one.lean ?? 0) + (other.lean ?? 0)) / 2;
    return { x: (one.x + other.x) / 2, y: one.y, angle: 0, lean };
  }

  get #footOfPair(): number {
    return this.pair.y + (this.#layout.cardWidth * CARD_RATIO) / 2;
  }

  get #own() {
    return this.id === "player" ? this.#layout.left : this.#layout.right;
  }

  show(shown: HandPose, around: Around): void {
    this.#layCards(shown, around);
    this.#light(shown, around);
    this.#write(shown, around);
  }

  #layCards({ cards: poses, light }: HandPose, { mouth, celebration }: Around): void {
    const { off, cardWidth } = this.#layout;
    const back = slidBack(light, celebration);
    for (const slot of SLOTS) {
      const pose = poses[slot];
      const part = this.#cards[slot];
      const way = { shoe: mouth, place: this.#own.spots[slot], off: off[pose.sweep] };
      if (part) {
        this.#lying[slot] = layCardOfHand(part, pose, way, { back, widthPx: cardWidth });
      }
    }
    this.#plate.show(Math.min(seenBeside(poses[0].travel), seenBeside(poses[1].travel)));
  }

  #light({ cards: poses, light, burst }: HandPose, { isTie, celebration }: Around): void {
    const { cardWidth, badgePx } = this.#layout;
    const colour = isTie ? LIGHTS.tie : this.colour;
    const own = isTie ? 0 : light.lit;
    this.#pairLight.light(light.lit, colour, celebration);
    this.#thirdLight.light(poses[2].travel > 0 ? light.lit : 0, colour, celebration);
    this.#betLight.show(own, celebration);
    this.#rays.show(Math.max(burst, isTie ? 0.34 * light.lit : 0), celebration, colour);
    const foot = this.#own.total.y + badgePx / 2;
    const cone = { x: this.pair.x, width: cardWidth * 2.1, foot };
    this.#spotlight.show(cone, own, celebration);
  }

  #write({ total, light, pair, natural }: HandPose, around: Around): void {
    const { isTall, cardWidth } = this.#layout;
    const { celebration, isCounting: isHidden, streak } = around;
    const look = { isLit: light.lit > 0.5, colour: this.colour, maxWidthPx: cardWidth * 2 };
    this.#words.write(this.#name, this.id, look);
    this.#name.place({ ...this.#own.name, alpha: 1 - light.dim });
    const pill = this.#pill;
    if (pair > 0) {
      pill.write(this.#words.word("pair"));
    }
    // Side by side with the total there is room for one word: two of them share its height, where that is enough.
    const badge = this.#total;
    const isBeside = !isTall;
    const isHighEnough = this.#own.total.y - this.#footOfPair > (pill.height + badge.wordPx) / 2;
    const both = pair > 0 && natural > 0 && isBeside && isHighEnough;
    badge.show(
      total,
      { light, celebration, isHidden },
      {
        word: this.#words.word("natural"),
        shown: natural,
        raisedPx: both ? pill.height / 2 + 1 : 0,
      },
    );
    const downPx = both ? badge.wordPx / 2 + 1 : 0;
    const isOnEdge = !isBeside || (natural > 0 && !both);
    pill.show(isOnEdge ? this.#onEdge(pill) : badge.beside(pill.width, downPx), pair);
    const isWorded = pair > 0 || natural > 0;
    this.#streak.show(streak?.side === this.id ? streak : null, this.pair, ({ width }) =>
      isBeside && !isWorded ? badge.beside(width, 0) : null,
    );
  }

  /**
   * Where a word about a hand is read in a tall box, where the third card lies beside its total: on the upper
   * edge of the card further right, clear of its index, which all cards have on their left.
   */
  #onEdge({ width, height }: Size): { x: number; y: number } {
    const { spots } = this.#own;
    const { cardWidth, typePx } = this.#layout;
    const right = Math.max(spots[0].x, spots[1].x);
    const [clear, within] = [
      right - cardWidth * INDEX_CLEAR + width / 2,
      right + (cardWidth - width) / 2,
    ];
    return {
      // Not beyond the card, if that leaves its index free.
      x: width < cardWidth * INDEX_FREE ? Math.min(clear, within) : clear,
      // Beneath the name of the hand, which is as close above the cards in some boxes.
      y: Math.max(
        spots[0].y - (cardWidth * CARD_RATIO) / 2,
        this.#own.name.y + typePx * 0.55 + height / 2,
      ),
    };
  }
}
