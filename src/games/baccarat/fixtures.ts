import { parseCards } from "../../round/cards.ts";
import type { Fixture } from "../contract.ts";
import { playCoup } from "./rules.ts";
import type { BaccaratOutcome } from "./rules.ts";

/** Outcomes that look different from each other. Everything but the cards follows from the rules. */
export const fixtures: readonly Fixture<BaccaratOutcome>[] = [
  { title: "Player natural nine", outcome: coup("9H QC KS 7D 2C 3C") },
  { title: "Banker natural eight", outcome: coup("4H 3C 2S 5D 2C 3C") },
  { title: "Third-card fight: six cards, banker", outcome: coup("2H 2C 3S KD 9C 6D") },
  { title: "Third card, aces paired", outcome: coup("AH 7C AS KD 6C 6D") },
  { title: "Plain win: both stand", outcome: coup("7H 6C KS QD 2C 3C") },
  { title: "Tie on six", outcome: coup("6H 4C JS 2D 2C 3C") },
  { title: "Pairs on both sides", outcome: coup("3H 2C 3S 2D 4C 5D") },
  { title: "Tie of naturals, fours paired", outcome: coup("4H 5C 4S 3D 2C 3C") },
  { title: "Third card to the banker alone", outcome: coup("6H 3C KS 2D 5C 6D") },
  { title: "Six-card tie", outcome: coup("2H 3C 2S 2D 4C 3S") },
  { title: "Comeback: player, from one to nine", outcome: coup("AH 7C KS KD 8C 2D") },
];

function coup(text: string): BaccaratOutcome {
  return playCoup(parseCards(text));
}
