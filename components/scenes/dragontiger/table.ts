import type { Board } from "../../../src/games/contract.ts";
import type { GameWords } from "../../../src/i18n/game-words.ts";
import { sideColours } from "../../../src/look/palette.ts";
import { Atmosphere } from "../../stage/atmosphere.ts";
import type { Spot } from "../../stage/cards/dealing.ts";
import { DEPTH } from "../../stage/cards/depths.ts";
import type { Pinned } from "../../stage/cards/framing.ts";
import { paintBets } from "../../stage/cards/paint/bets.ts";
import { Shoe } from "../../stage/cards/shoe.ts";
import { colourOf, SideWords } from "../../stage/cards/side-words.ts";
import { StreakPill } from "../../stage/cards/streak.ts";
import { Flecks, Link } from "../../stage/celebration.ts";
import type { CardPart, Group, Kit } from "../../stage/kit.ts";
import { litCloth, paintGlow } from "../../stage/paint/felt.ts";
import { paintLozenge, paintTableFrame } from "../../stage/paint/inlay.ts";
import type { Drawing, Size } from "../../stage/scene.ts";
import { LIGHTS } from "../../stage/theme.ts";
import { lerp } from "../../stage/tracks.ts";
import { WordPill } from "../../stage/word-pill.ts";
import { DuelHand, writeName } from "./hand.ts";
import { duelLayout } from "./layout.ts";
import type { DragonTigerPose, Hand } from "./pose.ts";

/** How much gold falls: most in a landslide; in a suited tie other things do. */
const CELEBRATIONS = {
  suited: 0.2,
  landslide: 1,
  tie: 0.6,
  close: 0.45,
  plain: 0.3,
  none: 0,
} as const;
const HANDS = ["dragon", "tiger"] as const;

const STREAK_TYPE = { size: 0.085, fromPx: 100 } as const;

/** Between what stands in a corner and the edges of the box, in CSS pixels. */
const CORNER_PX = 10;

/** Soft light is painted small and shown large. */
const SOFT = { width: 96, height: 64 } as const;

/** The drawn parts of a table where two single cards meet. */
export class DuelTable implements Drawing<DragonTigerPose> {
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
  readonly #hands: Record<Hand, DuelHand>;
  readonly shoe: Shoe;
  readonly #link;
  readonly #flood;
  readonly #tiePlace;
  /** The same, for the light of a tie. */
  readonly #litPlace;
  readonly #tieName;
  readonly #flecks;
  readonly #pill;
  readonly #streak;
  readonly #toBeat;
  readonly #pinned: Group;
  #isDragonOpen = false;
  #isFlooded = false;
  #layout = duelLayout({ width: 1, height: 1 });
  #size: Size = { width: 1, height: 1 };

  constructor(kit: Kit, { board, words }: { board: Pick<Board, "sides">; words: GameWords }) {
    this.#kit = kit;
    this.#words = new SideWords(kit, words);
    [this.root, this.table, this.ground] = [kit.group(), kit.group(), kit.group()];
    const hand = (id: Hand) =>
      new DuelHand(kit, { id, colour: colourOf(board.sides, id) }, this.#words);
    this.#air = new Atmosphere(kit, words.lettering);
    this.#hands = { dragon: hand("dragon"), tiger: hand("tiger") };
    this.shoe = new Shoe(kit);
    this.#link = new Link(kit);
    this.#flood = kit.light();
    this.#tiePlace = kit.picture();
    this.#litPlace = kit.picture();
    this.#tieName = kit.label();
    this.#flecks = new Flecks(kit);
    this.#pill = new WordPill(kit);
    this.#streak = new StreakPill(kit, this.#words.word("streak"), STREAK_TYPE);
    const layers = HANDS.map((id) => this.#hands[id].layers);
    this.ground.add(...this.#air.under, ...layers.map(({ motif }) => motif), this.#flood);
    this.ground.add(...layers.flatMap(({ cloth }) => cloth));
    this.ground.add(...layers.flatMap(({ place }) => place));
    this.ground.add(...layers.flatMap(({ light }) => light), ...this.#link.nodes);
    this.underCards = kit.group();
    this.underCards.place({ x: 0, y: 0 });
    this.underCards.add(...this.#flecks.nodes);
    const said = kit.group();
    said.add(...this.#pill.nodes);
    // Chips that are swept off the place of the tie pass beneath it.
    said.place({ x: 0, y: 0, depth: 1 });
    this.chips = kit.group();
    this.chips.place({ x: 0, y: 0 });
    this.ground.add(this.underCards, this.#tiePlace, this.#litPlace, this.#tieName);
    this.ground.add(said, this.chips);
    this.ground.add(...layers.map(({ card }) => card), this.shoe.node, ...this.#streak.nodes);
    this.ground.add(...layers.map(({ name }) => name));
    this.shade = kit.group();
    this.shade.add(this.#air.shade);
    this.shade.place({ x: 0, y: 0, depth: DEPTH.shade });
    this.ground.place({ x: 0, y: 0 });
    this.table.add(this.ground, this.shade);
    this.table.place({ x: 0, y: 0 });
    this.#toBeat = new WordPill(kit);
    this.#pinned = kit.group();
    this.#pinned.add(...this.#toBeat.nodes);
    this.root.add(this.table, this.#pinned, ...this.#air.over);
  }

  resize(size: Size): void {
    const layout = duelLayout(size);
    [this.#layout, this.#size] = [layout, size];
    const { cardWidth, typePx, gap, left, right, lozenge, count } = layout;
    this.#flecks.fit(size);
    this.#pill.fit(typePx * 0.8);
    this.#toBeat.fit(Math.max(11, typePx * 0.9));
    // The widest there is.
    this.#writeToBeat("10");
    this.#showToBeat(0);
    this.#streak.fit(cardWidth);
    this.#words.fit(typePx);
    const { accent, look } = this.#kit;
    this.#air.fit(size, count, (context) => {
      if (!look.isOrnate) {
        return;
      }
      paintTableFrame(context, size, accent, look);
      const bet = (id: Hand) => ({ word: this.#words.nameOf(id), colour: this.#hands[id].colour });
      if (layout.bets) {
        paintBets(context, layout.bets, [bet("dragon"), bet("tiger")], { accent, look });
      }
    });
    for (const id of HANDS) {
      this.#hands[id].fit(size);
    }
    const tie = { colour: sideColours.green.fill, accent, look };
    this.#tiePlace.paint(lozenge, (context, box) => paintLozenge(context, box, tie));
    this.#litPlace.paint(lozenge, (context, box) => paintLozenge(context, box, tie, true));
    this.#link.fit(left, right, Math.max(18, gap * 0.4));
    this.shoe.fit(layout.shoePx, layout.shoe);
  }

  /** What the tiger has to beat: in close-up the dragon's card is out of the picture. */
  get pinned(): readonly Pinned[] {
    const aside = this.#cornerAt;
    const { width, height } = this.#toBeat;
    const caption = (shown: number) => this.#showToBeat(shown);
    return [
      {
        node: this.#pinned,
        at: null,
        aside,
        foot: aside.y + height / 2,
        half: width / 2,
        caption,
      },
    ];
  }

  /** The places of both cards. */
  get places(): readonly [Spot, Spot] {
    return [this.#layout.left, this.#layout.right];
  }

  get cardWidth(): number {
    return this.#layout.cardWidth;
  }

  /** The card of a hand, and where it lies as it was shown last. */
  cardNamed(name: string): { part: CardPart; spot: Spot } | undefined {
    const id = HANDS.find((hand) => hand === name);
    return id && this.#hands[id].lying;
  }

  show(shown: DragonTigerPose): void {
    const { drama, lights, tie, dimming, link, celebration, mood } = shown;
    const layout = this.#layout;
    this.shoe.show(HANDS.map((id) => shown.cards[id]));
    for (const id of HANDS) {
      this.#hands[id].show(shown, this.shoe.mouth);
    }
    const { card, turn } = shown.cards.dragon;
    this.#isDragonOpen = card !== null && turn === 1;
    if (card && this.#isDragonOpen) {
      this.#writeToBeat(card.value);
    }
    const winner = lights.dragon.lit >= lights.tiger.lit ? "dragon" : "tiger";
    this.#showFlood(winner, shown.flood);
    // In a close call the light runs from the loser to the winner; in a tie it runs between both.
    const share = lerp(0.22, 0.78, celebration);
    const spark = !tie && winner === "dragon" ? 1 - share : share;
    this.#link.show(link, spark, tie ? LIGHTS.tie : LIGHTS.gold);
    const x = this.#size.width / 2;
    writeName(this.#words, this.#tieName, "tie", {
      isLit: tie,
      colour: LIGHTS.tie,
      maxWidthPx: layout.lozenge.width * 0.56,
    });
    this.#tieName.place({ x, y: layout.tieY, alpha: shown.tieName });
    this.#tiePlace.place({ x, y: layout.tieY, alpha: shown.tieName });
    this.#litPlace.place({ x, y: layout.tieY, alpha: tie ? shown.tieName * lights.tie.lit : 0 });
    const side = shown.streak?.side === "tiger" ? "tiger" : "dragon";
    this.#streak.show(shown.streak, this.#spot(side), (pill) => this.#besideName(side, pill));
    if (shown.byOne > 0) {
      this.#pill.write(this.#words.word("byOne"));
    }
    this.#pill.show({ x, y: layout.tieY }, shown.byOne);
    const spot = tie ? { x, y: layout.tieY } : this.#spot(winner);
    this.#flecks.show(
      celebration,
      CELEBRATIONS[drama],
      spot,
      tie ? LIGHTS.tie : this.#hands[winner].colour,
      shown.cards.dragon.stray,
    );
    this.#air.show(
      mood,
      dimming && {
        ...this.#spot(dimming.hand),
        reach: layout.cardWidth * 1.25,
        depth: dimming.depth,
      },
    );
  }

  /** Shows what there is to beat in the corner of the dragon's side, 0 to 1. */
  #showToBeat(shown: number): void {
    this.#toBeat.show(this.#cornerAt, this.#isDragonOpen ? shown : 0);
  }

  get #cornerAt() {
    const { width, height } = this.#toBeat;
    return { x: CORNER_PX + width / 2, y: CORNER_PX + height / 2 };
  }

  #writeToBeat(value: string): void {
    this.#toBeat.write(`${this.#words.nameOf("dragon")}  ${value}`);
  }

  /** Between the name of a hand and that of the other there is room for so much, unless they are close to each other. */
  #besideName(id: Hand, { width }: Size): { x: number; y: number } | null {
    const { left, right, typePx, typeY } = this.#layout;
    const [own, other] = (id === "dragon" ? ["dragon", "tiger"] : ["tiger", "dragon"]).map(
      (name) => this.#words.widthOf(name) / 2 + typePx * 0.5,
    ) as [number, number];
    const inwards = id === "dragon" ? 1 : -1;
    return own + width + other > right.x - left.x
      ? null
      : { x: this.#spot(id).x + inwards * (own + width / 2), y: typeY };
  }

  /** Light runs over the table, from the winner's side towards the loser's. */
  #showFlood(winner: Hand, flood: number): void {
    if (flood > 0 && !this.#isFlooded) {
      this.#isFlooded = true;
      const light = litCloth(this.#kit.look.felt);
      this.#flood.paint(SOFT, (context, box) => paintGlow(context, box, light));
    }
    const { x, y } = this.#spot(winner);
    const { width, height } = this.#size;
    this.#flood.place({
      x: lerp(x, width / 2, 0.35 * flood),
      y,
      scale: [(width * lerp(0.4, 1.5, flood)) / SOFT.width, (height * 2.4) / SOFT.height],
      alpha: 0.42 * flood,
    });
  }

  #spot(id: string | undefined) {
    return id === "tiger" ? this.#layout.right : this.#layout.left;
  }
}
