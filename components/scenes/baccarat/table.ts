import type { Board } from "../../../src/games/contract.ts";
import type { GameWords } from "../../../src/i18n/words.ts";
import { sideColours } from "../../../src/look/palette.ts";
import { Atmosphere } from "../../stage/atmosphere.ts";
import { BetLight } from "../../stage/cards/bet-light.ts";
import { CardPlace, HandLight, seenBeside } from "../../stage/cards/card-place.ts";
import { Chips } from "../../stage/cards/chips.ts";
import { layCardOfHand } from "../../stage/cards/dealing.ts";
import type { CardPose } from "../../stage/cards/dealing.ts";
import { paintBets } from "../../stage/cards/paint/bets.ts";
import { Shoe } from "../../stage/cards/shoe.ts";
import { colourOf, SideWords } from "../../stage/cards/side-words.ts";
import { StreakPill } from "../../stage/cards/streak.ts";
import type { StreakShown } from "../../stage/cards/streak.ts";
import { Flecks, Link, Rays, Spotlight } from "../../stage/celebration.ts";
import type { Group, Kit } from "../../stage/kit.ts";
import { slidBack } from "../../stage/lights.ts";
import type { SideLight } from "../../stage/lights.ts";
import { CARD_RATIO } from "../../stage/measures.ts";
import type { Mood } from "../../stage/mood.ts";
import { paintTableFrame } from "../../stage/paint/inlay.ts";
import type { Drawing, Size } from "../../stage/scene.ts";
import { LIGHTS } from "../../stage/theme.ts";
import { WordPill } from "../../stage/word-pill.ts";
import { HANDS, SLOTS } from "./coup.ts";
import type { Hand } from "./coup.ts";
import { twoHandsLayout } from "./layout.ts";
import { paintTiePlace } from "./tie-place.ts";
import { TotalBadge } from "./total-badge.ts";

/** How much gold falls: most for a natural, none where a hand has just won. */
const CELEBRATIONS = { natural: 1, tie: 0.6, thirds: 0, plain: 0, none: 0 } as const;
/** How many chips the winner gets where no gold falls: more where it took a third card. */
const CHIPS = { natural: 0, tie: 0, thirds: 4, plain: 3, none: 0 } as const;
/** What is drawn of one hand. */
interface HandShown {
  cards: readonly [CardPose, CardPose, CardPose];
  total: number | null;
  light: SideLight;
  pair: number;
  burst: number;
  natural: number;
}

/** What is drawn of a table with two hands. */
interface TableShown {
  drama: keyof typeof CELEBRATIONS;
  hands: Record<Hand, HandShown>;
  dimming: { hand: Hand; depth: number } | null;
  tie: SideLight & { won: boolean };
  celebration: number;
  streak: StreakShown | null;
  mood: Mood;
}

const STREAK_TYPE = { size: 0.115, fromPx: 60 } as const;

/** Words, and the sides' letters and colours. */
interface Lettered {
  board: Pick<Board, "sides">;
  words: GameWords;
}

/** The drawn parts of a table with two hands of up to three cards. */
export class CoupTable implements Drawing<TableShown> {
  readonly root: Group;
  readonly #kit: Kit;
  readonly #words: SideWords;
  readonly #air;
  readonly #shoe;
  readonly #link;
  readonly #flecks;
  readonly #chips;
  readonly #tieName;
  readonly #hands;
  #layout = twoHandsLayout({ width: 1, height: 1 });

  constructor(kit: Kit, { board, words }: Lettered) {
    this.#kit = kit;
    this.#words = new SideWords(kit, words);
    this.root = kit.group();
    this.#air = new Atmosphere(kit, words.lettering);
    this.#shoe = new Shoe(kit);
    this.#link = new Link(kit);
    this.#flecks = new Flecks(kit);
    this.#chips = new Chips(kit);
    this.#tieName = kit.label();
    const hand = (id: Hand, outwards: -1 | 1) => {
      const side = board.sides.find((one) => one.id === id);
      const token = side?.colour ?? "white";
      const colour = colourOf(board.sides, id);
      const letter = words.letters?.[id] ?? side?.letter ?? "";
      return {
        colour,
        // The first two cards share a place; most hands never use that of the third.
        plate: new CardPlace(kit, colour, id),
        third: new CardPlace(kit, colour, null),
        rays: new Rays(kit),
        spotlight: new Spotlight(kit),
        pairLight: new HandLight(kit),
        thirdLight: new HandLight(kit),
        pill: new WordPill(kit),
        name: kit.label(),
        cards: SLOTS.map(() => kit.card()),
        streak: new StreakPill(kit, this.#words.word("streak"), STREAK_TYPE),
        betLight: new BetLight(kit, outwards, colour),
        total: new TotalBadge(kit, { token, letter }, outwards),
      };
    };
    this.#hands = { player: hand("player", -1), banker: hand("banker", 1) };
    const both = HANDS.map((id) => this.#hands[id]);
    this.root.add(...this.#air.under, ...both.map(({ betLight }) => betLight.node));
    this.root.add(...both.flatMap(({ rays }) => rays.nodes), ...this.#link.nodes, this.#tieName);
    this.root.add(...both.flatMap(({ spotlight }) => spotlight.nodes));
    this.root.add(...both.flatMap(({ plate, third }) => [...plate.nodes, ...third.nodes]));
    this.root.add(...both.flatMap(({ streak }) => streak.nodes));
    this.root.add(...both.flatMap(({ pairLight }) => pairLight.nodes));
    this.root.add(...both.flatMap(({ thirdLight }) => thirdLight.nodes));
    this.root.add(...both.map(({ name }) => name), ...both.flatMap(({ cards }) => cards));
    this.root.add(this.#shoe.node, ...both.flatMap(({ pill }) => pill.nodes));
    this.root.add(
      ...this.#chips.nodes,
      this.#air.shade,
      ...both.flatMap(({ total }) => total.nodes),
    );
    this.root.add(...this.#flecks.nodes, ...this.#air.over);
  }

  resize(size: Size): void {
    const layout = twoHandsLayout(size);
    this.#layout = layout;
    const { cardWidth } = layout;
    this.#words.fit(layout.typePx);
    const { accent, look } = this.#kit;
    const bet = (id: Hand) => ({ word: this.#words.nameOf(id), colour: this.#hands[id].colour });
    this.#air.fit(size, layout.count, (context) => {
      if (look.isOrnate) {
        paintTableFrame(context, size, accent, look);
        paintBets(context, layout.bets, [bet("player"), bet("banker")], { accent, look });
      }
      paintTiePlace(context, layout, { colour: sideColours.green.fill, accent, look });
    });
    for (const id of HANDS) {
      const { plate, third, cards, total, rays, pill, streak, pairLight, thirdLight, betLight } =
        this.#hands[id];
      const { spots, total: at } = this.#sideOf(id);
      const pair = this.#pairOf(id);
      for (const card of cards) {
        card.fit(cardWidth);
      }
      total.fit(layout.badgePx, at);
      rays.fit(pair, Math.min(size.width * 0.34, cardWidth * 2.5));
      const gap = Math.abs(spots[1].x - spots[0].x) - cardWidth;
      plate.fit(cardWidth, { ...pair, angle: 0 }, 2, gap);
      third.fit(cardWidth, spots[2]);
      streak.fit(cardWidth);
      betLight.fit(layout.bets);
      pairLight.fit(cardWidth, { ...pair, angle: 0 }, 2, gap);
      thirdLight.fit(cardWidth, spots[2]);
      pill.fit(Math.max(8, cardWidth * 0.13));
    }
    this.#flecks.fit(size);
    this.#chips.fit(layout.chipPx, layout.chips);
    this.#link.fit(layout.left.total, layout.right.total, layout.badgePx * 1.1);
    this.#shoe.fit(layout.shoePx, layout.shoe);
  }

  show({ drama, hands, dimming, tie, celebration, streak, mood }: TableShown): void {
    const layout = this.#layout;
    this.#shoe.show(HANDS.flatMap((id) => hands[id].cards));
    for (const id of HANDS) {
      this.#showHand(id, hands[id], { isTie: tie.won, celebration, isCounting: mood.count > 0 });
      this.#hands[id].streak.show(streak?.side === id ? streak : null, this.#pairOf(id));
    }
    const [player, banker] = [hands.player.light.lit, hands.banker.light.lit];
    const winner: Hand = player > banker ? "player" : "banker";
    const best = this.#sideOf(winner).total;
    const won = this.#hands[winner].colour;
    const to = winner === "player" ? "left" : "right";
    this.#chips.show(to, CHIPS[drama], celebration, Math.max(player, banker));
    this.#flecks.show(
      celebration,
      CELEBRATIONS[drama],
      tie.won ? layout.tie : best,
      tie.won ? LIGHTS.tie : won,
    );
    this.#link.show(tie.lit, celebration, LIGHTS.tie);
    this.#words.write(this.#tieName, "tie", {
      isLit: tie.won,
      colour: LIGHTS.tie,
      maxWidthPx: layout.cardWidth * 1.3,
    });
    // The number of the last seconds stands in its place, if that is below the hands.
    const isCovered = mood.count > 0 && layout.tie.y > layout.left.name.y;
    this.#tieName.place({ ...layout.tie, alpha: isCovered ? 0 : 1 - tie.dim });
    const spot = dimming ? this.#sideOf(dimming.hand).spots[2] : null;
    this.#air.show(
      mood,
      dimming && spot ? { ...spot, reach: layout.cardWidth * 1.5, depth: dimming.depth } : null,
    );
  }

  #showHand(
    id: Hand,
    shown: HandShown,
    {
      isTie,
      celebration,
      isCounting,
    }: { isTie: boolean; celebration: number; isCounting: boolean },
  ): void {
    const { cards: poses, total, light, pair, burst, natural } = shown;
    const {
      cards,
      rays,
      spotlight,
      pill,
      name,
      colour: own,
      plate,
      total: badge,
      pairLight,
      thirdLight,
      betLight,
    } = this.#hands[id];
    const layout = this.#layout;
    const side = this.#sideOf(id);
    const back = slidBack(light, celebration);
    for (const slot of SLOTS) {
      const way = { shoe: this.#shoe.mouth, place: side.spots[slot], off: layout.off };
      const part = cards[slot];
      if (part) {
        layCardOfHand(part, poses[slot], way, { back, widthPx: layout.cardWidth });
      }
    }
    plate.show(Math.min(seenBeside(poses[0].travel), seenBeside(poses[1].travel)));
    const colour = isTie ? LIGHTS.tie : own;
    pairLight.light(light.lit, colour, celebration);
    thirdLight.light(poses[2].travel > 0 ? light.lit : 0, colour, celebration);
    betLight.show(isTie ? 0 : light.lit, celebration);
    rays.show(Math.max(burst, isTie ? 0.34 * light.lit : 0), celebration, colour);
    const { x } = this.#pairOf(id);
    const foot = side.total.y + layout.badgePx / 2;
    spotlight.show({ x, width: layout.cardWidth * 2.1, foot }, isTie ? 0 : light.lit, celebration);
    if (pair > 0) {
      pill.write(this.#words.word("pair"));
    }
    pill.show(this.#besideTotal(id, pill.width, natural > 0), pair);
    const maxWidthPx = layout.cardWidth * 2;
    this.#words.write(name, id, { isLit: light.lit > 0.5, colour: own, maxWidthPx });
    name.place({ ...side.name, alpha: 1 - light.dim });
    badge.show(
      total,
      { light, celebration, isHidden: isCounting },
      { word: this.#words.word("natural"), shown: natural },
    );
  }

  /** Where a word about a hand is read: outside its total, or inside where a natural has that place. */
  #besideTotal(id: Hand, width: number, isTaken: boolean): { x: number; y: number } {
    const { name, spots, total } = this.#sideOf(id);
    if (this.#layout.tie.y !== total.y) {
      // The third card lies there in a tall box.
      return { x: name.x, y: spots[0].y - this.#layout.cardWidth * CARD_RATIO * 0.47 };
    }
    const outwards = (id === "player" ? -1 : 1) * (isTaken ? -1 : 1);
    return { x: total.x + outwards * (this.#layout.badgePx / 2 + width / 2 + 4), y: total.y };
  }

  #sideOf(id: Hand) {
    return id === "player" ? this.#layout.left : this.#layout.right;
  }

  /** The middle of a hand's first two cards. */
  #pairOf(id: Hand): { x: number; y: number } {
    const [one, other] = this.#sideOf(id).spots;
    return { x: (one.x + other.x) / 2, y: one.y };
  }
}
