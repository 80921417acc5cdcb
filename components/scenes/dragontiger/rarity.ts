import type { DragonTigerOutcome } from "../../../src/games/dragontiger/game.ts";
import type { Suit } from "../../../src/round/cards.ts";
import { heatAt, RailHeat } from "../../stage/cards/rail-heat.ts";
import type { Heat } from "../../stage/cards/rail-heat.ts";
import { shoeAt, ShoeChange } from "../../stage/cards/shoe-change.ts";
import type { ShoePose } from "../../stage/cards/shoe-change.ts";
import type { ExtraParts, Extras } from "../../stage/extras.ts";
import type { Kit } from "../../stage/kit.ts";
import { winnerOf } from "../../stage/lights.ts";
import { Embers } from "../../stage/rare/embers.ts";
import { SuitRain } from "../../stage/rare/suit-rain.ts";
import type { Size } from "../../stage/scene.ts";
import { LIGHTS } from "../../stage/theme.ts";
import { RESULT_MS } from "../../stage/times.ts";
import { arc, clamp01 } from "../../stage/tracks.ts";
import type { DragonTigerPose } from "./pose.ts";
import type { DuelTable } from "./table.ts";

/** What only some rounds have: a streak in the rail, and what celebrates a tie of twins. */
interface Rarity {
  heat: Heat;
  shoe: ShoePose;
  /** The suit that both cards share, once a suited tie may be known. */
  suit: Suit | null;
  /** How much of the light of that is seen, and how far the celebration has run, 0 to 1. */
  light: number;
  celebration: number;
}

/** In both ends of the rail gold glows for twins. */
const TWINS = { left: 1, right: 1, colour: LIGHTS.gold } as const;

class RarityParts implements ExtraParts<Rarity> {
  readonly #table: DuelTable;
  readonly #shoe;
  readonly #left;
  readonly #right;
  readonly #embers;
  readonly #rain;
  #size: Size = { width: 1, height: 1 };

  constructor(kit: Kit, table: DuelTable) {
    this.#table = table;
    this.#shoe = new ShoeChange(kit, table);
    this.#left = new RailHeat(kit, "left");
    this.#right = new RailHeat(kit, "right");
    this.#embers = new Embers(kit);
    this.#rain = new SuitRain(kit);
    table.ground.add(...this.#left.nodes, ...this.#right.nodes, ...this.#embers.nodes);
    // What rains falls behind the twins.
    table.underCards.add(...this.#rain.nodes);
    table.root.add(this.#rain.sign);
  }

  resize(size: Size): void {
    this.#size = size;
    this.#shoe.resize();
    this.#left.fit(size);
    this.#right.fit(size);
    const [dragon, tiger] = this.#spots();
    const free = tiger.x - dragon.x - this.#table.cardWidth;
    this.#rain.fit(size, Math.max(free * 0.62, this.#table.cardWidth * 0.4));
  }

  show({ shoe, heat, suit, light, celebration }: Rarity): void {
    this.#shoe.show(shoe);
    this.#left.show(heat.left, heat.flare, heat.colour);
    this.#right.show(heat.right, heat.flare, heat.colour);
    const { width, height } = this.#size;
    const hot = heat.left > heat.right ? 0.27 : 0.73;
    const hearth = { x: width * hot, y: height * 0.97, width: width * 0.4, rise: height * 0.4 };
    const burning = suit ? 0 : Math.max(heat.left, heat.right) * heat.flare;
    this.#embers.show(hearth, burning, (celebration * RESULT_MS.celebration) / 1000);
    const [dragon, tiger] = this.#spots();
    this.#rain.show(suit, celebration, light, {
      x: (dragon.x + tiger.x) / 2,
      y: dragon.y,
    });
  }

  #spots() {
    return this.#table.places;
  }
}

/** What makes some rounds of Dragon Tiger rare. */
export const rarity: Extras<DragonTigerOutcome, DragonTigerPose, DuelTable, Rarity> = {
  pose(view, elapsedMs, { drama, lights, celebration }) {
    const isSuited = drama === "suited";
    const heat = heatAt(view, winnerOf(view.state), elapsedMs);
    const light = lights.tie.lit;
    return {
      shoe: shoeAt(view, elapsedMs),
      // A streak that outlasts the tie goes on glowing.
      heat:
        isSuited && heat.left + heat.right === 0
          ? { ...TWINS, left: light, right: light, flare: arc(clamp01(celebration * 1.1)) }
          : heat,
      suit: isSuited ? (view.state.tiger?.suit ?? null) : null,
      light,
      celebration,
    };
  },
  build: (kit, _, table) => new RarityParts(kit, table),
};
