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
import type { Group, Kit, Label } from "../../stage/kit.ts";
import { slidBack } from "../../stage/lights.ts";
import type { SideLight } from "../../stage/lights.ts";
import type { Mood } from "../../stage/mood.ts";
import { mix } from "../../stage/paint/colour.ts";
import { paintGlow } from "../../stage/paint/felt.ts";
import { paintLozenge, paintTableFrame } from "../../stage/paint/inlay.ts";
import type { Drawing, Size } from "../../stage/scene.ts";
import { LIGHTS } from "../../stage/theme.ts";
import { lerp } from "../../stage/tracks.ts";
import { WordPill } from "../../stage/word-pill.ts";
import { duelLayout } from "./layout.ts";
import { paintScales, paintStripes } from "./motifs.ts";

/** How much gold falls: most in a landslide and a suited tie, none where little was at stake. */
const CELEBRATIONS = { suited: 1, landslide: 1, tie: 0.6, close: 0, plain: 0, none: 0 } as const;
/** How many chips the winner gets where no gold falls. */
const CHIPS = { suited: 0, landslide: 0, tie: 0, close: 3, plain: 7, none: 0 } as const;
const HANDS = ["dragon", "tiger"] as const;
type Hand = (typeof HANDS)[number];

/** What is drawn of a duel. */
interface DuelShown {
  cards: Record<Hand, CardPose>;
  lights: Record<Hand | "tie", SideLight>;
  tie: boolean;
  dimming: { hand: Hand; depth: number } | null;
  flood: number;
  burst: number;
  link: number;
  drama: keyof typeof CELEBRATIONS;
  celebration: number;
  streak: StreakShown | null;
  mood: Mood;
}

const STREAK_TYPE = { size: 0.085, fromPx: 100 } as const;

const MOTIFS = { dragon: paintScales, tiger: paintStripes } as const;
/** Soft light is painted small and shown large. */
const SOFT = { width: 96, height: 64 } as const;

/** The drawn parts of a table where two single cards meet. */
export class DuelTable implements Drawing<DuelShown> {
  readonly root: Group;
  readonly #kit: Kit;
  readonly #words: SideWords;
  readonly #air;
  readonly #hands;
  readonly #shoe;
  readonly #link;
  readonly #flood;
  readonly #tiePlace;
  readonly #tieName;
  readonly #flecks;
  readonly #chips;
  readonly #pill;
  readonly #streak;
  #layout = duelLayout({ width: 1, height: 1 });
  #size: Size = { width: 1, height: 1 };
  #flooded = "";

  constructor(kit: Kit, { board, words }: { board: Pick<Board, "sides">; words: GameWords }) {
    this.#kit = kit;
    this.#words = new SideWords(kit, words);
    this.root = kit.group();
    const hand = (id: Hand) => {
      const colour = colourOf(board.sides, id);
      return {
        colour,
        motif: kit.picture(),
        place: new CardPlace(kit, colour, id),
        light: new HandLight(kit),
        betLight: new BetLight(kit, id === "dragon" ? -1 : 1, colour),
        rays: new Rays(kit),
        spotlight: new Spotlight(kit),
        card: kit.card(),
        name: kit.label(),
      };
    };
    this.#air = new Atmosphere(kit, words.lettering);
    this.#hands = { dragon: hand("dragon"), tiger: hand("tiger") };
    this.#shoe = new Shoe(kit);
    this.#link = new Link(kit);
    this.#flood = kit.light();
    this.#tiePlace = kit.picture();
    this.#tieName = kit.label();
    this.#flecks = new Flecks(kit);
    this.#chips = new Chips(kit);
    this.#pill = new WordPill(kit);
    this.#streak = new StreakPill(kit, this.#words.word("streak"), STREAK_TYPE);
    const both = HANDS.map((id) => this.#hands[id]);
    this.root.add(...this.#air.under, ...both.map(({ motif }) => motif), this.#flood);
    this.root.add(...both.map(({ betLight }) => betLight.node));
    this.root.add(...both.flatMap(({ rays }) => rays.nodes));
    this.root.add(...both.flatMap(({ spotlight }) => spotlight.nodes));
    this.root.add(
      ...both.flatMap(({ place }) => place.nodes),
      ...both.flatMap(({ light }) => light.nodes),
    );
    this.root.add(...this.#link.nodes);
    this.root.add(this.#tiePlace, this.#tieName, ...this.#pill.nodes, ...this.#streak.nodes);
    this.root.add(...both.map(({ card }) => card), this.#shoe.node);
    // Over the shadows of the cards.
    this.root.add(...this.#chips.nodes, ...both.map(({ name }) => name), this.#air.shade);
    this.root.add(...this.#flecks.nodes, ...this.#air.over);
  }

  resize(size: Size): void {
    const layout = duelLayout(size);
    [this.#layout, this.#size, this.#flooded] = [layout, size, ""];
    const { cardWidth, typePx, gap, tall, left, right, lozenge, count } = layout;
    this.#flecks.fit(size);
    this.#chips.fit(layout.chipPx, layout.chips);
    this.#pill.fit(typePx * 0.8);
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
    const reach = Math.min(size.width * (tall ? 0.8 : 0.5), cardWidth * 3.2);
    const motifBox = { width: reach, height: Math.min(size.height * 1.1, reach) };
    for (const id of HANDS) {
      const { motif, colour, place, light, betLight, card, rays } = this.#hands[id];
      const spot = this.#spot(id);
      motif.paint(motifBox, (context, box) => MOTIFS[id](context, box, colour));
      motif.place({ ...spot, alpha: look.isOrnate ? 1 : 0 });
      place.fit(cardWidth, spot);
      light.fit(cardWidth, spot);
      betLight.fit(layout.bets);
      rays.fit(spot, Math.min(size.width * 0.36, cardWidth * 2.1));
      card.fit(cardWidth);
    }
    this.#tiePlace.paint(lozenge, (context, box) =>
      paintLozenge(context, box, { colour: sideColours.green.fill, accent, look }),
    );
    this.#link.fit(left, right, Math.max(18, gap * 0.4));
    this.#shoe.fit(layout.shoePx, layout.shoe);
  }

  show(shown: DuelShown): void {
    const { drama, lights, tie, dimming, link, celebration, mood } = shown;
    const layout = this.#layout;
    this.#shoe.show(HANDS.map((id) => shown.cards[id]));
    for (const id of HANDS) {
      this.#showHand(id, shown);
    }
    const winner = lights.dragon.lit >= lights.tiger.lit ? "dragon" : "tiger";
    this.#showFlood(winner, shown.flood);
    // In a close call the light runs from the loser to the winner; in a tie it runs between both.
    const share = lerp(0.22, 0.78, celebration);
    const spark = !tie && winner === "dragon" ? 1 - share : share;
    this.#link.show(link, spark, tie ? LIGHTS.tie : LIGHTS.gold);
    const x = this.#size.width / 2;
    this.#writeName(this.#tieName, "tie", 0, LIGHTS.tie, layout.lozenge.width * 0.56);
    // In a tall box the number of the last seconds stands in its place.
    const free = layout.tall && mood.count > 0 ? 0 : 1 - link - lights.tie.dim;
    this.#tieName.place({ x, y: layout.tieY, alpha: free });
    this.#tiePlace.place({ x, y: layout.tieY, alpha: free });
    this.#streak.show(shown.streak, this.#spot(shown.streak?.side));
    // A tie is on the banner already.
    const close = drama === "close" ? link : 0;
    if (close > 0) {
      this.#pill.write(this.#words.word("byOne"));
    }
    this.#pill.show({ x, y: layout.tieY }, close);
    const to = winner === "dragon" ? "left" : "right";
    this.#chips.show(to, CHIPS[drama], celebration, lights[winner].lit);
    const spot = tie ? { x, y: layout.tieY } : this.#spot(winner);
    this.#flecks.show(
      celebration,
      CELEBRATIONS[drama],
      spot,
      tie ? LIGHTS.tie : this.#hands[winner].colour,
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

  #showHand(id: Hand, { cards, lights, tie, burst, celebration }: DuelShown): void {
    const { card, place, light, betLight, rays, spotlight, name, colour: own } = this.#hands[id];
    const layout = this.#layout;
    const spot = this.#spot(id);
    const { lit, dim } = lights[id];
    place.show(seenBeside(cards[id].travel));
    const way = { shoe: this.#shoe.mouth, place: spot, off: layout.off };
    const back = slidBack(lights[id], celebration);
    layCardOfHand(card, cards[id], way, { back, widthPx: layout.cardWidth });
    const colour = tie ? LIGHTS.tie : own;
    light.light(lit, colour, celebration);
    betLight.show(tie ? 0 : lit, celebration);
    rays.show(lit > 0 ? burst : 0, celebration, colour);
    const foot = spot.y + layout.cardWidth * 0.95;
    spotlight.show({ x: spot.x, width: layout.cardWidth * 1.3, foot }, tie ? 0 : lit, celebration);
    this.#writeName(name, id, lit, own, layout.cardWidth * 1.5);
    name.place({ x: spot.x, y: layout.typeY, alpha: 1 - dim });
  }

  /** The winner's colour runs over the table, from its own side towards the loser's. */
  #showFlood(winner: Hand, flood: number): void {
    const colour = mix(this.#hands[winner].colour, "#ffffff", 0.12);
    if (flood > 0 && colour !== this.#flooded) {
      this.#flooded = colour;
      this.#flood.paint(SOFT, (context, box) => paintGlow(context, box, colour));
    }
    const { x, y } = this.#spot(winner);
    const { width, height } = this.#size;
    this.#flood.place({
      x: lerp(x, width / 2, 0.35 * flood),
      y,
      scale: [(width * lerp(0.4, 1.5, flood)) / SOFT.width, (height * 2.4) / SOFT.height],
      alpha: 0.55 * flood,
    });
  }

  #spot(id: string | undefined) {
    return id === "tiger" ? this.#layout.right : this.#layout.left;
  }

  #writeName(label: Label, id: string, lit: number, colour: string, maxWidthPx: number): void {
    // A single sign says little at the size of a word.
    const scale = [...this.#words.nameOf(id)].length === 1 ? 1.4 : 1;
    this.#words.write(label, id, { isLit: lit > 0.5, colour, maxWidthPx, scale });
  }
}
