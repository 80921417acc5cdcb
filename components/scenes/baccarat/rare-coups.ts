import { handTotal } from "../../../src/games/baccarat/rules.ts";
import { cardsOf, HANDS } from "./coup.ts";
import type { Coup, Hand } from "./coup.ts";

/** How far a hand has to have been behind, in points after two cards, to have come back. */
const BEHIND = 4;

/** What makes a coup rare: a tie that took six cards, or a hand that came back by its third. */
export type Rare = "six" | "comeback";

/** What is rare about a coup that is over. */
export function rareOf(coup: Coup, winner: string | null): Rare | null {
  if (winner === "tie") {
    return HANDS.every((hand) => cardsOf(coup, hand).length > 2) ? "six" : null;
  }
  const won = HANDS.find((hand) => hand === winner);
  const lost = HANDS.find((hand) => hand !== winner);
  if (!won || !lost) {
    return null;
  }
  const after = (hand: Hand) => handTotal(cardsOf(coup, hand).slice(0, 2));
  const drew = cardsOf(coup, won).length > 2;
  return drew && after(lost) - after(won) >= BEHIND ? "comeback" : null;
}
