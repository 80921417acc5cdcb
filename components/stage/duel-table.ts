import type { Board } from "../../src/games/game.ts";
import type { GameWords } from "../../src/i18n/words.ts";
import { Atmosphere } from "./atmosphere.ts";
import { CardPlace } from "./card-place.ts";
import { Link, Rays, Spotlight } from "./celebration.ts";
import { layCard } from "./dealing.ts";
import type { CardPose } from "./dealing.ts";
import { duelLayout } from "./duel-layout.ts";
import type { Group, Kit } from "./kit.ts";
import type { SideLight } from "./lights.ts";
import type { Mood } from "./mood.ts";
import { mix } from "./paint/colour.ts";
import { paintGlow } from "./paint/felt.ts";
import { paintPlaque, paintRule, paintShoe, paintTableFrame } from "./paint/inlay.ts";
import { paintScales, paintStripes } from "./paint/motifs.ts";
import type { Drawing, Size } from "./scene.ts";
import { LIGHTS, sideColours } from "./theme.ts";
import { lerp } from "./tracks.ts";

const HANDS = ["dragon", "tiger"] as const;
type Hand = (typeof HANDS)[number];

/** What is drawn of a duel. */
interface DuelShown {
  cards: Record<Hand, CardPose>;
  lights: Record<Hand | "tie", SideLight>;
  tie: boolean;
  hush: { hand: Hand; depth: number } | null;
  flood: number;
  burst: number;
  link: number;
  margin: number;
  feast: number;
  mood: Mood;
}

const MOTIFS = { dragon: paintScales, tiger: paintStripes } as const;
/** Soft light is painted small and shown large. */
const SOFT = { width: 96, height: 64 } as const;

/** The drawn parts of a table where two single cards meet. */
export class DuelTable implements Drawing<DuelShown> {
  readonly root: Group;
  readonly #kit: Kit;
  readonly #words: GameWords;
  readonly #air;
  readonly #hands;
  readonly #rules;
  readonly #shoe;
  readonly #link;
  readonly #flood;
  readonly #tieName;
  readonly #margin;
  readonly #plaque;
  #layout = duelLayout({ width: 1, height: 1 });
  #size: Size = { width: 1, height: 1 };
  #flooded = "";

  constructor(kit: Kit, { board, words }: { board: Pick<Board, "sides">; words: GameWords }) {
    this.#kit = kit;
    this.#words = words;
    this.root = kit.group();
    const markOf = (id: string) => {
      const side = board.sides.find((one) => one.id === id);
      return {
        letter: words.letters?.[id] ?? side?.letter ?? "",
        colour: sideColours[side?.colour ?? "white"].fill,
      };
    };
    const hand = (id: Hand) => ({
      mark: markOf(id),
      motif: kit.picture(),
      place: new CardPlace(kit, markOf(id)),
      rays: new Rays(kit),
      spotlight: new Spotlight(kit),
      card: kit.card(),
      name: kit.label(),
    });
    this.#air = new Atmosphere(kit, words.lettering?.["closed"] ?? "No more bets");
    this.#hands = { dragon: hand("dragon"), tiger: hand("tiger") };
    this.#rules = [kit.picture(), kit.picture()] as const;
    this.#shoe = kit.picture();
    this.#link = new Link(kit);
    this.#flood = kit.light();
    this.#tieName = kit.label();
    this.#margin = kit.label();
    this.#plaque = kit.picture();
    const both = HANDS.map((id) => this.#hands[id]);
    this.root.add(...this.#air.under, ...both.map(({ motif }) => motif), this.#flood);
    this.root.add(...this.#rules, ...both.flatMap(({ rays }) => rays.nodes));
    this.root.add(...both.map(({ spotlight }) => spotlight.node));
    this.root.add(...both.flatMap(({ place }) => place.nodes), ...this.#link.nodes);
    this.root.add(this.#plaque, this.#tieName, this.#margin, ...both.map(({ name }) => name));
    this.root.add(...both.map(({ card }) => card), this.#shoe, this.#air.shade, ...this.#air.over);
  }

  resize(size: Size): void {
    const layout = duelLayout(size);
    [this.#layout, this.#size, this.#flooded] = [layout, size, ""];
    const { cardWidth, typePx, gap, tall, tieY, left, right } = layout;
    const { accent, look } = this.#kit;
    this.#air.fit(size, (context) => paintTableFrame(context, size, this.#kit.accent, 1));
    const reach = Math.min(size.width * (tall ? 0.8 : 0.5), cardWidth * 3.2);
    const motifBox = { width: reach, height: Math.min(size.height * 1.1, reach) };
    for (const id of HANDS) {
      const { motif, mark, place, card, rays } = this.#hands[id];
      const spot = this.#spot(id);
      motif.paint(motifBox, (context, box) => MOTIFS[id](context, box, mark.colour));
      motif.place({ ...spot, alpha: look.isOrnate ? 1 : 0 });
      place.fit(cardWidth, spot);
      rays.fit(spot, Math.min(size.width * 0.36, cardWidth * 2.1));
      card.fit(cardWidth);
    }
    const plaque = { width: Math.min(gap * 0.8, typePx * 6), height: typePx * 2 };
    this.#plaque.paint(plaque, (context, box) => paintPlaque(context, box, look.night, accent));
    const length = cardWidth * 0.5;
    const rule = tall ? { width: length, height: 11 } : { width: 11, height: length };
    const apart = length / 2 + typePx * (tall ? 2.4 : 0.9);
    this.#rules.forEach((picture, i) => {
      picture.paint(rule, (context, box) => paintRule(context, box, accent));
      const away = i === 0 ? -apart : apart;
      const [x, y] = tall ? [away, 0] : [0, away];
      picture.place({ x: size.width / 2 + x, y: tieY + y });
    });
    this.#link.fit(left, right, Math.max(18, gap * 0.4));
    const box = { width: cardWidth * 1.0, height: cardWidth * 0.8 };
    this.#shoe.paint(box, (context, area) => paintShoe(context, area, accent));
    this.#shoe.place({ ...layout.shoe, y: layout.shoe.y - cardWidth * 0.06 });
  }

  show(shown: DuelShown): void {
    const { lights, tie, hush, link, margin, feast, mood } = shown;
    const layout = this.#layout;
    for (const id of HANDS) {
      this.#showHand(id, shown);
    }
    const winner = lights.dragon.lit >= lights.tiger.lit ? "dragon" : "tiger";
    this.#showFlood(winner, shown.flood);
    // In a close call the light runs from the loser to the winner; in a tie it runs between both.
    const share = lerp(0.22, 0.78, feast);
    const spark = !tie && winner === "dragon" ? 1 - share : share;
    this.#link.show(link, spark, tie ? LIGHTS.tie : LIGHTS.gold);
    const x = this.#size.width / 2;
    this.#letter(this.#tieName, this.#word("tie"), lights.tie.lit, layout.gap * 0.9);
    this.#tieName.place({
      x,
      y: layout.tieY,
      alpha: tie ? 1 : margin > 0 ? 0 : 0.75 - lights.tie.dim,
    });
    this.#margin.write(`+${margin}`, {
      sizePx: layout.typePx * 1.4,
      colour: this.#kit.look.ink,
      weight: 800,
    });
    this.#plaque.place({ x, y: layout.tieY, alpha: link });
    this.#margin.place({ x, y: layout.tieY, alpha: margin > 0 ? link : 0 });
    this.#air.show(
      mood,
      hush && { ...this.#spot(hush.hand), reach: layout.cardWidth * 1.25, depth: hush.depth },
    );
  }

  #showHand(id: Hand, { cards, lights, tie, burst, feast }: DuelShown): void {
    const { card, place, rays, spotlight, name, mark } = this.#hands[id];
    const layout = this.#layout;
    const spot = this.#spot(id);
    const { lit, dim } = lights[id];
    layCard(card, cards[id], { shoe: layout.shoe, place: spot, off: layout.off }, 0);
    place.light(lit, tie ? LIGHTS.tie : mark.colour);
    rays.show(lit > 0 ? burst : 0, feast, LIGHTS.gold);
    const foot = spot.y + layout.cardWidth * 0.95;
    spotlight.show({ x: spot.x, width: layout.cardWidth * 1.3, foot }, tie ? 0 : lit);
    this.#letter(name, this.#word(id), lit, layout.cardWidth * 1.5);
    name.place({ x: spot.x, y: layout.typeY, alpha: 1 - dim });
  }

  /** The winner's colour runs over the table, from its own side towards the loser's. */
  #showFlood(winner: Hand, flood: number): void {
    const colour = mix(this.#hands[winner].mark.colour, "#ffffff", 0.12);
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

  #spot(id: Hand) {
    return id === "dragon" ? this.#layout.left : this.#layout.right;
  }

  #word(id: string): string {
    return (this.#words.sides[id] ?? id).toUpperCase();
  }

  #letter(label: ReturnType<Kit["label"]>, text: string, lit: number, maxWidthPx: number): void {
    const { ink, inkSoft } = this.#kit.look;
    label.write(text, {
      sizePx: this.#layout.typePx,
      colour: lit > 0.5 ? ink : inkSoft,
      weight: 700,
      spacing: 0.16,
      inlay: true,
      maxWidthPx,
    });
  }
}
