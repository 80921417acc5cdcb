import { handTotal } from "../../../src/games/baccarat/rules.ts";
import type { Stake } from "../../stage/cards/stakes-said.ts";
import { stakesAmong } from "../../stage/cards/stakes.ts";
import { cardsOf } from "./coup.ts";
import type { Coup } from "./coup.ts";
import type { Turn } from "./turns.ts";

/** Which values of a card let which hand win, by the other cards; of one after which no other comes. */
export function stakesOf(coup: Coup, { hand, slot }: Pick<Turn, "hand" | "slot">): Stake[] {
  const other = hand === "player" ? "banker" : "player";
  const own = cardsOf(coup, hand).slice(0, slot);
  const against = handTotal(cardsOf(coup, other));
  return stakesAmong([hand, "tie", other], (value) => {
    const lead = handTotal([...own, { value, suit: "S" }]) - against;
    return lead === 0 ? "tie" : lead > 0 ? hand : other;
  });
}
