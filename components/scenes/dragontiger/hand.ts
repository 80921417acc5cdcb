import { BetLight } from "../../stage/cards/bet-light.ts";
import { CardPlace, HandLight, seenBeside } from "../../stage/cards/card-place.ts";
import { layCardOfHand, NOWHERE } from "../../stage/cards/dealing.ts";
import type { Spot } from "../../stage/cards/dealing.ts";
import type { SideWords } from "../../stage/cards/side-words.ts";
import { Rays, Spotlight } from "../../stage/celebration.ts";
import type { CardPart, Kit, Label } from "../../stage/kit.ts";
import { slidBack } from "../../stage/lights.ts";
import type { Size } from "../../stage/scene.ts";
import { LIGHTS } from "../../stage/theme.ts";
import { duelLayout } from "./layout.ts";
import { clipToCloth, paintScales, paintStripes } from "./motifs.ts";
import type { DragonTigerPose, Hand } from "./pose.ts";

const MOTIFS = { dragon: paintScales, tiger: paintStripes } as const;

/** Writes the name of a side, or of the tie. */
export function writeName(
  words: SideWords,
  label: Label,
  id: string,
  look: { isLit: boolean; colour: string; maxWidthPx: number },
): void {
  // A single sign says little at the size of a word.
  const scale = [...words.nameOf(id)].length === 1 ? 1.4 : 1;
  words.write(label, id, { ...look, scale });
}

/** The drawn parts of one of two single cards: its place, card, lights and name. */
export class DuelHand {
  readonly id: Hand;
  readonly colour: string;
  readonly #kit: Kit;
  readonly #words: SideWords;
  readonly #motif;
  readonly #place;
  readonly #light;
  readonly #betLight;
  readonly #rays;
  readonly #spotlight;
  readonly #card: CardPart;
  readonly #name;
  #lying = NOWHERE;
  #layout = duelLayout({ width: 1, height: 1 });

  constructor(kit: Kit, { id, colour }: { id: Hand; colour: string }, words: SideWords) {
    [this.id, this.colour, this.#kit, this.#words] = [id, colour, kit, words];
    this.#motif = kit.picture();
    this.#place = new CardPlace(kit, colour, id);
    this.#light = new HandLight(kit);
    this.#betLight = new BetLight(kit, id === "dragon" ? -1 : 1, colour);
    this.#rays = new Rays(kit);
    this.#spotlight = new Spotlight(kit);
    this.#card = kit.card();
    this.#name = kit.label();
  }

  /** Its parts by the layers of a table, lowest first. */
  get layers() {
    return {
      motif: this.#motif,
      cloth: [this.#betLight.node, ...this.#rays.nodes, ...this.#spotlight.nodes],
      place: this.#place.nodes,
      light: this.#light.nodes,
      card: this.#card,
      name: this.#name,
    };
  }

  /** Where its card is laid. */
  get spot(): Spot {
    return this.id === "tiger" ? this.#layout.right : this.#layout.left;
  }

  /** Its card, and where it lies as it was shown last. */
  get lying(): { part: CardPart; spot: Spot } {
    return { part: this.#card, spot: this.#lying };
  }

  /** Lays it out in the box of a table. */
  fit(size: Size): void {
    const layout = duelLayout(size);
    this.#layout = layout;
    const { cardWidth, tall, bets } = layout;
    const { spot } = this;
    const reach = Math.min(size.width * (tall ? 0.8 : 0.5), cardWidth * 3.2);
    const motifBox = { width: reach, height: Math.min(size.height * 1.1, reach) };
    this.#motif.paint(motifBox, (context, box) => {
      clipToCloth(context, box, size, spot);
      MOTIFS[this.id](context, box, this.colour);
    });
    this.#motif.place({ ...spot, alpha: this.#kit.look.isOrnate ? 1 : 0 });
    this.#place.fit(cardWidth, spot);
    this.#light.fit(cardWidth, spot);
    this.#betLight.fit(bets);
    this.#rays.fit(spot, Math.min(size.width * 0.36, cardWidth * 2.1));
    this.#card.fit(cardWidth);
  }

  /** @param mouth where cards come from. */
  show({ cards, lights, tie, burst, celebration }: DragonTigerPose, mouth: Spot): void {
    const { cardWidth, off, typeY } = this.#layout;
    const { id, spot } = this;
    const { lit, dim } = lights[id];
    this.#place.show(seenBeside(cards[id].travel));
    const way = { shoe: mouth, place: spot, off: off[cards[id].sweep] };
    const back = slidBack(lights[id], celebration);
    this.#lying = layCardOfHand(this.#card, cards[id], way, { back, widthPx: cardWidth });
    const colour = tie ? LIGHTS.tie : this.colour;
    this.#light.light(lit, colour, celebration);
    this.#betLight.show(tie ? 0 : lit, celebration);
    this.#rays.show(lit > 0 ? burst : 0, celebration, colour);
    const cone = { x: spot.x, width: cardWidth * 1.3, foot: spot.y + cardWidth * 0.95 };
    this.#spotlight.show(cone, tie ? 0 : lit, celebration);
    const look = { isLit: lit > 0.5, colour: this.colour, maxWidthPx: cardWidth * 1.5 };
    writeName(this.#words, this.#name, id, look);
    this.#name.place({ x: spot.x, y: typeY, alpha: 1 - dim });
  }
}
