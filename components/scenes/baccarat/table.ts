import type { Board } from "../../../src/games/contract.ts";
import type { GameWords } from "../../../src/i18n/game-words.ts";
import { sideColours } from "../../../src/look/palette.ts";
import { Atmosphere } from "../../stage/atmosphere.ts";
import type { Focus } from "../../stage/atmosphere.ts";
import type { Spot } from "../../stage/cards/dealing.ts";
import { DEPTH } from "../../stage/cards/depths.ts";
import type { Area, Pinned } from "../../stage/cards/framing.ts";
import { paintBets } from "../../stage/cards/paint/bets.ts";
import { Shoe } from "../../stage/cards/shoe.ts";
import { colourOf, SideWords } from "../../stage/cards/side-words.ts";
import { Flecks, Link } from "../../stage/celebration.ts";
import type { CardPart, Group, Kit } from "../../stage/kit.ts";
import { isCountedOn } from "../../stage/measures.ts";
import { paintLozenge, paintTableFrame } from "../../stage/paint/inlay.ts";
import type { Drawing, Size } from "../../stage/scene.ts";
import { LIGHTS } from "../../stage/theme.ts";
import { lerp } from "../../stage/tracks.ts";
import { cardName, HANDS, SLOTS } from "./coup.ts";
import type { Hand } from "./coup.ts";
import type { Dimming } from "./dimming.ts";
import { CoupHand } from "./hand.ts";
import { twoHandsLayout } from "./layout.ts";
import type { BaccaratPose } from "./pose.ts";
import { paintTiePlace } from "./tie-place.ts";

/** How much gold falls: most for a natural, least where a hand has just won. */
const CELEBRATIONS = { natural: 1, tie: 0.6, thirds: 0.45, plain: 0.3, none: 0 } as const;

/** Words, and the sides' letters and colours. */
interface Lettered {
  board: Pick<Board, "sides">;
  words: GameWords;
}

/** The drawn parts of a table with two hands of up to three cards. */
export class CoupTable implements Drawing<BaccaratPose> {
  readonly root: Group;
  /** All that lies on the table, which a camera moves as one, and of that all but the shade. */
  readonly table: Group;
  readonly ground: Group;
  /** On the cloth, beneath the cards. */
  readonly underCards: Group;
  /** Bets, which cards pass over. */
  readonly chips: Group;
  readonly shade: Group;
  readonly #kit: Kit;
  readonly #words: SideWords;
  readonly #air;
  readonly shoe: Shoe;
  readonly #link;
  readonly #flecks;
  /** The place of the tie once more, for its light. */
  readonly #litPlace;
  readonly #tieName;
  readonly #hands: Record<Hand, CoupHand>;
  #layout = twoHandsLayout({ width: 1, height: 1 });
  #size: Size = { width: 1, height: 1 };

  constructor(kit: Kit, { board, words }: Lettered) {
    this.#kit = kit;
    this.#words = new SideWords(kit, words);
    [this.root, this.table, this.ground] = [kit.group(), kit.group(), kit.group()];
    this.#air = new Atmosphere(kit, words.lettering);
    this.shoe = new Shoe(kit);
    this.#link = new Link(kit);
    this.#flecks = new Flecks(kit);
    this.#litPlace = kit.picture();
    this.#tieName = kit.label();
    const hand = (id: Hand) => {
      const side = board.sides.find((one) => one.id === id);
      const token = side?.colour ?? "white";
      const letter = words.letters?.[id] ?? side?.letter ?? "";
      const named = { id, colour: colourOf(board.sides, id), token, letter };
      return new CoupHand(kit, named, this.#words);
    };
    this.#hands = { player: hand("player"), banker: hand("banker") };
    const layers = HANDS.map((id) => this.#hands[id].layers);
    this.ground.add(...this.#air.under, ...layers.flatMap(({ cloth }) => cloth));
    this.ground.add(...this.#link.nodes);
    this.ground.add(...layers.flatMap(({ spotlight }) => spotlight));
    this.ground.add(...layers.flatMap(({ places }) => places));
    this.ground.add(...layers.flatMap(({ lights }) => lights));
    this.underCards = kit.group();
    this.underCards.place({ x: 0, y: 0 });
    this.underCards.add(...this.#flecks.nodes);
    this.chips = kit.group();
    this.chips.place({ x: 0, y: 0 });
    this.ground.add(this.underCards, this.#litPlace, this.#tieName);
    this.ground.add(...layers.map(({ name }) => name), this.chips);
    this.ground.add(...layers.flatMap(({ cards }) => cards));
    this.ground.add(this.shoe.node, ...layers.flatMap(({ pill }) => pill));
    this.shade = kit.group();
    this.shade.add(this.#air.shade);
    this.shade.place({ x: 0, y: 0, depth: DEPTH.shade });
    this.ground.place({ x: 0, y: 0 });
    this.table.add(this.ground, this.shade);
    this.table.place({ x: 0, y: 0 });
    this.root.add(this.table, ...layers.map(({ total }) => total));
    this.root.add(...this.#air.over);
  }

  resize(size: Size): void {
    const layout = twoHandsLayout(size);
    [this.#layout, this.#size] = [layout, size];
    this.#words.fit(layout.typePx);
    const { accent, look } = this.#kit;
    const bet = (id: Hand) => ({ word: this.#words.nameOf(id), colour: this.#hands[id].colour });
    const place = { colour: sideColours.green.fill, accent, look };
    this.#air.fit(size, layout.count, (context) => {
      if (look.isOrnate) {
        paintTableFrame(context, size, accent, look);
        paintBets(context, layout.bets, [bet("player"), bet("banker")], { accent, look });
      }
      paintTiePlace(context, layout, place);
    });
    this.#litPlace.paint(layout.tieBox, (context, box) => paintLozenge(context, box, place, true));
    for (const id of HANDS) {
      this.#hands[id].fit(size);
    }
    this.#flecks.fit(size);
    this.#link.fit(layout.left.total, layout.right.total, layout.badgePx * 1.1);
    this.shoe.fit(layout.shoePx, layout.shoe);
  }

  get pinned(): readonly Pinned[] {
    return HANDS.map((id) => this.#hands[id].pinned);
  }

  get cardWidth(): number {
    return this.#layout.cardWidth;
  }

  /** A card by its hand and slot (`cardName`), and where it lies as it was shown last. */
  cardNamed(name: string): { part: CardPart; spot: Spot; hand: Area } | undefined {
    const found = HANDS.flatMap((hand) => SLOTS.map((slot) => ({ hand, slot }))).find(
      (at) => cardName(at) === name,
    );
    return found && this.#hands[found.hand].cardAt(found.slot);
  }

  show({ drama, hands, dimming, tie, celebration, streak, mood }: BaccaratPose): void {
    const layout = this.#layout;
    this.shoe.show(HANDS.flatMap((id) => hands[id].cards));
    const { mouth } = this.shoe;
    // In a tall box the number of the last seconds stands where the totals will.
    const isTall = layout.tie.y === layout.left.name.y;
    const isCounting = isTall && mood.count > 0 && isCountedOn(this.#size);
    for (const id of HANDS) {
      const around = { mouth, isTie: tie.won, celebration, isCounting, streak };
      this.#hands[id].show(hands[id], around);
    }
    const [player, banker] = [hands.player.light.lit, hands.banker.light.lit];
    const winner: Hand = player > banker ? "player" : "banker";
    const to = winner === "player" ? "left" : "right";
    this.#flecks.show(
      celebration,
      CELEBRATIONS[drama],
      tie.won ? layout.tie : layout[to].total,
      tie.won ? LIGHTS.tie : this.#hands[winner].colour,
      hands.player.cards[0].stray,
    );
    this.#link.show(tie.lit, celebration, LIGHTS.tie);
    this.#words.write(this.#tieName, "tie", {
      isLit: tie.won,
      colour: LIGHTS.tie,
      maxWidthPx: layout.cardWidth * 1.3,
    });
    this.#tieName.place({ ...layout.tie, alpha: 1 - tie.dim });
    this.#litPlace.place({ ...layout.tie, alpha: tie.won ? tie.lit : 0 });
    this.#air.show(mood, dimming && this.#focusOf(dimming));
  }

  /** The middles of both pairs. */
  get pairs() {
    return { left: this.#hands.player.pair, right: this.#hands.banker.pair };
  }

  /** Where the light narrows: around a card, or on its way from one to the next. */
  #focusOf({ from, to, way, depth }: Dimming): Focus {
    const { left, right, cardWidth } = this.#layout;
    const [one, other] = [from, to].map(
      ({ hand, slot }) => (hand === "player" ? left : right).spots[slot],
    );
    const at = (axis: "x" | "y") => lerp(one?.[axis] ?? 0, other?.[axis] ?? 0, way);
    return { x: at("x"), y: at("y"), reach: cardWidth * 1.5, depth };
  }
}
