import { handTotal } from "../../../src/games/baccarat/rules.ts";
import type { BaccaratOutcome } from "../../../src/games/baccarat/rules.ts";
import { waitsForBeacon } from "../../stage/pacing.ts";
import type { Play, Scene } from "../../stage/scene.ts";
import type { CardPlan } from "../../stage/table/card-poses.ts";
import { cardTable } from "../../stage/table/card-table.ts";
import { cardScene } from "../../stage/table/table-scene.ts";
import type { CardTablePose } from "../../stage/table/table-scene.ts";
import { layout } from "./layout.ts";
import { BACCARAT_MS } from "./times.ts";
import { cardName, cardsIn, FIRST_TURNS, turnsFor } from "./turns.ts";

type View = Play<BaccaratOutcome>;

function cards(view: View): CardPlan[] {
  const { state } = view;
  const all = state.phase === "betting" ? FIRST_TURNS : turnsFor(state, waitsForBeacon(view));
  return all.map((turn) => {
    const name = cardName(turn);
    const card = state.phase === "betting" ? null : (cardsIn(state, turn.hand)[turn.slot] ?? null);
    return { ...turn, name, side: turn.hand, card, place: layout.places[name] };
  });
}

export const scene: Scene<BaccaratOutcome, CardTablePose> = {
  ...cardScene<BaccaratOutcome>({
    sides: layout.sides,
    band: layout.lines.band,
    moveIn: { by: 1.1, x: -0.06, y: 1 },
    timesMs: BACCARAT_MS,
    cards,
    isNatural: ({ natural }) => natural === true,
    total: (plans) => handTotal(plans.flatMap(({ card }) => card ?? [])),
    winnerFor(view, { name }) {
      const turn = turnsFor(view.state, waitsForBeacon(view)).find(
        (turn) => cardName(turn) === name,
      );
      // A card settles the winner only if no other card can follow.
      if (turn?.isLast !== true) {
        return null;
      }
      const { hand, slot } = turn;
      const other = hand === "player" ? "banker" : "player";
      const own = cardsIn(view.state, hand).slice(0, slot);
      const against = handTotal(cardsIn(view.state, other));
      return (value) => {
        const lead = handTotal([...own, { value, suit: "S" }]) - against;
        return lead === 0 ? "tie" : lead > 0 ? hand : other;
      };
    },
  }),
  build: (tools, view) => cardTable(tools, layout, view),
};
