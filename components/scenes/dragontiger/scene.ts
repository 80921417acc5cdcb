import { compareCards } from "../../../src/games/dragontiger/game.ts";
import type { DragonTigerOutcome } from "../../../src/games/dragontiger/game.ts";
import { waitsForBeacon } from "../../stage/pacing.ts";
import type { Play, Scene } from "../../stage/scene.ts";
import { cardTable } from "../../stage/table/card-table.ts";
import { cardScene } from "../../stage/table/table-scene.ts";
import type { CardTablePose } from "../../stage/table/table-scene.ts";
import { layout } from "./layout.ts";
import { DRAGON_TIGER_MS, dragonTimes, tigerTimes } from "./times.ts";

/** The Dragon Tiger scene: one card each, the dragon's turned and the tiger's squeezed. */
export const scene: Scene<DragonTigerOutcome, CardTablePose> = {
  ...cardScene<DragonTigerOutcome>({
    sides: layout.sides,
    band: layout.lines.band,
    moveIn: { by: 1.13, x: -0.2, y: 1 },
    timesMs: DRAGON_TIGER_MS,
    cards: ({ state, ...view }: Play<DragonTigerOutcome>) => {
      const isDealt = state.phase !== "betting" && waitsForBeacon({ state, ...view });
      return [
        {
          name: "dragon",
          side: "dragon",
          place: layout.places.dragon,
          card: state.dragon,
          ...dragonTimes(isDealt),
        },
        {
          name: "tiger",
          side: "tiger",
          place: layout.places.tiger,
          card: state.tiger,
          ...tigerTimes(state.round, isDealt),
        },
      ];
    },
    // Suits do not break ties.
    winnerFor:
      ({ state: { dragon } }) =>
      (value) =>
        dragon ? compareCards(dragon, { value, suit: dragon.suit }) : "tie",
  }),
  build: (tools, view) => cardTable(tools, layout, view),
};
