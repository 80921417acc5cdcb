import type { BaccaratOutcome } from "../../../src/games/baccarat/rules.ts";
import { heatAt, RailHeat } from "../../stage/cards/rail-heat.ts";
import type { Heat } from "../../stage/cards/rail-heat.ts";
import { shoeAt, ShoeChange } from "../../stage/cards/shoe-change.ts";
import type { ShoePose } from "../../stage/cards/shoe-change.ts";
import { colourOf } from "../../stage/cards/side-words.ts";
import type { ExtraParts, Extras } from "../../stage/extras.ts";
import type { Kit } from "../../stage/kit.ts";
import { winnerOf } from "../../stage/lights.ts";
import { rimInset } from "../../stage/measures.ts";
import { cornerRadius, cornerShifts } from "../../stage/paint/table-outline.ts";
import { Comet } from "../../stage/rare/comet.ts";
import { Embers } from "../../stage/rare/embers.ts";
import { Lanterns } from "../../stage/rare/lanterns.ts";
import type { Size } from "../../stage/scene.ts";
import { RESULT_MS, SWEEP_MS } from "../../stage/times.ts";
import { arc, easeInOut, easeOut, lerp, progress } from "../../stage/tracks.ts";
import { WordPill } from "../../stage/word-pill.ts";
import { cardName, HANDS, SLOTS } from "./coup.ts";
import type { Hand } from "./coup.ts";
import { twoHandsLayout } from "./layout.ts";
import type { BaccaratPose } from "./pose.ts";
import { rareOf } from "./rare-coups.ts";
import type { Rare } from "./rare-coups.ts";
import type { CoupTable } from "./table.ts";

/** What only some coups have: a streak in the rail, lanterns, and what celebrates a comeback. */
interface Rarity {
  heat: Heat;
  shoe: ShoePose;
  rare: Rare | null;
  /** The side that has come back, and whether another word stands beside its total. */
  side: Hand | null;
  isWorded: boolean;
  /** How much of the word for it is left, and how far the celebration has run, 0 to 1. */
  worded: number;
  celebration: number;
}

/** When the comet that lights the winner's rail is under way: shares of the celebration. */
const [COMET_AT, COMET] = [0.06, 0.36];
/** When it is said what is rare: shares of the celebration. */
const [WORD_AT, WORD] = [0.16, 0.1];
/** From the middle of a winner's total to a word beside it, in diameters of one at rest. */
const BADGE_GROWN = 0.72;
/** When that rail burns, and from when on it cools. */
const [BURNS_AT, BURNS, COOLS_AT] = [0.36, 0.14, 0.62];

/** How the rail burns on the side that has come back, while the celebration runs, 0 to 1. */
function burning({ board }: Parameters<typeof heatAt>[0], side: Hand, celebration: number): Heat {
  const hot = easeOut(progress(celebration, BURNS_AT, BURNS));
  const seen = hot * lerp(1, 0.5, easeInOut(progress(celebration, COOLS_AT, 1 - COOLS_AT)));
  return {
    left: side === "player" ? seen : 0,
    right: side === "banker" ? seen : 0,
    flare: arc(progress(celebration, BURNS_AT, 1 - BURNS_AT)),
    colour: colourOf(board.sides, side),
  };
}

/** The same with so much of its light left, 0 to 1: it goes as the winner's does. */
const cooled = (heat: Heat, light: number): Heat => ({
  ...heat,
  left: heat.left * light,
  right: heat.right * light,
});

class RarityParts implements ExtraParts<Rarity> {
  readonly #table: CoupTable;
  readonly #shoe;
  readonly #left;
  readonly #right;
  readonly #embers;
  readonly #comet;
  readonly #lanterns;
  readonly #pill;
  readonly #words: Readonly<Record<Rare, string>>;
  #layout = twoHandsLayout({ width: 1, height: 1 });
  #wordPx = 1;
  /** How wide it may be. */
  #freePx = 1;
  #size: Size = { width: 1, height: 1 };

  constructor(kit: Kit, table: CoupTable, lettering: Readonly<Record<string, string>>) {
    this.#table = table;
    this.#words = { six: lettering["sixCards"] ?? "", comeback: lettering["comeback"] ?? "" };
    this.#pill = new WordPill(kit);
    this.#shoe = new ShoeChange(kit, table);
    this.#left = new RailHeat(kit, "left");
    this.#right = new RailHeat(kit, "right");
    this.#embers = new Embers(kit);
    this.#comet = new Comet(kit);
    this.#lanterns = new Lanterns(kit, HANDS.length * SLOTS.length);
    table.ground.add(...this.#left.nodes, ...this.#right.nodes);
    // Lanterns rise from behind the cards.
    table.underCards.add(...this.#lanterns.nodes);
    table.root.add(...this.#embers.nodes, ...this.#comet.nodes);
    table.root.add(...this.#pill.nodes);
  }

  resize(size: Size): void {
    this.#size = size;
    this.#shoe.resize();
    this.#left.fit(size);
    this.#right.fit(size);
    this.#comet.fit(Math.max(18, size.height * 0.11));
    this.#lanterns.fit(Math.max(16, this.#table.cardWidth * 0.78));
    this.#layout = twoHandsLayout(size);
    const { isTall, tieBox, left, right, badgePx, typePx } = this.#layout;
    this.#wordPx = Math.max(9, typePx * 0.72);
    // Between the totals; in a tall box beneath these.
    this.#freePx = isTall ? tieBox.width : (right.total.x - left.total.x - badgePx) * 0.96;
    this.#pill.fit(this.#wordPx);
  }

  show({ shoe, heat, rare, side, isWorded, worded, celebration }: Rarity): void {
    const word = rare === null ? "" : this.#words[rare];
    if (word !== "") {
      this.#pill.write(word);
      if (this.#pill.width > this.#freePx) {
        this.#pill.fit((this.#wordPx * this.#freePx) / this.#pill.width);
        this.#pill.write(word);
      }
    }
    const shown = word === "" ? 0 : worded * progress(celebration, WORD_AT, WORD);
    this.#pill.show(this.#wordAt(isWorded ? null : side), shown);
    this.#shoe.show(shoe);
    this.#left.show(heat.left, heat.flare, heat.colour);
    this.#right.show(heat.right, heat.flare, heat.colour);
    const { width, height } = this.#size;
    const at = heat.left > heat.right ? 0.25 : 0.75;
    const hearth = { x: width * at, y: height * 0.97, width: width * 0.42, rise: height * 0.5 };
    const strength = Math.max(heat.left, heat.right) * heat.flare;
    this.#embers.show(hearth, strength, (celebration * RESULT_MS.celebration) / 1000);
    const run = rare === "comeback" ? easeInOut(progress(celebration, COMET_AT, COMET)) : 0;
    this.#comet.show(run, (share) => this.#alongRail(side === "player" ? 1 - share : share));
    const spots = HANDS.flatMap((hand) =>
      SLOTS.map((slot) => this.#table.cardNamed(cardName({ hand, slot }))?.spot ?? { x: 0, y: 0 }),
    );
    this.#lanterns.show(spots, rare === "six" ? celebration : 0);
  }

  /** Beside the total of a side that has come back, where there is room; or upon the name of the tie. */
  #wordAt(side: Hand | null): { x: number; y: number } {
    const { isTall, tie, left, right, badgePx } = this.#layout;
    if (side === null || isTall) {
      return tie;
    }
    const away = badgePx * BADGE_GROWN + this.#pill.width / 2;
    return side === "player"
      ? { x: left.total.x - away, y: tie.y }
      : { x: right.total.x + away, y: tie.y };
  }

  /** A point of the near rail, from its left end to its right one. */
  #alongRail(share: number): { x: number; y: number } {
    const { width, height } = this.#size;
    const edge = rimInset(height) * 0.57;
    const bend = cornerRadius(height);
    // Its corners lie beyond the box.
    const { near } = cornerShifts(this.#size);
    // Up around the corners at both ends.
    const corner = Math.max(0, Math.abs(share - 0.5) * 2 - 0.8) / 0.2;
    return {
      x: lerp(edge - near, width - edge + near, share),
      y: height - edge - bend * corner ** 2,
    };
  }
}

/** What makes some rounds of Baccarat rare. */
export const rarity: Extras<BaccaratOutcome, BaccaratPose, CoupTable, Rarity> = {
  pose(view, elapsedMs, { celebration, hands, streak }) {
    const winner = winnerOf(view.state);
    const rare = rareOf(view.state, winner);
    const side = HANDS.find((hand) => hand === winner) ?? null;
    const light = side && view.state.phase === "waiting" ? hands[side].light.lit : 1;
    const heat = heatAt(view, winner, elapsedMs);
    const isStreak = heat.left + heat.right > 0;
    return {
      shoe: shoeAt(view, elapsedMs),
      heat:
        rare === "comeback" && side && !isStreak
          ? cooled(burning(view, side, celebration), light)
          : heat,
      rare,
      side,
      isWorded: side !== null && (hands[side].pair > 0 || streak?.side === side),
      worded: view.state.phase === "waiting" ? 1 - progress(elapsedMs, 0, SWEEP_MS.cleared) : 1,
      celebration,
    };
  },
  build: (kit, { words }, table) => new RarityParts(kit, table, words.lettering),
};
